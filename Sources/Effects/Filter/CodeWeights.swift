// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// The weights of a window as kernels of codes take them, for each way that samples cover pixels.
///
/// Of a window w_k over pixels, these are what chroma at half resolution has. Each sample is repeated for the pixels 2j and 2j + 1
/// that it covers, these go through the window, and the mean of both is the result. So of the sample m further on, the window of
/// 2j has w_2m + w_2m+1, that of 2j + 1 has w_2m-1 + w_2m, and the mean has W_m = w_2m + (w_2m-1 + w_2m+1) / 2. The last sample of an
/// odd number of pixels covers one, 2j: to the left it counts V_m = w_2m-1 + w_2m, and all to its right are equal to it.
final class CodeWeights {
    /// Half of the middle's weight and those of each further pair, in 1/65536.
    struct Row {
        let weights: ConstSamples
        /// How many samples count to each side.
        let reach: Int
    }

    /// Of samples that cover a pixel each.
    private(set) var full: Row
    /// Of samples that cover two.
    private(set) var half: Row
    /// Of the last of these where it covers one, of the same reach.
    private(set) var last: Row
    private let memory: Scratch
    private var size: Double?

    private static let capacity = Window.maximumReach + 2

    init() throws {
        memory = try Scratch(byteCount: 3 * Self.capacity * MemoryLayout<UInt16>.stride)
        let none = Row(weights: ConstSamples(memory.values(as: UInt16.self)), reach: 0)
        (full, half, last) = (none, none, none)
    }

    /// Takes another size. False: it has that.
    func update(_ window: Window, size: Double) -> Bool {
        guard size != self.size else { return false }
        self.size = size
        let weights = window.weights(size: size)
        func weight(_ k: Int) -> Double { abs(k) < weights.count ? weights[abs(k)] : 0 }
        let distances = 0...weights.count / 2
        full = row(0, weights)
        half = row(1, distances.map { weight(2 * $0) + (weight(2 * $0 - 1) + weight(2 * $0 + 1)) / 2 })
        last = row(2, distances.map { $0 == 0 ? weights[0] : weight(2 * $0 - 1) + weight(2 * $0) })
        return true
    }

    /// Rounds sums of weights, from the farthest on, so that no sum is wrong by more than half of 1/65536, and that of all is 1/2.
    private func row(_ index: Int, _ weights: [Double]) -> Row {
        let base = memory.values(as: UInt16.self) + index * Self.capacity
        var (sum, given) = (0.0, 0)
        for distance in weights.indices.dropFirst().reversed() {
            sum += weights[distance] * 65536
            let rounded = Int(sum.rounded())
            base[distance] = UInt16(rounded - given)
            given = rounded
        }
        base[0] = UInt16(32768 - given)
        return Row(weights: ConstSamples(base), reach: weights.count - 1)
    }
}
