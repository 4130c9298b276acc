// SPDX-License-Identifier: MIT
import Foundation

/// How long the header of an AVI file says that its video is, where the file is shorter than its chunks say: GStreamer takes what it finds
/// for the length. Nil: it is no such file. (A whole one may end in chunks that are empty, which repeat a frame.)
func lengthOfCutAVI(_ path: String) -> Int64? {
    guard let bytes = size(of: path), let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    // RIFF chunks follow one another: four letters, the length of what follows in little-endian order, and that.
    func header() -> Data? { (try? file.read(upToCount: 12)).flatMap { $0.count == 12 ? $0 : nil } }
    guard let first = header(), first.prefix(4) == Data("RIFF".utf8), first.suffix(4) == Data("AVI ".utf8) else {
        return nil
    }
    var (place, next): (UInt64, Data?) = (0, first)
    while let chunk = next, chunk.prefix(4) == Data("RIFF".utf8) {
        place += 8 + UInt64(chunk.number(at: 4))
        guard place <= bytes else { break }
        try? file.seek(toOffset: place)
        next = header()
    }
    guard place > bytes, (try? file.seek(toOffset: 0)) != nil, let head = try? file.read(upToCount: 1 << 20),
        let kind = head.range(of: Data("vids".utf8)), kind.lowerBound >= 8,
        head[kind.lowerBound - 8..<kind.lowerBound - 4] == Data("strh".utf8), head.count >= kind.lowerBound + 36
    else { return nil }
    // AVISTREAMHEADER, from its fccType on: dwScale is at 20, dwRate at 24, dwLength at 32.
    let (scale, rate) = (head.number(at: kind.lowerBound + 20), head.number(at: kind.lowerBound + 24))
    guard rate > 0 else { return nil }
    return Int64(Double(head.number(at: kind.lowerBound + 32)) * Double(scale) / Double(rate) * 1e9)
}

extension Data {
    /// The little-endian number of four bytes.
    fileprivate func number(at place: Int) -> UInt32 {
        self[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
