// SPDX-License-Identifier: MIT
internal import Effects
internal import Expressions

/// A sphere in front of the frame, at a pixel: its normal there.
struct Sphere {
    /// The normal's columns and rows, and what is left of its length 1 towards the front; 0 beyond the sphere.
    let (x, y, depth): (Num, Num, Num)

    init(of p: Pixel, _ centerX: Num, _ centerY: Num, _ radius: Num) {
        (x, y) = ((p.x - centerX) / radius, (p.y - centerY) * p.height / (p.width * radius))
        depth = sqrt(1 - x * x - y * y)
    }

    /// Columns and rows of the direction of a ray from the front, of length 1; 0 where none is refracted.
    func refracted(_ index: Num) -> (x: Num, y: Num) {
        // Of GLSL's refract(I, n, index), with I = (0, 0, -1): index I - (index I.n + sqrt(k)) n.
        let rest = 1 - index * index * (1 - depth * depth)
        let factor = less(rest, 0, 0, index * depth - sqrt(rest))
        return (x * factor, y * factor)
    }

    /// A pixel of the sphere; beyond it, transparent black.
    func cut(_ p: Pixel) -> Pixel { Pixel(less(depth, 1e-6, gray(0), p.rgb), a: less(depth, 1e-6, 0, p.a)) }
}

extension Property {
    /// The radius of a sphere.
    static func sphereRadius(_ path: SettingPath<Settings, Limited<Double>>) -> Property {
        .double("radius", path, nick: "Radius", "Radius of the sphere, as a fraction of the frame's width")
    }

    /// How a sphere refracts.
    static func refractiveIndex(_ path: SettingPath<Settings, Limited<Double>>) -> Property {
        .double(
            "refractive-index", path, nick: "Refractive index",
            "Of the air by that of the sphere: 0.71 is glass, nearly. 1 shows one point of the frame; above 1 the frame is the other way up, and no rays come in at the rim"
        )
    }
}
