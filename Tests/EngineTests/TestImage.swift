// SPDX-License-Identifier: MIT
import Engine
import Expressions
import KernelTypes
import TestSupport

/// Images of pixels of four bytes with guarded ends, and what a program makes of them.
struct TestImages {
    static let orders: [(name: String, PixelOrder)] = [
        ("RGBx", (0, 1, 2)), ("BGRx", (2, 1, 0)), ("xRGB", (1, 2, 3)), ("xBGR", (3, 2, 1)), ("GBRx", (2, 0, 1)),
    ].compactMap { name, offsets in PixelOrder(offsets: offsets).map { (name, $0) } }

    let width: Int
    let height: Int
    let order: PixelOrder
    private(set) var images: [[UInt8]]

    init(width: Int, height: Int, order: PixelOrder, seed: UInt64) {
        (self.width, self.height, self.order) = (width, height, order)
        var generator = Generator(seed: seed)
        images = (0..<2).map { _ in (0..<4 * width * height).map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
        // The ends of the range, and equal components.
        for (index, code) in [0, 255, 128, 127, 1, 254].enumerated() where index < width {
            for byte in 0..<4 { images[0][4 * index + byte] = UInt8(code) }
        }
    }

    /// The byte of a component in a pixel.
    func offset(_ component: Int) -> Int {
        let other = order.otherIsFirst ? 0 : 3
        guard let position = order.components.firstIndex(of: component) else { return other }
        return position + (order.otherIsFirst ? 1 : 0)
    }

    func code(_ image: Int, _ component: Int, _ x: Int, _ y: Int) -> UInt8 {
        images[image][4 * (y * width + x) + offset(component)]
    }

    /// The reading of a law on these images.
    func reading(_ uniforms: [Double]) -> ScalarReading {
        ScalarReading(width: width, height: height, uniforms: uniforms) { image, component, x, y in
            Double(code(image, component, x, y)) / 255
        }
    }

    /// What a program makes, in rows that touch forbidden pages; nil: bytes around them were written.
    func rendered(
        _ program: Program, _ uniforms: [Double], _ kernels: any MachineKernels.Type, inPlace: Bool = false,
        bands: Int = 1, placement: Placement = .beforeForbiddenPage
    ) throws -> [UInt8]? {
        let state = try FrameState(program, width: width, height: height, kernels: kernels)
        state.update(uniforms: uniforms)
        return try rendered(state, inPlace: inPlace, bands: bands, placement: placement)
    }

    func rendered(
        _ state: FrameState, inPlace: Bool = false, bands: Int = 1, placement: Placement = .beforeForbiddenPage
    ) throws -> [UInt8]? {
        let memories = images.map { image in
            let memory = GuardedMemory(byteCount: image.count, alignment: 1, placement: placement)
            memory.bytes.copyBytes(from: image)
            return memory
        }
        let result = GuardedMemory(byteCount: 4 * width * height, alignment: 1, placement: placement)
        let target = inPlace ? memories[0] : result
        for band in 0..<bands {
            let thread = try ThreadState(state.program, width: width)
            thread.begin(state)
            thread.render(
                state, rows: height * band / bands..<height * (band + 1) / bands,
                image0: PixelRows(base: memories[0].base, stride: 4 * width),
                image1: PixelRows(base: memories[1].base, stride: 4 * width),
                destination: MutablePixelRows(base: target.base, stride: 4 * width))
        }
        return withExtendedLifetime((memories, result)) {
            guard (memories + [result]).allSatisfy(\.guardsAreIntact) else { return nil }
            guard Array(memories[1].bytes) == images[1] else { return nil }
            guard inPlace || Array(memories[0].bytes) == images[0] else { return nil }
            return Array(target.bytes)
        }
    }
}
