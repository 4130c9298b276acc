// SPDX-License-Identifier: MIT
/// How the codes of a format stand for colours: matrix and range, as the caps tell.
public struct Colorimetry: Sendable, Equatable {
    /// Luma weight of red, ITU-R BT.601, 709 or 2020.
    public var kr: Double
    /// Luma weight of blue.
    public var kb: Double
    /// The code of black: luma, or every component of R'G'B'.
    public var lumaOffset: Double
    /// Codes from black to white.
    public var lumaScale: Double
    /// The code of no colour.
    public var chromaOffset: Double
    /// Codes from the least to the greatest chroma.
    public var chromaScale: Double

    public init(
        kr: Double, kb: Double, lumaOffset: Double, lumaScale: Double, chromaOffset: Double,
        chromaScale: Double
    ) {
        self.kr = kr
        self.kb = kb
        self.lumaOffset = lumaOffset
        self.lumaScale = lumaScale
        self.chromaOffset = chromaOffset
        self.chromaScale = chromaScale
    }

    /// Luma weight of green.
    public var kg: Double { 1 - kr - kb }

    /// The luma weights of a standard.
    public enum Matrix: Sendable, CaseIterable {
        /// ITU-R BT.601-7, 2.5.1.
        case bt601
        /// ITU-R BT.709-6, 3.2.
        case bt709
        /// ITU-R BT.2020-2, table 4.
        case bt2020

        public var weights: (kr: Double, kb: Double) {
            switch self {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        }
    }

    /// The colorimetry of codes `depth` bits deep.
    ///
    /// Limited range is 16..235 for luma and R'G'B', 16..240 for chroma, times 2^(depth - 8) (BT.709-6, 4.6);
    /// full range is 0..2^depth - 1 for both, chroma around 2^(depth - 1).
    public init(matrix: Matrix, fullRange: Bool, depth: Int) {
        self.init(kr: matrix.weights.kr, kb: matrix.weights.kb, fullRange: fullRange, depth: depth)
    }

    /// The same with luma weights of red and blue.
    public init(kr: Double, kb: Double, fullRange: Bool, depth: Int) {
        let unit = Double(1 << (depth - 8))
        let full = Double((1 << depth) - 1)
        self.init(
            kr: kr, kb: kb, lumaOffset: fullRange ? 0 : 16 * unit,
            lumaScale: fullRange ? full : 219 * unit, chromaOffset: 128 * unit,
            chromaScale: fullRange ? full : 224 * unit)
    }
}
