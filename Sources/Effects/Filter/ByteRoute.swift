// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The way of a frame of 8-bit R'G'B' or gray whose law is of each component alone: one byte makes one byte.
final class ByteRoute {
    /// What the present settings make of it.
    private enum Work {
        case select
        case affine
        case tables
    }

    /// What replacing a byte by a table's costs, where reading, multiplying and writing it is 1: at x86-64-v3.
    private static let lookUpCost = 10.0

    private let layout: PixelLayout
    private let colorimetry: Colorimetry
    private let kernels: any KernelSet.Type
    private var work = Work.select
    private let patterns = PatternBuffer()
    /// What a machine makes of every code: pixels R'G'B' and one byte more.
    private let codes: Scratch
    private let tables: Scratch
    /// For each component, where its bytes are.
    private let masks: [PatternBuffer]
    private let state: FrameState
    private let thread: ThreadState

    /// Nil: the format or the law is another.
    init?(
        _ graph: Graph, _ layout: PixelLayout, _ colorimetry: Colorimetry, _ tables: FrameTables?,
        kernels: any KernelSet.Type
    ) throws {
        guard layout.sampleBytes == 1, layout.model != .ycbcr, graph.alpha == nil,
            graph.isByComponent(mixes: layout.model == .gray),
            let order = PixelOrder(offsets: (0, 1, 2))
        else { return nil }
        (self.layout, self.colorimetry, self.kernels) = (layout, colorimetry, kernels)
        let target = ProgramTarget(
            .pixels(order), model: layout.model, colorimetry: colorimetry, maximum: 255, hasAlpha: false)
        let program = try Program(graph, target)
        state = try FrameState(program, width: 256, height: 1, tables: tables, kernels: kernels.machine)
        thread = try ThreadState(program, width: 256)
        codes = try Scratch(byteCount: 4 * 256)
        self.tables = try Scratch(byteCount: 3 * 256)
        masks = layout.components.map { component in
            let pattern = PatternBuffer()
            pattern.clear()
            pattern.set(component, mask: 255, value: 255)
            return pattern
        }
    }

    /// What a byte costs, where reading, multiplying and writing it is 1.
    var byteCost: Double { work == .tables ? Self.lookUpCost : 1 }

    /// Takes other numbers. False: it is no faster than a program of such a cost.
    func update(_ linear: LinearMap?, uniforms: UnsafeBufferPointer<Double>, programCost: Double) -> Bool {
        if let linear, linear.isDiagonal, takePatterns(linear) { return true }
        let bytes = Double(layout.first.step)
        let isPixels = layout.first.step == 4
        let cost = isPixels ? programCost : 5 * bytes + programCost
        guard cost > Self.lookUpCost * Double(layout.components.count) else { return false }
        work = .tables
        state.update(uniforms: uniforms)
        makeTables()
        return true
    }

    /// Multiplies and shifts bytes, or keeps and sets them; false: results leave the bytes.
    private func takePatterns(_ map: LinearMap) -> Bool {
        let zero = colorimetry.lumaOffset
        func component(_ index: Int) -> (gain: Double, offset: Double) {
            let (row, offset) = map.row(index)
            let gain = index == 0 ? row.x : index == 1 ? row.y : row.z
            return (gain, zero * (1 - gain) + offset * colorimetry.lumaScale)
        }
        let all = layout.components.indices.map(component)
        guard all.allSatisfy({ (0...1).contains($0.gain) && $0.offset >= 0 && $0.gain * 255 + $0.offset <= 255 })
        else { return false }
        let isSelection = all.allSatisfy { $0 == (1, 0) || $0.gain == 0 && $0.offset == $0.offset.rounded() }
        work = isSelection ? .select : .affine
        patterns.clear()
        for (position, (gain, offset)) in zip(layout.components, all) {
            if isSelection {
                patterns.set(position, mask: gain == 1 ? 255 : 0, value: gain == 1 ? 0 : UInt8(offset))
            } else {
                patterns.set(position, gain: gain, offset: offset)
            }
        }
        return true
    }

    private func makeTables() {
        let pixels = codes.base.assumingMemoryBound(to: UInt8.self)
        for code in 0..<256 {
            for byte in 0..<3 { pixels[4 * code + byte] = UInt8(code) }
        }
        thread.begin(state)
        let image = PixelRows(base: codes.base, stride: 1024)
        thread.render(
            state, rows: 0..<1, image0: image, image1: image,
            destination: MutablePixelRows(base: codes.base, stride: 1024))
        let values = tables.base.assumingMemoryBound(to: UInt8.self)
        for component in 0..<3 {
            for code in 0..<256 { values[256 * component + code] = pixels[4 * code + component] }
        }
    }

    func render(_ frame: Frame, rows: Range<Int>) {
        let plane = frame.plane(0)
        for row in rows {
            let bytes = plane.row(row).assumingMemoryBound(to: UInt8.self)
            switch work {
            case .select:
                let count = layout.rowBytes(plane: 0, width: frame.width)
                kernels.selectRow8(bytes, bytes, count: count, pattern: patterns.select)
            case .affine:
                let count = layout.rowBytes(plane: 0, width: frame.width)
                kernels.affineRow8(bytes, bytes, count: count, pattern: patterns.affine)
            case .tables:
                // Up to the last component: what follows it is padding.
                let last = max(layout.first.offset, layout.second.offset, layout.third.offset)
                let count = (frame.width - 1) * layout.first.step + last + 1
                kernels.lookUpRow8(bytes, bytes, count: count, pattern: lookUpPattern)
            }
        }
    }

    private var lookUpPattern: LookUpPattern {
        func table(_ component: Int, _ position: ComponentPosition) -> LookUpPattern.Table {
            LookUpPattern.Table(
                values: tables.base.assumingMemoryBound(to: UInt8.self) + 256 * component,
                mask: masks[component].select.value, offset: position.offset)
        }
        let step = layout.first.step
        if layout.model == .gray { return LookUpPattern(table(0, layout.first), step: step) }
        return LookUpPattern(table(0, layout.first), table(1, layout.second), table(2, layout.third), step: step)
    }
}

extension Graph {
    /// Whether each component of the colour is computed of the same one of image 0, or of all where these are equal, and
    /// nothing else but numbers.
    func isByComponent(mixes: Bool) -> Bool {
        guard sources.isDisjoint(with: [.neighbours, .itself, .samples, .window, .place]) else { return false }
        return [color.r, color.g, color.b].enumerated().allSatisfy { component, number in
            ![number].contains { (operation: Operation) in
                guard case .input(let image, let other) = operation else { return false }
                return image != 0 || other != component && !(mixes && other < 3)
            }
        }
    }
}
