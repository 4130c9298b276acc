// SPDX-License-Identifier: MIT
import FlyingFox
import Foundation

/// The page, and what it asks for.
struct Site: HTTPHandler {
    let stage: Stage
    let uploads: Uploads
    let visitors: Visitors
    /// The page's files, by their names.
    let files: [String: (type: String, content: Data)]
    /// Bytes of a request that are read before it gets here.
    let held: Int

    private enum Resource {
        case file(String), elements, state, element(String), reset(String), preset(Stage.PresetAction, of: String)
        case shown, second, paused, video, camera, frame, still
        case filters(String), fragment(String), uniforms(String), input(String, of: String)

        init?(_ path: [String]) {
            switch (path.count, path.first, path.dropFirst().first, path.last) {
            case (1, let name?, _, _) where name.isEmpty: self = .file("index.html")
            case (1, let name?, _, _): self = .file(name)
            case (2, "api", "elements", _): self = .elements
            case (2, "api", "state", _): self = .state
            case (2, "api", "shown", _): self = .shown
            case (2, "api", "second", _): self = .second
            case (2, "api", "paused", _): self = .paused
            case (2, "api", "video", _): self = .video
            case (2, "api", "camera", _): self = .camera
            case (2, "api", "frame", _): self = .frame
            case (2, "api", "still.png", _): self = .still
            case (3, "api", "elements", let name?): self = .element(name)
            case (4, "api", "elements", "reset"): self = .reset(path[2])
            case (4, "api", "elements", "filters"): self = .filters(path[2])
            case (4, "api", "elements", "fragment"): self = .fragment(path[2])
            case (4, "api", "elements", "uniforms"): self = .uniforms(path[2])
            case (5, "api", "elements", let input?) where path[3] == "inputs": self = .input(input, of: path[2])
            case (4, "api", "elements", let action?):
                guard let action = Stage.PresetAction(rawValue: action) else { return nil }
                self = .preset(action, of: path[2])
            default: return nil
            }
        }

        var methods: [HTTPMethod] {
            switch self {
            case .file, .elements, .state, .frame, .still: [.GET]
            case .element, .input: [.PATCH]
            case .filters, .fragment, .uniforms, .reset, .preset, .shown, .second, .paused, .camera: [.POST]
            case .video: [.POST, .DELETE]
            }
        }
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = Body(request.bodySequence, held: held)
        var (status, type, content, headers) = (HTTPStatusCode.ok, "application/json", Data(), HTTPHeaders())
        do {
            (type, content, headers) = try await answer(request, body)
        } catch let refusal as Refusal {
            status = refusal.status
            content = try JSONEncoder().encode(["error": refusal.sentence])
        } catch {
            status = .internalServerError
            content = try JSONEncoder().encode(["error": "\(error)"])
        }
        headers[.contentType] = type
        headers[.cacheControl] = "no-store"
        for (name, value) in [
            ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ] { headers[HTTPHeader(name)] = value }
        return body.close(after: HTTPResponse(statusCode: status, headers: headers, body: content), content)
    }

    private typealias Answer = (type: String, content: Data, headers: HTTPHeaders)

    private func answer(_ request: HTTPRequest, _ body: Body) async throws -> Answer {
        let path = request.target.path()
        // A part that can't be decoded stays as it is, and is the name of nothing.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { $0.removingPercentEncoding ?? String($0) }
        guard let resource = Resource(parts) else { throw notHere(path) }
        try visitors.check(request, changes: !resource.methods.contains(.GET))
        guard resource.methods.contains(request.method) else {
            let allowed = resource.methods.map(\.rawValue).joined(separator: " or ")
            throw Refusal(.methodNotAllowed, "\(shown(path)) is asked for with \(allowed).")
        }
        switch resource {
        case .file(let name):
            guard let file = files[name] else { throw notHere(path) }
            return (file.type, file.content, [:])
        case .elements:
            return try json(stage.models)
        case .state: break
        case .shown:
            let name: String = try await body.json("element", request, like: #"{"element": "NAME"}"#)
            try await stage.perform { try $0.show(name) }
        case .second:
            let name: String = try await body.json("second", request, like: #"{"second": "NAME"}"#)
            try await stage.perform { try $0.showSecond(name) }
        case .paused:
            let isPaused: Bool = try await body.json("paused", request, like: #"{"paused": true}"#)
            try await stage.perform { $0.pause(isPaused) }
        case .element(let name):
            let settings = try await body.json([String: Setting].self, request, like: #"{"PROPERTY": 0.5}"#)
            try await stage.perform { try $0.set(name, settings) }
        case .input(let input, let name):
            let settings = try await body.json([String: Setting].self, request, like: #"{"PROPERTY": 0.5}"#)
            try await stage.perform { try $0.setInput(name, input, settings) }
        case .filters(let name):
            let example = #"{"stages": [{"name": "FILTER", "settings": {"PROPERTY": 0.5}}]}"#
            let stages: [ChainStage] = try await body.json("stages", request, like: example)
            try await stage.perform { try $0.setFilters(name, stages) }
        case .fragment(let name):
            let text: String = try await body.json("fragment", request, like: #"{"fragment": "c.rgb = c.bgr;"}"#)
            try await stage.perform { try $0.setFragment(name, text) }
        case .uniforms(let name):
            let example = #"{"uniforms": {"NAME": 0.5}}"#
            let uniforms: [String: Uniform] = try await body.json("uniforms", request, like: example)
            try await stage.perform { try $0.setUniforms(name, uniforms) }
        case .reset(let name):
            try await stage.perform { try $0.reset(name) }
        case .preset(let action, let name):
            let preset: String = try await body.json("preset", request, like: #"{"preset": "NAME"}"#)
            try await stage.perform { try $0.preset(action, preset, of: name) }
        case .video:
            try await changeVideo(request, body)
        case .camera:
            uploads.remove(try await stage.perform { try $0.showCamera() })
        case .frame:
            return try await frame(request)
        case .still:
            let (name, frame) = try await stage.perform { try $0.still() }
            return ("image/png", frame, [HTTPHeader("Content-Disposition"): "attachment; filename=\"\(name)\""])
        }
        return try json(try await stage.perform { try $0.state() })
    }

    private func notHere(_ path: String) -> Refusal { Refusal(.notFound, "There is nothing at \(shown(path)).") }

    private func json(_ value: some Encodable) throws -> Answer {
        ("application/json", try JSONEncoder().encode(value), [:])
    }

    private func changeVideo(_ request: HTTPRequest, _ body: Body) async throws {
        let last: Video
        if request.method == .POST {
            let video = try await uploads.take(body, name: request.query.first { $0.name == "name" }?.value ?? "")
            do {
                last = try await stage.perform { stage in
                    try video.check()
                    return try stage.show(video)
                }
            } catch {
                uploads.remove(video)
                throw error
            }
        } else {
            last = try await stage.perform { try $0.show(Video?.none) }
        }
        uploads.remove(last)
    }

    /// The first pair of frames after one, as soon as it is there, as a form, which browsers read by themselves.
    private func frame(_ request: HTTPRequest) async throws -> Answer {
        let text = request.query.first { $0.name == "after" }?.value ?? "0"
        guard let after = Int(text), after >= 0 else {
            throw Refusal(.badRequest, "after is the number of a frame, not \(shown(text)).")
        }
        let end = ContinuousClock.now + .seconds(2)
        while true {
            let (player, revision) = stage.current
            // One that is ahead has seen another server.
            if let pair = player.frames.newest, pair.number != after || .now > end {
                return try form(pair, player, revision)
            }
            try await Task.sleep(for: .milliseconds(4))
        }
    }

    private struct Facts: Encodable {
        let number, revision: Int
        let frameTime: Double?
        let rate: Double
        let failure: String?
    }

    private func form(_ pair: Frames.Pair, _ player: Player, _ revision: Int) throws -> Answer {
        let facts = Facts(
            number: pair.number, revision: revision, frameTime: player.frames.frameTime, rate: player.frames.rate,
            failure: player.failure)
        let boundary = UUID().uuidString
        var content = Data()
        func add(_ header: String, _ part: Data) {
            content += Data("--\(boundary)\r\nContent-Disposition: form-data; \(header)\r\n\r\n".utf8)
            content += part + Data("\r\n".utf8)
        }
        add("name=\"facts\"", try JSONEncoder().encode(facts))
        add("name=\"original\"; filename=\"original.jpg\"\r\nContent-Type: image/jpeg", pair.original)
        add("name=\"filtered\"; filename=\"filtered.jpg\"\r\nContent-Type: image/jpeg", pair.filtered)
        content += Data("--\(boundary)--\r\n".utf8)
        return ("multipart/form-data; boundary=\(boundary)", content, [:])
    }
}
