// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// What a child process left.
struct Outcome {
    /// The exit code, or nil if a signal ended it.
    let code: Int32?
    /// Standard output and error.
    let text: String
}

/// The release plugin, and GStreamer's tools run with it and a private registry.
enum Tool {
    /// The folder of the package.
    static let package: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    static let pluginFolder: String = {
        getenv("SWIFTVIDEO_PLUGIN_DIR").map { String(cString: $0) } ?? package + "/.build/release"
    }()

    static let clip = package + "/Tests/Media/bigbuckbunny.mp4"

    /// A folder for this run's files, which goes with the process.
    static let scratch: String = {
        var name = Array("/tmp/swiftvideo-tests-XXXXXX".utf8CString)
        return name.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, let made = mkdtemp(start) else { return "/tmp" }
            atexit { try? FileManager.default.removeItem(atPath: Tool.scratch) }
            return String(cString: made)
        }
    }()

    /// Fails with what to do when the plugin has not been built.
    static func requirePlugin() throws {
        let file = pluginFolder + "/libgstswiftvideo.so"
        try #require(
            access(file, R_OK) == 0,
            "\(file) is missing: run swift build -c release, or set SWIFTVIDEO_PLUGIN_DIR to its folder")
    }

    static func launch(_ pipeline: String, _ environment: [String: String] = [:]) throws -> Outcome {
        try run(["gst-launch-1.0", "-q"] + pipeline.split(separator: " ").map { String($0) }, environment)
    }

    /// Runs a program with nothing in its environment but what GStreamer needs to find the plugin.
    static func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Outcome {
        try requirePlugin()
        var variables = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "GST_PLUGIN_PATH": pluginFolder,
            "GST_REGISTRY": scratch + "/registry.bin", "GST_DEBUG_NO_COLOR": "1",
        ]
        variables.merge(environment) { $1 }
        let output = scratch + "/output.txt"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Threads of a Swift program may block signals, and timeout would wait for ever for those of its child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        let result = withStrings(["/usr/bin/env", "timeout", "60"] + arguments) { argv in
            withStrings(variables.map { "\($0)=\($1)" }) { envp in
                posix_spawn(&child, "/usr/bin/env", &actions, &attributes, argv, envp)
            }
        }
        try #require(result == 0, "posix_spawn: \(String(cString: strerror(result)))")
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 && errno == EINTR {}
        let hasExited = status & 0x7f == 0
        // timeout ends as its child does, a signal being 128 and its number.
        let code = status >> 8 & 0xff
        return Outcome(
            code: hasExited && code < 128 ? code : nil, text: String(decoding: read(output), as: UTF8.self))
    }

    private static func withStrings<R>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    /// The bytes of a file; none if it can't be read.
    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    static func write(_ bytes: some Collection<UInt8>, to path: String) {
        guard let file = fopen(path, "wb") else { return }
        defer { fclose(file) }
        let array = Array(bytes)
        fwrite(array, 1, array.count, file)
    }
}
