// SPDX-License-Identifier: MIT
import Effects
import Glibc
import PixelCore
import TestSupport
import Testing

/// Ways to run bands that effects must not notice.
enum BandRunner: CaseIterable {
    case serial
    case reverse
    case threads

    /// Small frames are not worth a second thread; here any are.
    func executor(_ count: Int) -> BandExecutor {
        switch self {
        case .serial:
            BandExecutor(threads: count, minimumThreadWork: 1, pool: nil) { _, _, count, function, context in
                for band in 0..<count { function?(context, band, 0) }
            }
        case .reverse:
            BandExecutor(threads: count, minimumThreadWork: 1, pool: nil) { _, _, count, function, context in
                for band in (0..<count).reversed() { function?(context, band, 0) }
            }
        case .threads:
            BandExecutor(threads: count, minimumThreadWork: 1, pool: nil, run: runOnThreads)
        }
    }
}

/// What one thread does: every band whose number is its own modulo the threads.
private struct BandShare {
    let function: BandFunction
    let context: UnsafeMutableRawPointer?
    let count: Int32
    let thread: Int32
    let threads: Int32
}

/// New threads, with bands dealt out in turn.
private func runOnThreads(
    _ pool: UnsafeMutableRawPointer?, _ threads: Int32, _ count: Int32, _ function: BandFunction?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let function else { return }
    let shares = UnsafeMutablePointer<BandShare>.allocate(capacity: Int(threads))
    defer { shares.deallocate() }
    var running: [pthread_t] = []
    for thread in 0..<threads {
        let share = shares + Int(thread)
        share.initialize(
            to: BandShare(function: function, context: context, count: count, thread: thread, threads: threads))
        var handle = pthread_t()
        let result = pthread_create(
            &handle, nil,
            { argument in
                guard let share = argument?.load(as: BandShare.self) else { return nil }
                for band in stride(from: share.thread, to: share.count, by: Int(share.threads)) {
                    share.function(share.context, band, share.thread)
                }
                return nil
            }, share)
        precondition(result == 0, "no thread for a test")
        running.append(handle)
    }
    for thread in running { pthread_join(thread, nil) }
}

extension InPlaceEffect {
    /// Renders a frame from the beginning; an error is an issue of the test.
    func render(_ frame: TestFrame, _ settings: Settings, _ colorimetry: Colorimetry, _ bands: BandExecutor) {
        do {
            try configure(frame.image(colorimetry))
            try update(settings)
            try render(frame.frame, bands: bands)
        } catch {
            Issue.record("\(error)")
        }
    }
}
