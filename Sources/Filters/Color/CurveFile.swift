// SPDX-License-Identifier: MIT
internal import Effects

/// The curves of an .acv file, as Photoshop saves them.
///
/// Big-endian numbers of two bytes: a version, how many curves; for each, how many points, and of each point y and x from 0 to
/// 255. Curve 0 is the master, 1, 2 and 3 are red, green and blue. Source: Adobe Photoshop File Formats Specification, Curves.
public final class CurveFile: Sendable {
    /// Master, red, green, blue; those that the file lacks change nothing.
    let curves: [Spline]

    /// Reads a file. Throws where it is none, saying what is wrong.
    init(_ content: FileContent) throws {
        guard case .bytes(let bytes) = content else { throw EffectError("This is an image and no .acv file.") }
        var offset = 0
        func next() throws -> Int {
            guard offset + 2 <= bytes.count else {
                throw EffectError(
                    "The file ends after \(bytes.count) bytes, within its curves; give the name of an .acv file.")
            }
            offset += 2
            return Int(bytes[offset - 2]) << 8 | Int(bytes[offset - 1])
        }
        let version = try next()
        guard version == 1 || version == 4 else {
            throw EffectError("Its version is \(version), where .acv files have 1 or 4.")
        }
        let count = try next()
        guard (1...32).contains(count) else { throw EffectError("It has \(count) curves, where 1 to 32 are possible.") }
        var curves: [Spline] = []
        for index in 0..<min(count, 4) {
            let pointCount = try next()
            guard (2...32).contains(pointCount) else {
                throw EffectError("Curve \(index) has \(pointCount) points, where 2 to 32 are possible.")
            }
            var points: [Double] = []
            for _ in 0..<pointCount {
                let (y, x) = (try next(), try next())
                guard x <= 255, y <= 255 else {
                    throw EffectError("Curve \(index) has a point (\(x), \(y)), where 255 is the most.")
                }
                points += [Double(x) / 255, Double(y) / 255]
            }
            guard let curve = Spline(points) else {
                throw EffectError("Curve \(index) has two points with the same x.")
            }
            curves.append(curve)
        }
        self.curves = curves + Array(repeating: .identity, count: 4 - curves.count)
    }
}
