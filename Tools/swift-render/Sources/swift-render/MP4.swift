// SPDX-License-Identifier: MIT
import Foundation

/// A track of an MP4 or QuickTime file, as its header has it.
struct MP4Track {
    let isVideo: Bool
    /// How many samples it has; of sound without coding, a sample is one number of each channel.
    let samples: Int
    /// When what its edit list shows ends, in nanoseconds.
    let end: Int64
}

/// The tracks of video and sound of an MP4 file that is not in fragments; nil: it is no such file, or its header can't be read.
///
/// Source: ISO/IEC 14496-12, 4.2 (boxes), 8.2.2 (mvhd), 8.4.2 (mdhd), 8.4.3 (hdlr), 8.6.6 (elst), 8.7.3 (stsz).
func tracksOfMP4(_ path: String) -> [MP4Track]? {
    guard let file = FileHandle(forReadingAtPath: path), let bytes = size(of: path) else { return nil }
    defer { try? file.close() }
    var place: UInt64 = 0
    while place + 8 <= bytes {
        guard (try? file.seek(toOffset: place)) != nil, let head = try? file.read(upToCount: 16), head.count >= 8 else {
            return nil
        }
        let box = BoxHeader(head, from: 0, end: head.count, rest: Int(clamping: bytes - place))
        guard let box, box.size >= box.headerSize else { return nil }
        if box.name == "moov" {
            // A header of an hour has some megabytes.
            guard box.size <= 1 << 30, (try? file.seek(toOffset: place)) != nil,
                let moov = try? file.read(upToCount: box.size), moov.count == box.size
            else { return nil }
            return MP4Header(data: moov).tracks
        }
        place += UInt64(box.size)
    }
    return nil
}

/// Size and name of a box.
private struct BoxHeader {
    let size: Int
    let headerSize: Int
    let name: String

    /// Nil where it is no box: it is longer than the `rest`, of which it may be all, or is cut off.
    init?(_ data: Data, from place: Int, end: Int, rest: Int) {
        guard end - place >= 8 else { return nil }
        name = String(decoding: data[place + 4..<place + 8], as: UTF8.self)
        let short = data.bigEndian(at: place, bytes: 4)
        switch short {
        case 0: (size, headerSize) = (rest, 8)
        case 1:
            guard end - place >= 16 else { return nil }
            (size, headerSize) = (Int(clamping: data.bigEndian(at: place + 8, bytes: 8)), 16)
        default: (size, headerSize) = (Int(short), 8)
        }
        guard size <= rest else { return nil }
    }
}

private struct MP4Header {
    let data: Data

    var tracks: [MP4Track]? {
        let all = 0..<data.count
        guard let moov = boxes(in: all, "moov").first, boxes(in: moov, "mvex").isEmpty,
            let mvhd = boxes(in: moov, "mvhd").first, let movie = times(mvhd), movie.scale > 0
        else { return nil }
        return boxes(in: moov, "trak").compactMap { track(in: $0, movieScale: movie.scale) }
    }

    private func track(in trak: Range<Int>, movieScale: UInt64) -> MP4Track? {
        guard let mdia = boxes(in: trak, "mdia").first, let hdlr = boxes(in: mdia, "hdlr").first, hdlr.count >= 12,
            let mdhd = boxes(in: mdia, "mdhd").first, let media = times(mdhd), media.scale > 0,
            let minf = boxes(in: mdia, "minf").first, let stbl = boxes(in: minf, "stbl").first,
            let stsz = boxes(in: stbl, "stsz").first, stsz.count >= 12
        else { return nil }
        let kind = String(decoding: data[hdlr.lowerBound + 8..<hdlr.lowerBound + 12], as: UTF8.self)
        guard kind == "vide" || kind == "soun" else { return nil }
        let edited = boxes(in: trak, "edts").first.flatMap { boxes(in: $0, "elst").first }.flatMap(shown)
        let seconds = edited.map { Double($0) / Double(movieScale) } ?? Double(media.duration) / Double(media.scale)
        guard seconds < 1e9 else { return nil }
        return MP4Track(
            isVideo: kind == "vide", samples: Int(data.bigEndian(at: stsz.lowerBound + 8, bytes: 4)),
            end: Int64(seconds * 1e9))
    }

    /// Units a second, and how many of them: of mvhd and mdhd.
    private func times(_ box: Range<Int>) -> (scale: UInt64, duration: UInt64)? {
        let isLong = box.count > 0 && data[box.lowerBound] == 1
        guard box.count >= (isLong ? 32 : 20) else { return nil }
        let place = box.lowerBound + (isLong ? 20 : 12)
        return (data.bigEndian(at: place, bytes: 4), data.bigEndian(at: place + 4, bytes: isLong ? 8 : 4))
    }

    /// The sum of an edit list's durations, in units of the movie; nil: it has none, or shows to the end by a duration of 0.
    private func shown(_ box: Range<Int>) -> UInt64? {
        guard box.count >= 8 else { return nil }
        let (isLong, count) = (data[box.lowerBound] == 1, Int(data.bigEndian(at: box.lowerBound + 4, bytes: 4)))
        let length = isLong ? 20 : 12
        guard count > 0, count <= (box.count - 8) / length else { return nil }
        var sum: UInt64 = 0
        for index in 0..<count {
            let duration = data.bigEndian(at: box.lowerBound + 8 + index * length, bytes: isLong ? 8 : 4)
            guard duration > 0, duration < 1 << 48 else { return nil }
            sum += duration
        }
        return sum
    }

    /// What is in the boxes of a name within a range.
    private func boxes(in range: Range<Int>, _ name: String) -> [Range<Int>] {
        var (found, place): ([Range<Int>], Int) = ([], range.lowerBound)
        while let box = BoxHeader(data, from: place, end: range.upperBound, rest: range.upperBound - place),
            box.size >= box.headerSize
        {
            if box.name == name { found.append(place + box.headerSize..<place + box.size) }
            place += box.size
        }
        return found
    }
}

extension Data {
    /// The big-endian number of so many bytes.
    fileprivate func bigEndian(at place: Int, bytes: Int) -> UInt64 {
        self[place..<place + bytes].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
