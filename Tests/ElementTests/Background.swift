import Glibc
import Synchronization

/// A thread that repeats something until it is told to end.
final class Background: Sendable {
    private let isEnding = Atomic(false)
    private let isDone = Atomic(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let me = Unmanaged<Background>.fromOpaque(context).takeRetainedValue()
                while !me.isEnding.load(ordering: .acquiring) { me.body() }
                me.isDone.store(true, ordering: .releasing)
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    /// Returns when the thread has left `body` for the last time.
    func end() {
        isEnding.store(true, ordering: .releasing)
        while !isDone.load(ordering: .acquiring) { usleep(200) }
    }
}

/// A pointer that another thread may use, because what it points to is made for that.
struct Shared<T>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<T>
}

/// Seconds of a clock that only goes forward.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Threads of this process.
func threadCount() -> Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count - 2
}
