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
        discussion: "Prints the page's address when it can be opened, and ends with Ctrl-C.")

    @Option(help: "The address to listen at. Other than the loopback, anyone who reaches it can use the page.")
    var listen = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes any that is free.")
    var port: UInt16 = 8080

    @Option(help: "A name of this machine that browsers may use for it, besides localhost.")
    var name: [String] = []

    @Option(help: "The plugin whose elements are shown.")
    var plugin = "swiftvideo"

    @Option(help: "The folder with the bundled films.")
    var media = "Tests/Media"

    @Option(help: "The folder with the page.")
    var page = "gst-examples/showcase/page"

    @Option(help: "MiB of a film that is loaded, at most.")
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
        // A browser that goes away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        gst_init(nil, nil)

        let stage = try Stage(plugin: plugin, media: media)
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
                    group.addTask { try await Self.announce(server) }
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
            throw Failure("Port \(port) of \(listen) can't be had: \(failure)")
        }
        let isStopped = DispatchSemaphore(value: 0)
        Task {
            await server.stop(timeout: 1)
            isStopped.signal()
        }
        isStopped.wait()
    }

    private static func announce(_ server: HTTPServer) async throws {
        try await server.waitUntilListening()
        switch await server.listeningAddress {
        case .ip4(let address, let port): print("http://\(address):\(port)/")
        case .ip6(let address, let port): print("http://[\(address)]:\(port)/")
        default: throw Failure("The server has no address.")
        }
        fflush(nil)
    }

    private func address() throws -> any SocketAddress {
        if listen.contains(":") { return try sockaddr_in6.inet6(ip6: listen, port: port) }
        return try sockaddr_in.inet(ip4: listen, port: port)
    }

    private func files() throws -> [String: (type: String, content: Data)] {
        let types = [
            "index.html": "text/html; charset=utf-8", "page.css": "text/css", "page.js": "text/javascript",
            "icon.svg": "image/svg+xml",
        ]
        return Dictionary(
            uniqueKeysWithValues: try types.map { name, type in
                guard let content = FileManager.default.contents(atPath: "\(page)/\(name)") else {
                    throw Failure("There is no \(page)/\(name): name the folder of the page with --page.")
                }
                return (name, (type, content))
            })
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
