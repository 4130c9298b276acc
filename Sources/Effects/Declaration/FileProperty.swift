// SPDX-License-Identifier: MIT
/// A file that a setting names, and what was made of it.
public struct LoadedFile<Content: AnyObject & Sendable>: Sendable, Hashable {
    /// Its name.
    public let location: String
    /// What was made of it when it was read.
    public let content: Content

    /// A file that was read.
    public init(_ location: String, _ content: Content) { (self.location, self.content) = (location, content) }

    public static func == (a: LoadedFile, b: LoadedFile) -> Bool { a.content === b.content && a.location == b.location }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(content)) }
}

/// What a file holds.
public enum FileContent {
    /// Its bytes.
    case bytes(UnsafeRawBufferPointer)
    /// The pixels of an image, row by row: A, R, G and B from 0 to 65535.
    case image(UnsafeBufferPointer<SIMD4<UInt16>>, width: Int, height: Int)
}

/// What files a property takes, or what texts in place of a file.
package struct FileKind: Sendable {
    /// Where the content comes from.
    package enum Source: Sendable {
        /// A file that the value names.
        case file
        /// The value itself.
        case text
        /// The value itself, which is a GstStructure, as GStreamer writes it.
        case structure
    }

    package let source: Source
    /// What it should be, such as "a text file".
    package let name: StaticString
    package let maximumBytes: Int
    package let takesImages: Bool
    package let load: @Sendable (FileContent) throws -> any AnyObject & Sendable
}

extension FileKind {
    /// Makes what counts of a text that is the content, up to its 0.
    package func load(text: UnsafePointer<CChar>) throws -> any AnyObject & Sendable {
        var count = 0
        while count <= maximumBytes, text[count] != 0 { count += 1 }
        guard count <= maximumBytes else { throw EffectError("It is longer than \(maximumBytes >> 10) KiB.") }
        return try load(.bytes(UnsafeRawBufferPointer(start: text, count: count)))
    }
}

/// Reads a file and makes of it what counts.
package typealias FileReader = @Sendable (_ location: String, _ kind: FileKind) throws -> any AnyObject & Sendable
