// SPDX-License-Identifier: MIT
/// The pixel that a law is for, its coordinates, and its neighbours.
public struct Pixel: Sendable {
    /// The colour.
    public let rgb: Color<Num>
    /// Alpha, 1 where the format has none.
    public let a: Num
    /// The middle of the column, as a fraction of the frame's width.
    public let x = Num(Node(.x))
    /// The middle of the row, as a fraction of the frame's height.
    public let y = Num(Node(.y))

    /// A pixel of an input image.
    public init(image: Int = 0) {
        func component(_ index: Int) -> Num { Num(Node(.input(image: image, component: index))) }
        rgb = Color(component(0), component(1), component(2))
        a = component(3)
    }

    /// A pixel that is computed: what the stage before in a chain makes.
    public init(_ rgb: Color<Num>, a: Num) { (self.rgb, self.a) = (rgb, a) }

    /// What was made of this pixel in the last frame, limited and not rounded; in the first frame, the pixel as it comes.
    public var previous: Pixel { Pixel(image: 2) }

    /// The frame through a Gaussian blur at this pixel. `sigma` is a setting: pixels, rounded to a whole number of 0...40; 0 is no blur.
    /// Colours count by their alpha.
    public func gaussian(_ sigma: Num) -> Pixel {
        func component(_ index: Int) -> Num { Num(Node(.window(.gaussian, component: index), sigma.node)) }
        let alpha = component(3)
        return Pixel(Color(component(0), component(1), component(2)) / alpha, a: alpha)
    }

    /// The colour dx columns right and dy rows down; beyond the edge, that of the nearest pixel.
    public subscript(dx: Int, dy: Int) -> Color<Num> { Field(rgb)[dx, dy] }

    /// The colour at fractions of the frame, interpolated between four pixels; beyond the edge, that of the nearest.
    public func sample(_ x: Num, _ y: Num) -> Color<Num> {
        rgb.map { Num(Node(.sample, $0.node, x.node, y.node)) }
    }
}

/// An expression whose values at the neighbours can be looked at.
public struct Field<Value> {
    public let value: Value

    public init(_ value: Value) { self.value = value }
}

extension Field<Num> {
    /// The value dx columns right and dy rows down; beyond the edge, that of the nearest pixel.
    public subscript(dx: Int, dy: Int) -> Num { Num(Node(.tap(dx: dx, dy: dy), value.node)) }
}

extension Field<Color<Num>> {
    /// The colour dx columns right and dy rows down; beyond the edge, that of the nearest pixel.
    public subscript(dx: Int, dy: Int) -> Color<Num> { value.map { Field<Num>($0)[dx, dy] } }
}
