// SPDX-License-Identifier: MIT
import CGStreamer
import Glibc

/// Standard input, a key at a time and without echo where it is a terminal.
final class Keyboard {
    private var saved: termios?
    private(set) var isOpen = true

    init() {
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
        saved = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    func restore() {
        if var saved { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }
        saved = nil
    }

    /// The keys that wait. Others than `Key` are left out.
    func keys() -> [Key] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count <= 0 { isOpen = count < 0 && errno == EINTR }
        return bytes.prefix(max(0, count)).compactMap { Key(rawValue: Character(Unicode.Scalar($0))) }
    }
}

/// Ctrl-C and its like, as a file that can be waited for.
struct Signals {
    let file: Int32

    init() throws {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        file = signalfd(-1, &set, Int32(SFD_CLOEXEC))
        guard file >= 0 else { throw Failure(errno, "Signals") }
    }

    func take() {
        var info = signalfd_siginfo()
        _ = read(file, &info, MemoryLayout.size(ofValue: info))
    }
}
