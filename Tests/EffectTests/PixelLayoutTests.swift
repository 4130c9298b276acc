// SPDX-License-Identifier: MIT
import PixelCore
import TestSupport
import Testing

@Suite("Pixel layouts")
struct PixelLayoutTests {
    /// Sizes of the planes of a frame 5 x 7: bytes of a row, and rows in a progressive and an interlaced frame.
    private static let facts: [(PixelFormat, [(bytes: Int, rows: Int, interlacedRows: Int)])] = [
        (.i420, [(5, 7, 7), (3, 4, 4), (3, 4, 4)]), (.yv12, [(5, 7, 7), (3, 4, 4), (3, 4, 4)]),
        (.nv12, [(5, 7, 7), (6, 4, 4)]), (.nv21, [(5, 7, 7), (6, 4, 4)]), (.yuy2, [(12, 7, 7)]),
        (.uyvy, [(12, 7, 7)]), (.yvyu, [(12, 7, 7)]), (.y42b, [(5, 7, 7), (3, 7, 7), (3, 7, 7)]),
        (.y444, [(5, 7, 7), (5, 7, 7), (5, 7, 7)]), (.ayuv, [(20, 7, 7)]), (.bgrx, [(20, 7, 7)]),
        (.rgbx, [(20, 7, 7)]), (.xrgb, [(20, 7, 7)]), (.xbgr, [(20, 7, 7)]), (.bgra, [(20, 7, 7)]),
        (.rgba, [(20, 7, 7)]), (.argb, [(20, 7, 7)]), (.abgr, [(20, 7, 7)]), (.rgb, [(15, 7, 7)]),
        (.bgr, [(15, 7, 7)]), (.i420_10, [(10, 7, 7), (6, 4, 4), (6, 4, 4)]), (.p010, [(10, 7, 7), (12, 4, 4)]),
        (.argb64, [(40, 7, 7)]), (.ayuv64, [(40, 7, 7)]), (.gray8, [(5, 7, 7)]), (.gray16le, [(10, 7, 7)]),
        (.gray16be, [(10, 7, 7)]),
    ]

    @Test func allFormatsHaveFacts() {
        #expect(Self.facts.map(\.0) == PixelFormat.allCases)
    }

    @Test func sizesOfPlanes() {
        for (format, planes) in Self.facts {
            let layout = format.layout
            #expect(layout.planeCount == planes.count, "\(format)")
            for (plane, fact) in planes.enumerated() {
                #expect(layout.rowBytes(plane: plane, width: 5) == fact.bytes, "\(format) \(plane)")
                #expect(layout.rows(plane: plane, height: 7, interlaced: false) == fact.rows, "\(format) \(plane)")
                #expect(layout.rows(plane: plane, height: 7, interlaced: true) == fact.interlacedRows, "\(format)")
            }
        }
    }

    /// An interlaced 4:2:0 frame has an even number of chroma rows, but for P010, as GStreamer 1.22 lays it out.
    @Test(arguments: [
        (1, 1, 2), (2, 1, 2), (3, 2, 2), (4, 2, 2), (5, 3, 4), (6, 3, 4), (1080, 540, 540), (1082, 541, 542),
    ])
    func chromaRows(height: Int, progressive: Int, interlaced: Int) {
        for format in FormatTable.yuv420 {
            for plane in 1..<format.layout.planeCount {
                #expect(format.layout.rows(plane: plane, height: height, interlaced: false) == progressive)
                let rows = format == .p010 ? progressive : interlaced
                #expect(format.layout.rows(plane: plane, height: height, interlaced: true) == rows)
            }
        }
        for format in PixelFormat.allCases {
            #expect(format.layout.rows(plane: 0, height: height, interlaced: true) == height)
        }
    }

    @Test(arguments: PixelFormat.allCases) func samples(format: PixelFormat) {
        let layout = format.layout
        #expect(layout.sampleBytes == FormatTable.sampleBytes(format))
        #expect(layout.depth == FormatTable.depth(format))
        #expect(layout.maximum == (1 << FormatTable.depth(format)) - 1)
        #expect(layout.sampleShift == (format == .p010 ? 6 : 0))
        #expect(layout.components.count == FormatTable.components(format))
        #expect(layout.bigEndian == (format == .gray16be))
        #expect(1 << layout.chromaShiftX == FormatTable.chroma(format).columns)
        #expect(1 << layout.chromaShiftY == FormatTable.chroma(format).rows)
        for (index, component) in layout.components.enumerated() {
            for x in 0..<3 {
                let position = FormatTable.position(format, index, x)
                #expect(component.plane == position.plane)
                #expect((component.offset + x * component.step) * layout.sampleBytes == position.byte)
            }
        }
    }

    /// Each luma row belongs to exactly one chroma row, the one of its field.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 23, 36], [false, true])
    func lumaRowsOfChromaRows(height: Int, interlaced: Bool) {
        let frame = TestFrame(.i420, width: 4, height: height, interlaced: interlaced)
        var seen: [Int: Int] = [:]
        for row in 0..<frame.rows(1) {
            guard let (first, second) = frame.frame.lumaRows(ofChromaRow: row) else { continue }
            for luma in Set([first, second]) {
                #expect(seen.updateValue(row, forKey: luma) == nil)
                #expect(Codes.chromaRow(luma, interlaced, 2) == row)
            }
        }
        #expect(seen.count == height)
    }

    /// Which chroma row covers a luma row, and which luma rows a chroma row covers, is one fact.
    @Test(arguments: FormatTable.yuv420, [false, true])
    func chromaRowsOfLumaRows(format: PixelFormat, interlaced: Bool) {
        for height in 1...12 {
            let frame = TestFrame(format, width: 4, height: height, interlaced: interlaced).frame
            for row in 0..<height {
                let chromaRow = frame.chromaRow(ofLumaRow: row)
                #expect((0..<frame.unitCount).contains(chromaRow), "\(row) of \(height)")
                let covered = frame.lumaRows(ofChromaRow: chromaRow)
                #expect(covered?.0 == row || covered?.1 == row, "\(row) of \(height)")
            }
            for chromaRow in 0..<frame.unitCount {
                guard let (first, second) = frame.lumaRows(ofChromaRow: chromaRow) else { continue }
                #expect(first <= second && second < height, "\(chromaRow), \(height)")
                let rows = [frame.chromaRow(ofLumaRow: first), frame.chromaRow(ofLumaRow: second)]
                #expect(rows == [chromaRow, chromaRow], "\(chromaRow), \(height)")
                let count = (0..<height).filter { frame.chromaRow(ofLumaRow: $0) == chromaRow }.count
                #expect(count == (first == second ? 1 : 2), "\(chromaRow), \(height)")
            }
        }
    }

    @Test func names() {
        for format in PixelFormat.allCases { #expect(PixelFormat(rawValue: format.name) == format) }
    }
}
