// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamer
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

@main
struct Showcase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "showcase",
        abstract: "Shows the elements of a plugin on a web page, where they can be set while they play.",
        discussion: "Prints the page's address when it can be opened. Ctrl-C ends it.")

    @Option(help: "The address to listen at. Other than the loopback, anyone who reaches it can use the page.")
    var listen = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes any that is free.")
    var port: UInt16 = 8080

    @Flag(help: "Opens the page in the desktop's browser, by xdg-open.")
    var open = false

    @Option(help: "A name of this machine that browsers may use for it, besides localhost.")
    var name: [String] = []

    @Option(help: "The plugin whose elements are shown.")
    var plugin = "swiftvideo"

    @Option(help: "The folder with the bundled videos.")
    var media = "Tests/Media"

    @Option(help: "The folder with the page.")
    var page = "gst-examples/showcase/page"

    @Option(
        help: """
            The source of the page's camera, as gst-launch-1.0 takes it: v4l2src, unless others can use the page too.
            """)
    var camera: String?

    @Option(help: "MiB of a video that is loaded, at most.")
    var maxUpload = 256

    func validate() throws {
        guard Visitors.isAddress(listen) else {
            throw ValidationError("--listen is an address such as 127.0.0.1 or ::1.")
        }
        guard (1...65536).contains(maxUpload) else { throw ValidationError("--max-upload is from 1 to 65536.") }
    }

    func run() throws {
        // Before there are threads, which must not take them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Connections are files, and the server ends where it may open no more.
        var descriptors = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0 {
            descriptors.rlim_cur = descriptors.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors)
        }
        // A browser that goes away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        gst_init(nil, nil)

        let isForOthers = listen != "::1" && !listen.hasPrefix("127.")
        let source = try camera.map(checked) ?? (isForOthers ? nil : "v4l2src")
        let stage = try Stage(plugin: plugin, media: media, camera: source)
        defer { stage.close() }
        let uploads = try Uploads(limit: maxUpload * 1_048_576)
        defer { uploads.removeAll() }
        let held = 65536
        let site = Site(
            stage: stage, uploads: uploads, visitors: Visitors(names: name.map { $0.lowercased() }), files: try files(),
            held: held)
        var configuration = HTTPServer.Configuration(address: try address())
        // Longer than anything takes; what comes in has limits of its own.
        (configuration.timeout, configuration.logger) = (600, .disabled)
        (configuration.sharedRequestBufferSize, configuration.sharedRequestReplaySize) = (held, 0)
        configuration.pool = AtOncePool(pool: HTTPServer.defaultPool())
        let server = HTTPServer(config: configuration, handler: site)

        let failure = Mutex<(any Error)?>(nil)
        Task {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await server.run() }
                    group.addTask { [open] in
                        let url = try await Self.announce(server)
                        if open { Self.openBrowser(url) }
                    }
                    try await group.waitForAll()
                }
            } catch {
                failure.withLock { $0 = error }
                kill(getpid(), SIGTERM)
            }
        }
        var number: Int32 = 0
        sigwait(&signals, &number)
        if let failure = failure.withLock({ $0 }) {
            throw Failure(refusal(failure))
        }
        let isStopped = DispatchSemaphore(value: 0)
        Task {
            await server.stop(timeout: 1)
            isStopped.signal()
        }
        isStopped.wait()
    }

    /// Refuses what is no source.
    private func checked(_ camera: String) throws -> String {
        var error: UnsafeMutablePointer<GError>?
        // As it is played: caps may end it.
        let pipeline = gst_parse_launch("\(camera) ! fakesink", &error)
        if let pipeline { gst_object_unref(pipeline) }
        guard pipeline != nil, error == nil else { throw Failure("--camera \(camera): \(Failure(error))") }
        return camera
    }

    /// Prints the page's address, and returns it.
    private static func announce(_ server: HTTPServer) async throws -> String {
        try await server.waitUntilListening()
        let url =
            switch await server.listeningAddress {
            case .ip4(let address, let port): "http://\(address):\(port)/"
            case .ip6(let address, let port): "http://[\(address)]:\(port)/"
            default: throw Failure("The server has no address.")
            }
        print(url)
        fflush(nil)
        return url
    }

    private static func openBrowser(_ url: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", url]
        process.terminationHandler = { process in
            if process.terminationStatus == 0 { return }
            print("xdg-open opens no browser: open the address above by hand.")
            fflush(nil)
        }
        // There is always an env; where there is no xdg-open, env fails.
        try? process.run()
    }

    /// Why the server can't listen, and what to do.
    private func refusal(_ error: any Error) -> String {
        guard case SocketError.failed(_, let number, let message) = error else { return "The server fails: \(error)" }
        return switch number {
        case EADDRINUSE:
            "Port \(port) of \(listen) is in use by another program, perhaps another showcase. "
                + "Choose another port, such as --port \(port == 65535 ? 8080 : port + 1), "
                + "or --port 0 for any that is free."
        case EACCES: "Port \(port) needs the rights of root: choose one from 1024 on, such as --port 8080."
        case EADDRNOTAVAIL:
            "This machine does not have the address \(listen): leave --listen out, or use 0.0.0.0 for all."
        default: "Port \(port) of \(listen) can't be used: \(message)."
        }
    }

    private func address() throws -> any SocketAddress {
        if listen.contains(":") { return try sockaddr_in6.inet6(ip6: listen, port: port) }
        return try sockaddr_in.inet(ip4: listen, port: port)
    }

    /// The page's files, all that are in its folder and of a type that it uses.
    private func files() throws -> [String: (type: String, content: Data)] {
        let types = [
            "html": "text/html; charset=utf-8", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
        ]
        var files: [String: (type: String, content: Data)] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: page)) ?? [] {
            guard let type = types[URL(fileURLWithPath: name).pathExtension] else { continue }
            files[name] = FileManager.default.contents(atPath: "\(page)/\(name)").map { (type, $0) }
        }
        guard files["index.html"] != nil else {
            throw Failure("There is no \(page)/index.html: name the folder of the page with --page.")
        }
        return files
    }
}

/// Sends what is written at once. Else the second half of an answer would wait until the first has been confirmed.
private struct AtOncePool<Pool: AsyncSocketPool>: AsyncSocketPool {
    let pool: Pool

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // Connections have it from the socket that listens.
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout.size(ofValue: isOn))
        setsockopt(socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
