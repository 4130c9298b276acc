// SPDX-License-Identifier: MIT
/// What a node of a graph computes.
///
/// Every operation gives a finite number for finite arguments of ordinary size: a quotient by 0 is 0, the root of a negative
/// number is 0, and so on, as said at each. Numbers are nominal: a component is 0 for black and 1 for full.
public enum Operation: Hashable, Sendable {
    /// A number.
    case constant(Double)
    /// A number that is the same for all pixels of a frame and may change between frames.
    case uniform(slot: Int)
    /// The middle of the column: (column + 0.5) / width.
    case x
    /// The middle of the row: (row + 0.5) / height.
    case y
    /// A component of the pixel itself: 0, 1, 2 are R', G', B', and 3 is alpha. Image 0 is the frame, 1 that of a second input, and 2
    /// what was made of the last frame.
    case input(image: Int, component: Int)
    /// The argument's value at the pixel dx columns right and dy rows down; beyond the edge, at the nearest pixel.
    case tap(dx: Int, dy: Int)
    /// A component of the first or the second image at the coordinates (a, b), as fractions of the frame, between four pixels in proportion
    /// to nearness. 0, 1, 2 are R', G', B', times alpha where colours are weighted, and 3 is alpha.
    case sample(component: Int, isWeighted: Bool = true, image: Int = 0)

    /// The mean of a over all pixels of the frame: one number for all of them.
    case mean
    /// A component of the first image after a window has passed over it, whose size is a: one number for all pixels. 0, 1, 2 are R',
    /// G', B', times alpha where the window is a sum, and 3 is alpha.
    case window(Window, component: Int)
    /// What the table of a slot has at a, limited to 0...1, in proportion between its entries.
    case lookUp(slot: Int)
    /// A component of the colour that the cube of a slot has at (a, b, c), each limited to 0...1.
    case lookUpColor(slot: Int, component: Int)
    /// A component of what a compiled law makes; only the engine has such, and knows the arguments.
    case law(call: Int, component: Int)

    /// a + b
    case add
    /// a - b
    case subtract
    /// a * b
    case multiply
    /// a / b; 0 where b is 0.
    case divide
    /// a < b ? a : b
    case minimum
    /// a > b ? a : b
    case maximum
    /// The square root; 0 where a <= 0.
    case squareRoot
    /// |a|
    case absolute
    /// The greatest whole number that is not above a.
    case floor
    /// The sine of a in radians.
    case sine
    /// The cosine of a in radians.
    case cosine
    /// 2^a, with a limited to -126...126.
    case exponential2
    /// The logarithm to the base 2 of a; that of 2^-126 where a is less.
    case logarithm2
    /// a^b; 0 where a <= 0, for every b, even 0.
    case power
    /// The angle of the point (b, a) in radians, -pi...pi; 0 at the origin.
    case arctangent
    /// t * t * (3 - 2 * t), with t = a limited to 0...1.
    case smooth
    /// a limited to 0...1; 0 where it is not a number.
    case clamp
    /// a < b ? c : d
    case less
    /// a + (b - a) * c
    case mix

    /// How many arguments it has.
    public var argumentCount: Int {
        switch self {
        case .constant, .uniform, .x, .y, .input, .law: 0
        case .tap, .mean, .window, .lookUp, .squareRoot, .absolute, .floor, .sine, .cosine, .exponential2, .logarithm2,
            .smooth,
            .clamp:
            1
        case .sample, .add, .subtract, .multiply, .divide, .minimum, .maximum, .power, .arctangent: 2
        case .lookUpColor, .mix: 3
        case .less: 4
        }
    }

    /// Whether its value depends on nothing but its arguments' values.
    public var isArithmetic: Bool {
        switch self {
        case .constant, .uniform, .x, .y, .input, .tap, .sample, .mean, .window, .lookUp, .lookUpColor, .law: false
        default: true
        }
    }
}
