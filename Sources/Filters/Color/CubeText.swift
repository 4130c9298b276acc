// SPDX-License-Identifier: MIT
internal import Effects
internal import PixelCore

/// The text of a `.cube` file: keywords, then a colour in each line, of which red changes fastest.
///
/// Source: Adobe, Cube LUT Specification 1.0; DaVinci Resolve's `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`, and a table of one
/// axis before the cube.
struct CubeText {
    /// What arguments a table has entries for, by component.
    private struct Domain {
        var low = SIMD3(repeating: 0.0)
        var high = SIMD3(repeating: 1.0)
    }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var line = 0
    private var curveSize: Int?
    private var cubeSize: Int?
    private var curveDomain = Domain()
    private var cubeDomain = Domain()
    /// Made for the size when the first colour comes.
    private var memory: Scratch?
    private var colorCount = 0

    /// Bytes of a line that is no comment and no title.
    private static let longestLine = 4096

    /// Reads all lines.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        self.bytes = bytes
        guard !bytes.contains(0) else {
            throw EffectError(
                "It is neither text in UTF-8 nor a PNG or JPEG image; give the name of a .cube file or an image.")
        }
        while let words = try nextLine() { try take(words) }
        guard curveSize != nil || cubeSize != nil else {
            throw EffectError("It has no LUT_3D_SIZE and no LUT_1D_SIZE; give the name of a .cube file.")
        }
        let wanted = (curveSize ?? 0) + cubeCount
        guard colorCount == wanted else {
            throw failure("The file ends after \(colorCount) colours; its size is for \(wanted).")
        }
    }

    /// Those that have been read.
    private var colors: UnsafeMutableBufferPointer<SIMD3<Float>> {
        UnsafeMutableBufferPointer(
            start: memory?.base.assumingMemoryBound(to: SIMD3<Float>.self), count: memory == nil ? 0 : colorCount)
    }

    private var cubeCount: Int { cubeSize.map { $0 * $0 * $0 } ?? 0 }

    // MARK: Lines

    /// The words of the next line that has any; nil at the end.
    private mutating func nextLine() throws(EffectError) -> [Substring]? {
        while offset < bytes.count {
            let end =
                bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
            let bytesOfLine = bytes[offset..<end]
            let isPair =
                end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n")
            offset = end + (isPair ? 2 : 1)
            line += 1
            if bytesOfLine.first == UInt8(ascii: "#") || bytesOfLine.starts(with: "TITLE".utf8) { continue }
            guard bytesOfLine.count <= Self.longestLine else {
                throw failure("There are more than \(Self.longestLine) bytes, which no line of such a file has.")
            }
            let text = String(decoding: bytesOfLine, as: UTF8.self)
            let words = text.split { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
            if let first = words.first, !first.hasPrefix("#") { return words }
        }
        return nil
    }

    private func failure(_ message: String) -> EffectError { EffectError("Line \(line): \(message)") }

    private mutating func take(_ words: [Substring]) throws {
        switch words[0] {
        case "LUT_1D_SIZE": curveSize = try size(words, 2...65536)
        case "LUT_3D_SIZE": cubeSize = try size(words, 2...LookUpTable.maximumCubeSize)
        case "DOMAIN_MIN":
            let low = try numbers(words.dropFirst(), 3)
            (curveDomain.low, cubeDomain.low) = (SIMD3(low), SIMD3(low))
        case "DOMAIN_MAX":
            let high = try numbers(words.dropFirst(), 3)
            (curveDomain.high, cubeDomain.high) = (SIMD3(high), SIMD3(high))
        case "LUT_1D_INPUT_RANGE": curveDomain = try range(words)
        case "LUT_3D_INPUT_RANGE": cubeDomain = try range(words)
        default: try takeColor(words)
        }
    }

    private func size(_ words: [Substring], _ range: ClosedRange<Int>) throws(EffectError) -> Int {
        guard words.count == 2, let size = Int(words[1]), range.contains(size) else {
            throw failure("\(words[0]) is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        guard colorCount == 0 else { throw failure("\(words[0]) comes after colours.") }
        return size
    }

    private func range(_ words: [Substring]) throws(EffectError) -> Domain {
        let ends = try numbers(words.dropFirst(), 2)
        return Domain(low: SIMD3(repeating: ends[0]), high: SIMD3(repeating: ends[1]))
    }

    private mutating func takeColor(_ words: [Substring]) throws {
        guard let first = words[0].first, first.isNumber || first == "-" || first == "+" || first == "." else {
            throw failure("\"\(words[0].prefix(20))\" is nothing that .cube files have.")
        }
        let color = try numbers(words[...], 3)
        let wanted = (curveSize ?? 0) + cubeCount
        guard colorCount < wanted else {
            throw failure("There are more colours than the size, \(wanted), is for.")
        }
        if memory == nil { memory = try Scratch(byteCount: wanted * MemoryLayout<SIMD3<Float>>.stride, zeroed: false) }
        colorCount += 1
        colors[colorCount - 1] = SIMD3(Float(color[0]), Float(color[1]), Float(color[2]))
    }

    private func numbers(_ words: ArraySlice<Substring>, _ count: Int) throws(EffectError) -> [Double] {
        let values = words.compactMap { Double($0) }.filter { $0.magnitude <= 1e6 }
        guard values.count == count, words.count == count else {
            throw failure("There should be \(count) numbers.")
        }
        return values
    }

    // MARK: The table

    /// One cube for colours from 0 to 1, whatever the file's tables are for.
    func table() throws -> LookUpTable {
        for domain in [curveDomain, cubeDomain] {
            guard domain.low.x < domain.high.x, domain.low.y < domain.high.y, domain.low.z < domain.high.z else {
                throw EffectError("The ends of its domain, or of a range, are not in order.")
            }
        }
        let isPlain =
            curveSize == nil && cubeDomain.low == SIMD3(repeating: 0) && cubeDomain.high == SIMD3(repeating: 1)
        // Curves need more entries than cubes usually have.
        let size = isPlain ? cubeSize ?? 2 : max(cubeSize ?? 2, 65)
        return try LookUpTable(cube: size) { entries in
            guard !isPlain else {
                for (index, color) in colors.enumerated() { entries[index] = SIMD4(color, 0) }
                return
            }
            let step = 1 / Double(size - 1)
            for index in entries.indices {
                let position = SIMD3(Double(index % size), Double(index / size % size), Double(index / size / size))
                entries[index] = SIMD4(value(position * step), 0)
            }
        }
    }

    /// What the file makes of a colour: first by its curves, then by its cube.
    private func value(_ color: SIMD3<Double>) -> SIMD3<Float> {
        var color = color
        if let curveSize {
            let position = Self.position(color, curveDomain, curveSize)
            for component in 0..<3 {
                let (cell, part) = Self.cell(position[component], curveSize)
                let (low, high) = (colors[cell][component], colors[cell + 1][component])
                color[component] = Double(low) + Double(high - low) * part
            }
        }
        guard let cubeSize else { return SIMD3(Float(color.x), Float(color.y), Float(color.z)) }
        let position = Self.position(color, cubeDomain, cubeSize)
        var (cells, parts) = (SIMD3(repeating: 0), SIMD3(repeating: 0.0))
        for axis in 0..<3 { (cells[axis], parts[axis]) = Self.cell(position[axis], cubeSize) }
        var sum = SIMD3<Double>(repeating: 0)
        for corner in 0..<8 {
            let (x, y, z) = (corner & 1, corner >> 1 & 1, corner >> 2)
            let weight =
                (x == 1 ? parts.x : 1 - parts.x) * (y == 1 ? parts.y : 1 - parts.y) * (z == 1 ? parts.z : 1 - parts.z)
            let index = cells.x + x + cubeSize * (cells.y + y + cubeSize * (cells.z + z))
            let entry = colors[(curveSize ?? 0) + index]
            sum += weight * SIMD3(Double(entry.x), Double(entry.y), Double(entry.z))
        }
        return SIMD3(Float(sum.x), Float(sum.y), Float(sum.z))
    }

    private static func position(_ color: SIMD3<Double>, _ domain: Domain, _ size: Int) -> SIMD3<Double> {
        (color - domain.low) / (domain.high - domain.low) * Double(size - 1)
    }

    private static func cell(_ position: Double, _ size: Int) -> (Int, Double) {
        let limited = min(max(position, 0), Double(size - 1))
        let cell = min(Int(limited), size - 2)
        return (cell, limited - Double(cell))
    }
}
