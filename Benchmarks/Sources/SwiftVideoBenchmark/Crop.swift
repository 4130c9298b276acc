// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// swiftcrop. `videocrop` takes numbers of pixels, which differ with the sizes that are measured.
let cropBenchmark = ElementBenchmark(
    name: "swiftcrop",
    cases: [
        zoomCase(.i420), zoomCase(.bgrx), partCase(.i420), partCase(.bgrx), partCase(.yuy2), partCase(.nv12),
    ],
    cameraChain: { "swiftcrop \(middle) zoom=true n-threads=\($0) ! videoconvert n-threads=\($0)" },
    cameraEffect: cropEffect(zoom: true),
    cameraPeers: [])

private let middle = "x=0.25 y=0.25 width=0.5 height=0.5"

private func cropEffect(zoom: Bool) -> EffectMaker {
    EffectMaker(isInPlace: false) { kernels, from, to in
        let effect = CropEffect(kernels: kernels)
        var settings = CropSettings()
        (settings.x, settings.y, settings.width, settings.height) = (0.25, 0.25, 0.5, 0.5)
        settings.zoom = zoom
        let index = CropEffect.planIndex(settings, orientation: .identity)
        try effect.configure(from, output: to, plan: CropEffect.plans[index])
        try effect.update(settings)
        return { inputs, output in try effect.render(inputs[0].frame, output.frame, bands: .serial) }
    }
}

private func partCase(_ format: PixelFormat) -> BenchmarkCase {
    BenchmarkCase(
        "\(format.name) as it is", format, middle, halves: true, effect: cropEffect(zoom: false))
}

private func zoomCase(_ format: PixelFormat) -> BenchmarkCase {
    BenchmarkCase("\(format.name) zoom=true", format, "\(middle) zoom=true", effect: cropEffect(zoom: true))
}
