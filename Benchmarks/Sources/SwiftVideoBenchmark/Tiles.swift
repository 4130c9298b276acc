import CBenchmarkSupport
import Effects
import PixelCore
import PixelKernels
import PixelReference

/// The tile route on BGRx with 0, 1, 2 and 8 point effects in float, at every level.
func reportTiles(quick: Bool) throws {
    var items: [(name: String, body: () -> Void)] = []
    let picture = Picture(.bgrx, 1920, 1080)
    let roof = Picture(.bgrx, 1920, 1080)
    items.append(("memory pass", { swv_memory_pass(roof.base, roof.bytes.count) }))
    for level in CPULevel.available {
        for effects in [0, 1, 2, 8] {
            let kernels = level.kernels
            let route = TileRoute(
                .bgrx, width: 1920, colorimetry: picture.info.colorimetry, sampling: .sited, kernels: kernels)
            let scratch = UnsafeMutableRawPointer.allocate(byteCount: route.scratchBytes, alignment: 64)
            items.append(
                (
                    "\(level.name) \(effects)",
                    {
                        route.render(picture.frame, units: 0..<1080, scratch: scratch) { rows, count in
                            for _ in 0..<effects { saturate(rows, count, kernels) }
                        }
                    }
                ))
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

/// Saturation as a matrix: each component mixed with the luma, GPUImage's law at 0.9.
private func saturate(_ rows: TileRows, _ count: Int, _ kernels: any KernelSet.Type) {
    let (s, r, g, b): (Float, Float, Float, Float) = (0.9, 0.02125, 0.07154, 0.00721)
    kernels.matrixRows(
        rows, count: count,
        matrix: TileMatrix((r + s, g, b), (r, g + s, b), (r, g, b + s)))
}
