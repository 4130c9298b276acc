// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

/// Reads a file, or a text that stands in place of one, and makes of it what counts.
func readFile(_ location: String, _ kind: FileKind) throws -> any AnyObject & Sendable {
    try location.withCString { try readFile(bytes: $0, kind) }
}

/// The same for a name that may be no text: to the system it is bytes.
func readFile(bytes location: UnsafePointer<CChar>, _ kind: FileKind) throws -> any AnyObject & Sendable {
    if kind.source != .file { return try kind.load(text: location) }
    var result: Result<any AnyObject & Sendable, any Error>?
    let take = Box<(SwvFileContent) -> Void> { content in result = Result { try kind.load(FileContent(content)) } }
    var failure = SwvError()
    let isRead = withExtendedLifetime(take) {
        swv_file_load(
            location, kind.maximumBytes, kind.name.cString, kind.takesImages, take.pointer,
            { data, content in of(data, Box<(SwvFileContent) -> Void>.self).value(content.pointee) }, &failure)
    }
    guard isRead else { throw EffectError(failure.text) }
    guard let result else { throw EffectError("It holds nothing.") }
    return try result.get()
}

extension FileContent {
    /// What C has read, as long as it has it.
    fileprivate init(_ content: SwvFileContent) {
        guard let pixels = content.pixels else {
            self = .bytes(UnsafeRawBufferPointer(start: content.bytes, count: content.byte_count))
            return
        }
        let (width, height) = (Int(content.width), Int(content.height))
        let start = UnsafeRawPointer(pixels).assumingMemoryBound(to: SIMD4<UInt16>.self)
        self = .image(UnsafeBufferPointer(start: start, count: width * height), width: width, height: height)
    }
}
