// SPDX-License-Identifier: MIT
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// What a request brings, read once and within limits.
final class Body: Sendable {
    private let parts: HTTPBodySequence
    private let isOver: Mutex<Bool>

    init(_ parts: HTTPBodySequence, held: Int) {
        self.parts = parts
        isOver = Mutex(parts.count.map { $0 <= held } ?? false)
    }

    func read(
        limit: Int, within seconds: Int, _ sentence: String, _ take: @escaping @Sendable (Data) throws -> Void
    ) async throws {
        if let count = parts.count, count > limit { throw Refusal(.payloadTooLarge, sentence) }
        try await withThrowingTaskGroup(of: Void.self) { [parts] group in
            group.addTask {
                var count = 0
                do {
                    for try await part in parts {
                        count += part.count
                        if count > limit { throw Refusal(.payloadTooLarge, sentence) }
                        try take(part)
                    }
                } catch let error as Refusal {
                    throw error
                } catch let error as Failure {
                    throw error
                } catch {
                    throw Refusal(.badRequest, "The request ends before its end.")
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw Refusal(.requestTimeout, "The request took longer than \(seconds) seconds to come.")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        isOver.withLock { $0 = true }
    }

    func json<Content: Decodable>(
        _ type: Content.Type, _ request: HTTPRequest, like example: String
    ) async throws -> Content {
        let media = request.headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
        guard media?.lowercased() == "application/json" else {
            throw Refusal(.unsupportedMediaType, "The request's Content-Type is to be application/json.")
        }
        let content = Mutex(Data())
        try await read(limit: 65536, within: 10, "Settings are at most 64 KiB.") { part in
            content.withLock { $0 += part }
        }
        do {
            return try JSONDecoder().decode(type, from: content.withLock { $0 })
        } catch {
            throw Refusal(.badRequest, "The request is to be JSON like \(example).")
        }
    }

    /// The same of an object's member of this name, which has to be there.
    func json<Content: Decodable>(
        _ name: String, _ request: HTTPRequest, like example: String
    ) async throws -> Content {
        guard let member = try await json([String: Content].self, request, like: example)[name] else {
            throw Refusal(.badRequest, "The request is to be JSON like \(example).")
        }
        return member
    }

    /// A response that ends the connection if the request has not been read to its end: the rest of it is no request.
    func close(after response: HTTPResponse, _ content: Data) -> HTTPResponse {
        if isOver.withLock({ $0 }) { return response }
        var last = response
        last.headers[.connection] = "close"
        last.payload = .httpBody(HTTPBodySequence(from: Last(content: content, rest: parts), count: content.count))
        return last
    }

    /// The end of a connection: `content`, and then what still comes is read for a while, or the other side
    /// would lose the answer.
    private struct Last: AsyncBufferedSequence {
        typealias Element = UInt8
        let content: Data
        let rest: HTTPBodySequence

        func makeAsyncIterator() -> Iterator { Iterator(content: content, rest: rest) }

        struct Iterator: AsyncBufferedIteratorProtocol {
            var content: Data?
            let rest: HTTPBodySequence

            mutating func next() async throws -> UInt8? { nil }

            mutating func nextBuffer(suggested count: Int) async throws -> Data? {
                if let content {
                    self.content = nil
                    return content
                }
                await withTaskGroup(of: Void.self) { [rest] group in
                    group.addTask { do { for try await _ in rest {} } catch {} }
                    group.addTask { try? await Task.sleep(for: .seconds(2)) }
                    await group.next()
                    group.cancelAll()
                }
                throw showcase.Failure("The request was not read to its end.")
            }
        }
    }
}
