// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

/// What was made of a file, for C to hold.
final class AnyContent: Sendable {
    let object: any AnyObject & Sendable

    init(_ object: any AnyObject & Sendable) { self.object = object }
}

/// Numbers as C has them.
func numberText(_ numbers: [Double]) -> String { numbers.map { "\($0)" }.joined(separator: " ") }

/// Reads a file and makes of it what counts.
func readFile(_ location: String, _ kind: FileKind) throws -> any AnyObject & Sendable {
    try location.withCString { try readFile(bytes: $0, kind) }
}

/// The same for a name that may be no text: to the system it is bytes.
func readFile(bytes location: UnsafePointer<CChar>, _ kind: FileKind) throws -> any AnyObject & Sendable {
    let reading = FileReading(kind)
    var failure = SwvError()
    let isRead = swv_file_load(
        location, kind.maximumBytes, kind.name.cString, kind.takesImages, Unmanaged.passUnretained(reading).toOpaque(),
        { data, content in
            of(data, FileReading.self).take(content.pointee)
        }, &failure)
    guard isRead else { throw EffectError(failure.text) }
    guard let result = reading.result else { throw EffectError("It holds nothing.") }
    return try result.get()
}

private final class FileReading {
    private let kind: FileKind
    private(set) var result: Result<any AnyObject & Sendable, any Error>?

    init(_ kind: FileKind) { self.kind = kind }

    func take(_ content: SwvFileContent) {
        let found: FileContent
        if let pixels = content.pixels {
            let (width, height) = (Int(content.width), Int(content.height))
            found = .image(
                UnsafeBufferPointer(
                    start: UnsafeRawPointer(pixels).assumingMemoryBound(to: SIMD4<UInt16>.self), count: width * height),
                width: width, height: height)
        } else {
            found = .bytes(UnsafeRawBufferPointer(start: content.bytes, count: content.byte_count))
        }
        result = Result { try kind.load(found) }
    }
}
