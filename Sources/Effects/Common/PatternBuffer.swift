// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The memory of byte patterns, filled pixel by pixel.
final class PatternBuffer {
    private let mask = Bytes.allocate(capacity: BytePattern.length)
    private let value = Bytes.allocate(capacity: BytePattern.length)
    private let multiplier = Samples.allocate(capacity: BytePattern.length)
    private let offset = Samples.allocate(capacity: BytePattern.length)

    init() {
        clear()
    }

    /// Makes patterns that keep every byte.
    func clear() {
        mask.initialize(repeating: 255, count: BytePattern.length)
        value.initialize(repeating: 0, count: BytePattern.length)
        multiplier.initialize(repeating: 65535, count: BytePattern.length)
        offset.initialize(repeating: 0, count: BytePattern.length)
    }

    deinit {
        mask.deallocate()
        value.deallocate()
        multiplier.deallocate()
        offset.deallocate()
    }

    var select: SelectPattern { SelectPattern(mask: mask, value: value) }
    var affine: AffinePattern { AffinePattern(multiplier: multiplier, offset: offset) }

    /// Bits kept and set in a component of every pixel.
    func set(_ component: ComponentPosition, mask newMask: UInt8, value newValue: UInt8) {
        for i in stride(from: component.offset, to: BytePattern.length, by: component.step) {
            mask[i] = newMask
            value[i] = newValue
        }
    }

    /// out = in * gain + offset in a component of every pixel; gain 0...1, and no result above 255.
    func set(_ component: ComponentPosition, gain: Double, offset newOffset: Double) {
        for i in stride(from: component.offset, to: BytePattern.length, by: component.step) {
            multiplier[i] = UInt16(max(0, min(65535, (gain * 65536).rounded())))
            offset[i] = UInt16(max(0, min(65535, (newOffset * 256).rounded())))
        }
    }
}
