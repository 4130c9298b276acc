// SPDX-License-Identifier: MIT
/// Called once for every band, on any thread.
///
/// Calls at the same time have different `thread` numbers, from 0 up to but not including the number of threads that
/// the run was given.
public typealias BandFunction =
    @convention(c) (_ context: UnsafeMutableRawPointer?, _ band: Int32, _ thread: Int32) -> Void

/// Calls `function` for bands 0..<count on at most `threads` threads, and returns when all are done.
public typealias BandRunFunction =
    @convention(c) (
        _ pool: UnsafeMutableRawPointer?, _ threads: Int32, _ count: Int32, _ function: BandFunction?,
        _ context: UnsafeMutableRawPointer?
    ) -> Void

/// How bands of a frame are run: one after the other, or on the threads of a pool.
///
/// It is made of C functions so that running bands allocates nothing.
public struct BandExecutor {
    /// Threads that bands are run on, the calling one included.
    public let threads: Int
    /// The least work that is worth another thread: less takes no longer than waking it. See ``BandedEffect/pixelCost``.
    public let minimumThreadWork: Double
    private let pool: UnsafeMutableRawPointer?
    private let runFunction: BandRunFunction?

    /// What ``minimumThreadWork`` is, unless a test wants threads for less: about 25 microseconds.
    public static let usualThreadWork = 512.0 * 1024

    /// Runs bands on `pool` by calling `run`.
    public init(
        threads: Int, minimumThreadWork: Double = Self.usualThreadWork, pool: UnsafeMutableRawPointer?,
        run: @escaping BandRunFunction
    ) {
        self.threads = max(1, threads)
        self.minimumThreadWork = max(1, minimumThreadWork)
        self.pool = pool
        self.runFunction = run
    }

    private init() {
        threads = 1
        minimumThreadWork = 1
        pool = nil
        runFunction = nil
    }

    /// Everything on the calling thread.
    public static var serial: BandExecutor { BandExecutor() }

    func run(threads: Int, count: Int, context: UnsafeMutableRawPointer, _ function: BandFunction) {
        if threads > 1, let runFunction {
            runFunction(pool, Int32(threads), Int32(count), function, context)
        } else {
            for band in 0..<count { function(context, Int32(band), 0) }
        }
    }
}
