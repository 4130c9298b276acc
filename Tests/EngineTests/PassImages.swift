// SPDX-License-Identifier: MIT
import Engine
import Expressions
import KernelTypes
import PixelCore
import TestSupport

/// Images for programs that look beyond the pixel, which find what the passes before them make.
struct PassImages {
    /// Rows of floats that go on beyond their ends as frames do.
    private final class Rows {
        private static let margin = 32
        private let memory: UnsafeMutablePointer<Float>
        private let stride: Int
        private let (width, height): (Int, Int)

        init(_ width: Int, _ height: Int) {
            (self.width, self.height, stride) = (width, height, (width + 15) / 16 * 16 + 2 * Self.margin)
            memory = .allocate(capacity: stride * height)
            memory.initialize(repeating: 0, count: stride * height)
        }

        deinit { memory.deallocate() }

        /// Where a row begins; beyond the frame, the nearest.
        subscript(row: Int) -> UnsafeMutablePointer<Float> {
            let nearest = min(max(row, 0), height - 1)
            return memory + (nearest * stride + Self.margin)
        }

        /// Makes a row, and what is beyond its ends.
        func fill(_ row: Int, _ make: (UnsafeMutablePointer<Float>) -> Void) {
            let base = self[row]
            make(base)
            for i in 1...Self.margin { base[-i] = base[0] }
            for i in width..<stride - Self.margin { base[i] = base[width - 1] }
        }
    }

    private let images: TestImages
    private let uniforms: [Double]
    private let tables: FrameTables
    let reading: ScalarReading
    /// By image, the frame and the last one, and component.
    private let planes: [[Rows]]
    /// Pixels of four bytes.
    private let pixels: Rows
    private var width: Int { images.width }
    private var height: Int { images.height }

    init(_ images: TestImages, _ random: RandomGraph, seed: UInt64) throws {
        var generator = Generator(seed: seed ^ 77)
        func number() -> Float { Float.random(in: 0...1, using: &generator) }
        let table = try LookUpTable(size: 5) { _ in Double(number()) }
        let cube = try LookUpTable(cube: 3) { for i in $0.indices { $0[i] = [number(), number(), number(), 0] } }
        let interpolation: CubeInterpolation = seed & 1 == 0 ? .trilinear : .tetrahedral
        (self.images, uniforms) = (images, random.uniforms)
        tables = try FrameTables(count: RandomGraph.slotCount)
        tables.set(RandomGraph.table, table)
        tables.set(RandomGraph.cube, cube, interpolation)
        // The second image is the last frame, too.
        reading = ScalarReading(
            width: images.width, height: images.height, uniforms: random.uniforms,
            tables: [RandomGraph.table: table, RandomGraph.cube: cube], interpolation: interpolation
        ) { Double(images.code(min($0, 1), $1, $2, $3)) / 255 }
        planes = (0..<2).map { image in
            (0..<4).map { component in
                let rows = Rows(images.width, images.height)
                for y in 0..<images.height {
                    rows.fill(y) {
                        for x in 0..<images.width { $0[x] = Float(images.code(image, component, x, y)) / 255 }
                    }
                }
                return rows
            }
        }
        pixels = Rows(images.width, images.height)
        for y in 0..<images.height {
            pixels.fill(y) { row in
                images.images[0].withUnsafeBytes {
                    guard let base = $0.baseAddress else { return }
                    UnsafeMutableRawPointer(row).copyMemory(
                        from: base + 4 * images.width * y, byteCount: 4 * images.width)
                }
            }
        }
    }

    /// The codes of each component that a program makes.
    func rendered(_ program: Program, _ kernels: any MachineKernels.Type) throws -> [[UInt8]] {
        let state = try state(program, kernels)
        if let sampled = state.sampled {
            for y in 0..<height { sampled.store(colors(y), row: y, column: 0, count: width) }
        }
        let fields = try program.fields.map { try field($0, kernels) }
        func row(_ input: InputRow, _ y: Int) -> UnsafeMutablePointer<Float> {
            let rows = input.isField ? fields[input.component] : input.isPixels ? pixels : plane(input)
            return rows[y + input.offset.rows] + input.offset.columns
        }
        if case .pixels = program.target.samples { return try pixels(state) { row($0, $1) } }
        var made = (0..<4).map { component in
            (0..<width * height).map { images.code(0, component, $0 % width, $0 / width) }
        }
        let thread = try ThreadState(program, tileWidth: 16)
        thread.begin(state)
        for y in 0..<height {
            for column in stride(from: 0, to: width, by: 16) {
                let count = min(16, width - column)
                let rows = thread.run(state, row: y, column: column, count: count, slot: y & 1) { _, input in
                    row(input, y) + column
                }
                for component in 0..<4 where component < 3 || rows.alpha != nil {
                    for i in 0..<count {
                        let value = rows[component][i]
                        made[component][y * width + column + i] = value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
                    }
                }
            }
        }
        return made
    }

    private func state(_ program: Program, _ kernels: any MachineKernels.Type) throws -> FrameState {
        let state = try FrameState(program, width: width, height: height, tables: tables, kernels: kernels)
        state.update(uniforms: uniforms)
        return state
    }

    private func plane(_ input: InputRow) -> Rows {
        planes[input.isRemembered || input.isSecond ? 1 : 0][input.component]
    }

    private func colors(_ y: Int) -> ComponentRows {
        ComponentRows(TileRows(planes[0][0][y], planes[0][1][y], planes[0][2][y]), alpha: planes[0][3][y])
    }

    /// The rows of a number of each pixel.
    private func field(_ program: Program, _ kernels: any MachineKernels.Type) throws -> Rows {
        let (state, rows) = (try state(program, kernels), Rows(width, height))
        let ofPixels = program.target.samples != .rows
        let thread = try ofPixels ? ThreadState(field: program, width: width) : ThreadState(program, tileWidth: 32)
        thread.begin(state)
        for y in 0..<height {
            rows.fill(y) { to in
                if ofPixels { return thread.make(state, row: y, image: pixels[y], to: to) }
                let made = thread.run(state, colors(y), row: y, column: 0, count: width, slot: 0)
                to.update(from: made.colors.c0, count: width)
            }
        }
        return rows
    }

    /// What a program makes that stores pixels of four bytes itself.
    private func pixels(
        _ state: FrameState, row: (InputRow, Int) -> UnsafeMutablePointer<Float>
    ) throws -> [[UInt8]] {
        let thread = try ThreadState(state.program, width: width)
        thread.begin(state)
        var made = images.images[0]
        made.withUnsafeMutableBytes {
            guard let base = $0.baseAddress else { return }
            for y in 0..<height { thread.render(state, row: y, pixels: base + 4 * width * y) { row($0, y) } }
        }
        return (0..<4).map { component in
            (0..<width * height).map { made[4 * $0 + images.offset(component)] }
        }
    }
}
