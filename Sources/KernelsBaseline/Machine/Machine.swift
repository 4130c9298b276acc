// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes

/// The tile machine of this module's instruction-set level.
public enum Machine: MachineKernels {
    /// Instructions take whole vectors only. What is left of a row is copied, run and copied back, so that nothing beyond it
    /// is touched.
    public static func run(_ tile: MachineTile) {
        let rest = tile.count % swv_lanes32
        var whole = tile
        whole.count = tile.count &- rest
        if whole.count > 0 { withUnsafePointer(to: whole) { machineExecute($0) } }
        if rest > 0 { runRest(tile, rest) }
    }
}

/// Three vectors of pixels.
private typealias Pixels = (swv_u32, swv_u32, swv_u32)

@inline(never)
private func runRest(_ tile: MachineTile, _ rest: Int) {
    let done = tile.count &- rest
    let bytes = 4 &* done
    var pixels: Pixels = (
        swv_u32_load(tile.image0 + bytes, rest), swv_u32_load(tile.image1 + bytes, rest),
        swv_u32_load(tile.destination + bytes, rest)
    )
    withUnsafeMutableBytes(of: &pixels) { copies in
        guard let copy = copies.baseAddress else { return }
        var last = tile
        last.count = swv_lanes32
        last.start = tile.start &+ done
        last.column = tile.column &+ done
        last.image0 = UnsafeRawPointer(copy)
        last.image1 = UnsafeRawPointer(copy + 4 &* swv_lanes32)
        last.destination = copy + 8 &* swv_lanes32
        withUnsafePointer(to: last) { machineExecute($0) }
        swv_u32_store(tile.destination + bytes, swv_u32_load(last.destination, swv_lanes32), rest)
    }
}

@inline(never)
private func machineExecute(_ tile: TilePointer) {
    var next = tile.pointee.instructions
    let end = next + tile.pointee.instructionCount
    while next < end {
        switch next.pointee.opcode {
        case .unpack: machineUnpack(next, tile)
        case .unpackOther: machineUnpackOther(next, tile)
        case .pack: machinePack(next, tile)
        case .packOther: machinePackOther(next, tile)
        case .columns: machineColumns(next, tile)
        case .linear: machineLinear(next, tile)
        case .matrix: machineMatrix(next, tile)
        case .taps: machineTaps(next, tile)
        case .multiply: machineMultiply(next, tile)
        case .product: machineProduct(next, tile)
        case .product1: machineProduct1(next, tile)
        case .product2: machineProduct2(next, tile)
        case .divide: machineDivide(next, tile)
        case .minimum: machineMinimum(next, tile)
        case .maximum: machineMaximum(next, tile)
        case .arctangent: machineArctangent(next, tile)
        case .mix: machineMix(next, tile)
        case .less: machineLess(next, tile)
        case .squareRoot: machineSquareRoot(next, tile)
        case .gradient: machineGradient(next, tile)
        case .absolute: machineAbsolute(next, tile)
        case .floor: machineFloor(next, tile)
        case .smooth: machineSmooth(next, tile)
        case .sine: machineSine(next, tile)
        case .cosine: machineCosine(next, tile)
        case .exponential2: machineExponential2(next, tile)
        case .logarithm2: machineLogarithm2(next, tile)
        case .power: machinePower(next, tile)
        case .sample: machineSample(next, tile)
        case .lookUp: machineLookUp(next, tile)
        case .lookUpColor: machineLookUpColor(next, tile)
        case .law: machineLaw(next, tile)
        }
        next += 1
    }
}
