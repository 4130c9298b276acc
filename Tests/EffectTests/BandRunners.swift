import Effects
import Glibc

/// Ways to run bands that effects must not notice.
enum BandRunner: CaseIterable {
    case serial
    case reverse
    case threads

    func executor(_ count: Int) -> BandExecutor {
        switch self {
        case .serial:
            BandExecutor(threads: count, pool: nil) { _, _, count, function, context in
                for band in 0..<count { function?(context, band) }
            }
        case .reverse:
            BandExecutor(threads: count, pool: nil) { _, _, count, function, context in
                for band in (0..<count).reversed() { function?(context, band) }
            }
        case .threads:
            BandExecutor(threads: count, pool: nil, run: runOnThreads)
        }
    }
}

private struct BandCall {
    let function: BandFunction
    let context: UnsafeMutableRawPointer?
    let band: Int32
}

/// A thread for every band.
private func runOnThreads(
    _ pool: UnsafeMutableRawPointer?, _ threads: Int32, _ count: Int32, _ function: BandFunction?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let function else { return }
    let calls = UnsafeMutablePointer<BandCall>.allocate(capacity: Int(count))
    defer { calls.deallocate() }
    var threads: [pthread_t] = []
    for band in 0..<Int(count) {
        (calls + band).initialize(to: BandCall(function: function, context: context, band: Int32(band)))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let call = argument?.load(as: BandCall.self) else { return nil }
                call.function(call.context, call.band)
                return nil
            }, calls + band)
        precondition(result == 0, "no thread for a test")
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
}
