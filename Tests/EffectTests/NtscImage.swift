// SPDX-License-Identifier: MIT
import Effects
import Glibc
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// An image in 16 bits as ARGB64 has it, given and measured as Y, I and Q.
struct NtscImage: Equatable {
    let width: Int
    let height: Int
    /// R, G and B of each pixel.
    private(set) var samples: [UInt16]

    init(width: Int = 96, height: Int = 48, _ color: (_ x: Int, _ y: Int) -> (y: Double, i: Double, q: Double)) {
        (self.width, self.height) = (width, height)
        samples = []
        samples.reserveCapacity(3 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let c = color(x, y)
                for row in Self.toRGB {
                    let value = row.0 * c.y + row.1 * c.i + row.2 * c.q
                    samples.append(UInt16((min(max(value, 0), 1) * 65535).rounded()))
                }
            }
        }
    }

    /// One colour.
    init(width: Int = 96, height: Int = 48, rgb: (r: Double, g: Double, b: Double)) {
        let c = Self.toYIQ.map { $0.0 * rgb.r + $0.1 * rgb.g + $0.2 * rgb.b }
        self.init(width: width, height: height) { _, _ in (c[0], c[1], c[2]) }
    }

    /// One colour.
    init(width: Int = 96, height: Int = 48, flat y: Double, _ i: Double = 0, _ q: Double = 0) {
        self.init(width: width, height: height) { _, _ in (y, i, q) }
    }

    /// What the effect makes of it as frame `number`.
    func rendered(_ settings: NtscSettings, number: UInt64 = 0) -> NtscImage {
        let frame = TestFrame(.argb64, width: width, height: height, padding: 0)
        let memory = frame.rowBase(0, 0).assumingMemoryBound(to: UInt16.self)
        for pixel in 0..<width * height {
            memory[4 * pixel] = 65535
            for c in 0..<3 { memory[4 * pixel + 1 + c] = samples[3 * pixel + c] }
        }
        let effect = NtscEffect(kernels: CPULevel.best.kernels)
        do {
            try effect.configure(frame.image(Colorimetry(matrix: .bt601, fullRange: true, depth: 16)))
            effect.update(settings)
            try effect.render(frame.frame, number: number, bands: .serial)
        } catch {
            Issue.record("\(error)")
        }
        var result = self
        for pixel in 0..<width * height {
            for c in 0..<3 { result.samples[3 * pixel + c] = memory[4 * pixel + 1 + c] }
        }
        return result
    }

    // MARK: Measures

    enum Component: Int, CaseIterable {
        case y = 0
        case i = 1
        case q = 2
    }

    /// Rows of a component.
    func rows(_ component: Component) -> [[Double]] {
        let row = Self.toYIQ[component.rawValue]
        return (0..<height).map { y in
            (0..<width).map { x in
                let at = 3 * (y * width + x)
                return
                    (row.0 * Double(samples[at]) + row.1 * Double(samples[at + 1]) + row.2 * Double(samples[at + 2]))
                    / 65535
            }
        }
    }

    /// A row of pixels, as it is in memory.
    func codes(row: Int) -> ArraySlice<UInt16> { samples[3 * width * row..<3 * width * (row + 1)] }

    /// Rows in which another image has some other bit.
    func changedRows(from other: NtscImage) -> [Int] {
        (0..<height).filter { codes(row: $0) != other.codes(row: $0) }
    }

    /// Columns that another image has some other bit in.
    func changedColumns(from other: NtscImage, row: Int) -> [Int] {
        (0..<width).filter { x in
            let at = 3 * (row * width + x)
            return samples[at..<at + 3] != other.samples[at..<at + 3]
        }
    }

    /// The largest difference from another image in codes of 8 bits, and where it is.
    func worst(from other: NtscImage, columns: Range<Int>? = nil) -> (codes: Double, position: String) {
        var worst = (codes: 0.0, position: "")
        for y in 0..<height {
            for x in columns ?? 0..<width {
                for c in 0..<3 {
                    let at = 3 * (y * width + x) + c
                    let codes = abs(Double(samples[at]) - Double(other.samples[at])) / 257
                    if codes > worst.codes { worst = (codes, "row \(y), column \(x), \("RGB".dropFirst(c).prefix(1))") }
                }
            }
        }
        return worst
    }

    static let toYIQ = [(0.299, 0.587, 0.114), (0.5959, -0.2746, -0.3213), (0.2115, -0.5227, 0.3112)]

    /// The inverse of `toYIQ`, by cofactors.
    private static let toRGB: [(Double, Double, Double)] = {
        let (a, b, c) = (toYIQ[0], toYIQ[1], toYIQ[2])
        func cross(_ u: (Double, Double, Double), _ v: (Double, Double, Double)) -> (Double, Double, Double) {
            (u.1 * v.2 - u.2 * v.1, u.2 * v.0 - u.0 * v.2, u.0 * v.1 - u.1 * v.0)
        }
        let (x, y, z) = (cross(b, c), cross(c, a), cross(a, b))
        let determinant = a.0 * x.0 + a.1 * x.1 + a.2 * x.2
        return [
            (x.0 / determinant, y.0 / determinant, z.0 / determinant),
            (x.1 / determinant, y.1 / determinant, z.1 / determinant),
            (x.2 / determinant, y.2 / determinant, z.2 / determinant),
        ]
    }()
}

extension NtscSettings {
    /// The signal alone: modulated and demodulated, with nothing before, after or between.
    static var plain: NtscSettings {
        var s = NtscSettings()
        s.useField = .both
        (s.inputLumaFilter, s.chromaLowpassIn, s.chromaLowpassOut) = (.none, .none, .none)
        (s.compositePreemphasis, s.lumaSmear) = (0, 0)
        (s.snowIntensity, s.chromaPhaseNoiseIntensity) = (0, 0)
        (s.compositeNoise, s.lumaNoise, s.chromaNoise) = (false, false, false)
        (s.headSwitching, s.trackingNoise, s.ringing) = (false, false, false)
        (s.vhsSettings, s.vhsChromaVertBlend) = (false, false)
        s.chromaDemodulation = .box
        return s
    }

    /// These settings with others.
    func with(_ change: (inout NtscSettings) -> Void) -> NtscSettings {
        var settings = self
        change(&settings)
        return settings
    }
}

// MARK: Statistics

func mean(_ values: some Collection<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

func variance(_ values: some Collection<Double>) -> Double {
    let middle = mean(values)
    return mean(values.map { ($0 - middle) * ($0 - middle) })
}

/// The standard deviation of all values.
func deviation(_ rows: [[Double]]) -> Double { variance(rows.flatMap { $0 }).squareRoot() }

/// The energy of differences between columns: how sharp rows are.
func sharpness(_ rows: [[Double]]) -> Double {
    rows.reduce(0) { sum, row in sum + zip(row, row.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
}

/// How alike values are: 1 the same, 0 not at all.
func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (middleA, middleB) = (mean(a), mean(b))
    let covariance = mean(zip(a, b).map { ($0 - middleA) * ($1 - middleB) })
    return covariance / (variance(a) * variance(b)).squareRoot()
}

/// How alike neighbours in rows are.
func neighbours(_ rows: [[Double]]) -> Double {
    correlation(rows.flatMap { $0.dropLast() }, rows.flatMap { $0.dropFirst() })
}

/// Of a part of a whole turn.
func sinCos(_ turns: Double) -> (sine: Double, cosine: Double) {
    let angle = 2 * Double.pi * turns
    return (sin(angle), cos(angle))
}

/// By what part of a whole turn one hue is from another: -0.5...0.5.
func turn(from a: (i: Double, q: Double), to b: (i: Double, q: Double)) -> Double {
    atan2(a.i * b.q - a.q * b.i, a.i * b.i + a.q * b.q) / (2 * Double.pi)
}
