// SPDX-License-Identifier: MIT
/// The pixel that a law is for, its coordinates, and its neighbours.
public struct Pixel: Sendable {
    /// How many columns and rows a frame has.
    public struct Size: Hashable, Sendable {
        public let width: Int
        public let height: Int

        public init(width: Int = 1, height: Int = 1) { (self.width, self.height) = (width, height) }
    }

    /// The colour.
    public let rgb: Color<Num>
    /// Alpha, 1 where the format has none.
    public let a: Num
    /// The middle of the column, as a fraction of the frame's width.
    public let x = Num(Node(.x))
    /// The middle of the row, as a fraction of the frame's height.
    public let y = Num(Node(.y))
    /// The size of the frame that it lies in.
    public let frame: Size

    /// A pixel of an input image. Laws of neither shapes on screen nor single pixels need no size.
    public init(image: Int = 0, of frame: Size = Size()) {
        func component(_ index: Int) -> Num { Num(Node(.input(image: image, component: index))) }
        self.init(Color(component(0), component(1), component(2)), a: component(3), of: frame)
    }

    /// A pixel that is computed: what the stage before in a chain makes.
    public init(_ rgb: Color<Num>, a: Num, of frame: Size = Size()) {
        (self.rgb, self.a, self.frame) = (rgb, a, frame)
    }

    /// The columns of the frame.
    public var width: Num { Num(Double(frame.width)) }
    /// The rows of the frame.
    public var height: Num { Num(Double(frame.height)) }

    /// What was made of this pixel in the last frame, limited and not rounded; in the first frame, the pixel as it comes.
    public var previous: Pixel { Pixel(image: 2, of: frame) }

    /// The frame through a Gaussian blur at this pixel. `sigma` is a setting: pixels, rounded to a whole number of 0...40; 0 is no blur.
    /// Colours count by their alpha.
    public func gaussian(_ sigma: Num) -> Pixel {
        straight { Num(Node(.window(.gaussian, component: $0), sigma.node)) }
    }

    /// The mean of five points in a row and then in a column. `size` is a setting: how far apart those are that would be pixels at 1,
    /// 0...10. Colours count by their alpha.
    public func fivePoints(_ size: Num) -> Pixel {
        straight { Num(Node(.window(.fivePoints, component: $0), size.node)) }
    }

    /// The mean of the square around this pixel. `radius` is a setting: how many pixels count to each side, 0...100. Colours count by
    /// their alpha.
    public func box(_ radius: Num) -> Pixel { straight { Num(Node(.window(.box, component: $0), radius.node)) } }

    /// The least of each component, alpha too, in the square around this pixel. `radius` is a setting: how many pixels count to each
    /// side, 0...16.
    public func minimum(_ radius: Num) -> Pixel { square(.minimum, radius) }

    /// The greatest of each component, alpha too, in the square around this pixel. `radius` is a setting: how many pixels count to each
    /// side, 0...16.
    public func maximum(_ radius: Num) -> Pixel { square(.maximum, radius) }

    /// The median of each component of colour in the square around this pixel. `radius` is a setting: how many pixels count to each
    /// side, 0...3.
    public func median(_ radius: Num) -> Color<Num> { square(.median, radius).rgb }

    /// The mean colour of that of four squares with this pixel in a corner that varies least. `radius` is a setting: how many pixels
    /// count in each direction besides this one, 0...16.
    public func kuwahara(_ radius: Num) -> Color<Num> { square(.kuwahara, radius).rgb }

    private func square(_ window: Window, _ radius: Num) -> Pixel {
        func component(_ index: Int) -> Num { Num(Node(.window(window, component: index), radius.node)) }
        return Pixel(Color(component(0), component(1), component(2)), a: component(3), of: frame)
    }

    /// The colour dx columns right and dy rows down; beyond the edge, that of the nearest pixel.
    public subscript(dx: Int, dy: Int) -> Color<Num> { Field(rgb)[dx, dy] }

    /// The frame at fractions of its size, interpolated between four pixels; beyond the edge, the nearest one. Colours count by their
    /// alpha.
    public func sample(_ x: Num, _ y: Num) -> Pixel { straight { Num(Node(.sample(component: $0), x.node, y.node)) } }

    /// The same, but colours count alike whatever their alpha, as those of OpenGL's textures do. A law that samples so samples nothing
    /// in the other way.
    /// Image 1 is the second one.
    public func unweightedSample(_ x: Num, _ y: Num, image: Int = 0) -> Pixel {
        func component(_ index: Int) -> Num {
            Num(Node(.sample(component: index, isWeighted: false, image: image), x.node, y.node))
        }
        return Pixel(Color(component(0), component(1), component(2)), a: component(3), of: frame)
    }

    /// A pixel of the components of colours times alpha, and of alpha.
    func straight(_ component: (Int) -> Num) -> Pixel {
        let alpha = component(3)
        return Pixel(Color(component(0), component(1), component(2)) / alpha, a: alpha, of: frame)
    }
}

/// a for t = 0, b for t = 1, and what lies between; colours count by their alpha.
public func mix(_ a: Pixel, _ b: Pixel, _ t: Num) -> Pixel {
    let alpha = mix(a.a, b.a, t)
    return Pixel(mix(a.rgb * a.a, b.rgb * b.a, t) / alpha, a: alpha, of: a.frame)
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
