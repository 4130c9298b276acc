// SPDX-License-Identifier: MIT
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

    /// Tells the thread to end, and returns when it has left `body` for the last time.
    func end() {
        tell()
        wait()
    }

    /// Tells the thread to end, which may be in `body` still.
    func tell() { isEnding.store(true, ordering: .releasing) }

    func wait() {
        while !isDone.load(ordering: .acquiring) { usleep(200) }
    }
}

/// Numbers from 0 on, for one thread after the other.
final class Steps: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// How many have been taken.
    var taken: Int { count.load(ordering: .relaxed) }
}

/// A value that one thread at a time has. No `Mutex`: ThreadSanitizer does not see it wait for another thread.
final class Locked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
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

/// Threads of this process that elements have started: those under the name the band pool gives them. The test
/// runner's own come and go.
func threadCount() -> Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
        let id = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard let file = fopen("/proc/self/task/\(id)/comm", "r") else { continue }
        defer { fclose(file) }
        var name = [CChar](repeating: 0, count: 32)
        guard fgets(&name, 32, file) != nil else { continue }
        if strncmp(name, "swiftvideo\n", 11) == 0 { count += 1 }
    }
    return count
}

/// Whether something becomes true, which costs no more than it takes: a new thread gets its name, and one that was joined leaves
/// the list, a moment later, on a busy machine much later.
func eventually(seconds: Double = 120, _ condition: () -> Bool) -> Bool {
    let start = now()
    while !condition() {
        guard now() - start < seconds else { return false }
        usleep(1000)
    }
    return true
}
