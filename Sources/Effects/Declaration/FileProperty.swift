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

/// What files a property takes.
package struct FileKind: Sendable {
    /// What it should be, such as "a text file".
    package let name: StaticString
    package let maximumBytes: Int
    package let takesImages: Bool
    package let load: @Sendable (FileContent) throws -> any AnyObject & Sendable
}

/// Reads a file and makes of it what counts.
package typealias FileReader = @Sendable (_ location: String, _ kind: FileKind) throws -> any AnyObject & Sendable
