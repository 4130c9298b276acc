// SPDX-License-Identifier: MIT
import CPNG
import Glibc

/// An image in memory: red, green, blue and alpha of 8 bits each.
struct Image {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    static let bytesPerPixel = 4

    /// Reads a PNG file of any kind.
    init(reading path: String) throws {
        // Opening a pipe would wait until somebody writes to it.
        try Self.refuseOthers(path)
        var image = png_image()
        image.version = cpng_version
        guard png_image_begin_read_from_file(&image, path) != 0 else { throw Failure(image, path) }
        image.format = cpng_format_rgba
        (width, height) = (Int(image.width), Int(image.height))
        bytes = [UInt8](repeating: 0, count: width * height * Self.bytesPerPixel)
        guard png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { throw Failure(image, path) }
    }

    /// Throws where something is at a path that is not a file.
    private static func refuseOthers(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(path): not a file")
        }
    }

    /// Writes a PNG file. One that is there already is as it was until the new one is whole.
    func write(to path: String) throws {
        var image = png_image()
        image.version = cpng_version
        image.format = cpng_format_rgba
        (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
        try Self.refuseOthers(path)
        let partial = path + ".part"
        unlink(partial)
        guard png_image_write_to_file(&image, partial, 0, bytes, 0, nil) != 0 else { throw Failure(image, path) }
        guard rename(partial, path) == 0 else {
            unlink(partial)
            throw Failure("\(path): \(String(cString: strerror(errno)))")
        }
    }
}

/// Something that ends the program, in a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What libpng says of a file.
    fileprivate init(_ image: png_image, _ path: String) {
        let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        description = "\(path): \(message)"
    }
}
