// SPDX-License-Identifier: MIT
import COpenSSL
import Foundation

/// SHA-256 of bytes that come one after another.
final class Digest {
    private let context: OpaquePointer

    init() throws {
        guard let made = EVP_MD_CTX_new(), EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1 else {
            throw Failure("libcrypto has no SHA-256.")
        }
        context = made
    }

    deinit { EVP_MD_CTX_free(context) }

    func add(_ bytes: UnsafeRawBufferPointer) { _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

    /// Hexadecimal; nothing may be added afterwards.
    func end(digits: Int = 64) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        _ = EVP_DigestFinal_ex(context, &bytes, nil)
        return bytes.prefix(digits / 2).map { String(UInt32($0) + 256, radix: 16).dropFirst() }.joined()
    }

    static func of(_ data: Data) throws -> String {
        let digest = try Digest()
        data.withUnsafeBytes { digest.add($0) }
        return digest.end()
    }

    /// Of a file, or of its first and last bytes, `edge` of each.
    static func ofFile(_ path: String, edge: Int? = nil) throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Failure("\(path) can't be read.") }
        defer { try? file.close() }
        let digest = try Digest()
        func add(_ limit: Int) throws {
            var left = limit
            while left > 0, let data = try file.read(upToCount: min(left, 1 << 20)), !data.isEmpty {
                data.withUnsafeBytes { digest.add($0) }
                left -= data.count
            }
        }
        do {
            guard let edge else {
                try add(.max)
                return digest.end()
            }
            try add(edge)
            let size = try file.seekToEnd()
            if size > UInt64(edge) {
                try file.seek(toOffset: size - min(UInt64(edge), size - UInt64(edge)))
                try add(edge)
            }
        } catch {
            throw Failure("\(path) can't be read: \(error.localizedDescription)")
        }
        return digest.end()
    }
}
