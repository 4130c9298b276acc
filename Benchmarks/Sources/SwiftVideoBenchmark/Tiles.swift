import CBenchmarkSupport
import Effects
import PixelCore
import PixelKernels
import PixelReference

/// The tile route on BGRx with 0, 1, 2 and 8 point effects in float, at every level.
func reportTiles(_ quick: Bool) throws {
    var items: [(name: String, body: () -> Void)] = []
    let picture = Picture(.bgrx, 1920, 1080)
    let roof = Picture(.bgrx, 1920, 1080)
    items.append(("memory pass", { swv_memory_pass(roof.base, roof.bytes.count) }))
    for effects in [0, 1, 2, 8] {
        let exact = Picture(.bgrx, 1920, 1080)
        TimedRoute(exact.info, effects: effects, kernels: Reference.self).render(exact)
        for level in CPULevel.available {
            let name = "\(level.name) \(effects)"
            let route = TimedRoute(picture.info, effects: effects, kernels: level.kernels)
            let result = Picture(.bgrx, 1920, 1080)
            route.render(result)
            guard result == exact else { throw WrongResult(what: "tile route \(name)") }
            items.append((name, { route.render(picture) }))
        }
    }
    let m = try Measurement(items, quick: quick)
    print("tile route on BGRx, times of an in-place memory pass:")
    for level in CPULevel.available {
        let one = m.ratio("\(level.name) 1", "memory pass")
        let each = (m.ratio("\(level.name) 8", "memory pass") - one) / 7
        let empty = m.ratio("\(level.name) 0", "memory pass")
        print("       \(level.name) without an effect: \((empty * 100).rounded() / 100) x")
        if level == .baseline {
            print(
                "       \(level.name) with one: \((one * 100).rounded() / 100) x, each further \((each * 100).rounded() / 100) x"
            )
        } else {
            line("\(level.name) with one", one, "x", bar: level == .v4 ? 5 : 7, atMost: true)
            line("\(level.name) each further", each, "x", bar: 1.7, atMost: true)
        }
    }
}

/// The tile route with a number of effects, which is timed and checked alike.
private struct TimedRoute {
    private let route: TileRoute
    private let scratch: UnsafeMutableRawPointer
    private let effects: Int
    private let kernels: any KernelSet.Type

    init(_ info: PictureInfo, effects: Int, kernels: any KernelSet.Type) {
        route = TileRoute(
            info.format, width: info.width, colorimetry: info.colorimetry, sampling: .sited, kernels: kernels)
        scratch = .allocate(byteCount: route.scratchBytes, alignment: 64)
        self.effects = effects
        self.kernels = kernels
    }

    func render(_ picture: Picture) {
        route.render(picture.frame, units: 0..<picture.info.height, scratch: scratch) { rows, place in
            for _ in 0..<effects { saturate(rows, place.count, kernels) }
        }
    }
}

/// Saturation as a matrix: each component mixed with the luma, GPUImage's law at 0.9.
private func saturate(_ rows: TileRows, _ count: Int, _ kernels: any KernelSet.Type) {
    let (s, r, g, b): (Float, Float, Float, Float) = (0.9, 0.02125, 0.07154, 0.00721)
    kernels.matrixRows(
        rows, rows, count: count,
        matrix: TileMatrix((r + s, g, b), (r, g + s, b), (r, g, b + s)))
}
