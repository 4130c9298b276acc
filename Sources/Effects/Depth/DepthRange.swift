// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The depths that are shown as black and as white, in steps.
struct DepthSpan: Equatable {
    var near: Double
    var far: Double

    /// How the span is shown in codes 0...`maximum`.
    ///
    /// Ends less than a thousandth of a step apart are taken to be so far apart, `far` being the greater.
    func scale(maximum: Int, inverts: Bool, invalid: UInt16, invalidCode: UInt16) -> DepthScale {
        let length = (far - near).magnitude < 1e-3 ? 1e-3 : far - near
        let gain = Double(maximum) / length
        return DepthScale(
            near: Float(inverts ? near + length : near), gain: Float(inverts ? -gain : gain), limit: Float(maximum),
            invalid: invalid, invalidCode: invalidCode)
    }
}

/// The range of AVCamFilter: from the least to the greatest depth so far, both beginning at 0.
struct GrowingRange {
    private var extrema = DepthExtrema(least: 0, greatest: 0)

    mutating func reset() { extrema = DepthExtrema(least: 0, greatest: 0) }

    mutating func add(_ frame: DepthExtrema) {
        if !frame.isNone { extrema.add(frame) }
    }

    /// At least a step long.
    var span: DepthSpan {
        DepthSpan(near: Double(extrema.least), far: Double(max(extrema.greatest, extrema.least &+ 1)))
    }
}

/// The range between two percentiles, blended over time as `BlendClock` has it.
///
/// A frame without any depth changes nothing, as if it were not there.
struct PercentileRange {
    private var clock = BlendClock()
    private var older = DepthSpan(near: 0, far: 1)
    private var newer = DepthSpan(near: 0, far: 1)

    mutating func reset() {
        clock.reset()
        (older, newer) = (DepthSpan(near: 0, far: 1), DepthSpan(near: 0, far: 1))
    }

    var span: DepthSpan { older }

    mutating func add(_ span: DepthSpan, time: Int64?, duration: Int64?, settings: DepthSettings) {
        guard settings.rangeTime > 0 else {
            (older, newer) = (span, span)
            clock.reset()
            return
        }
        let step = clock.step(
            time: time, duration: duration, span: settings.rangeSpan, smoothing: settings.rangeTime, isCut: false)
        func advance(_ blend: inout DepthSpan) {
            blend.near += Double(step.weight) * (span.near - blend.near)
            blend.far += Double(step.weight) * (span.far - blend.far)
        }
        switch step.change {
        case .start:
            (older, newer) = (span, span)
        case .advance:
            advance(&older)
            advance(&newer)
        case .exchange:
            older = newer
            advance(&older)
            newer = span
        }
    }
}

/// How many pixels have which depth.
final class DepthCounts {
    static let count = 65536
    let counts: Counts
    private let memory: Scratch
    /// Where there may be others than 0: most video has a small part of all depths, and looking at all takes longer than a small frame.
    private var present = DepthExtrema.all

    init() throws {
        memory = try Scratch(byteCount: Self.count * MemoryLayout<UInt32>.stride)
        counts = memory.values(as: UInt32.self)
    }

    /// Makes all of them 0.
    func clear() {
        guard !present.isNone else { return }
        (counts + Int(present.least)).update(repeating: 0, count: present.range.count)
        present = .none
    }

    /// To be told before `depths` are counted. Of the depth that says that there is none, `percentiles` itself knows.
    func expect(_ depths: DepthExtrema) { present.add(depths) }

    func add(_ other: DepthCounts) {
        guard !other.present.isNone else { return }
        expect(other.present)
        for i in other.present.range { counts[i] &+= other.counts[i] }
    }

    /// The depths at which `low` and `high` percent of the counted ones are reached, at least a step apart; nil where
    /// there are none.
    ///
    /// Of n depths in order the ends are number floor(n low / 100) + 1 and number ceil(n high / 100), from 1 to n.
    func percentiles(low: Double, high: Double, invalid: UInt16) -> DepthSpan? {
        counts[Int(invalid)] = 0
        guard !present.isNone else { return nil }
        var total = 0
        for i in present.range { total &+= Int(counts[i]) }
        guard total > 0 else { return nil }
        let first = min(total, Int((Double(total) * low / 100).rounded(.down)) + 1)
        let last = min(total, max(1, Int((Double(total) * high / 100).rounded(.up))))
        var (near, far, sum) = (-1, 0, 0)
        for i in present.range {
            sum &+= Int(counts[i])
            if near < 0, sum >= first { near = i }
            if sum >= last {
                far = i
                if near >= 0 { break }
            }
        }
        return DepthSpan(near: Double(near), far: Double(max(far, near + 1)))
    }
}

extension DepthExtrema {
    static let all = DepthExtrema(least: 0, greatest: .max)

    /// Unless there are none.
    fileprivate var range: ClosedRange<Int> { Int(least)...Int(greatest) }
}
