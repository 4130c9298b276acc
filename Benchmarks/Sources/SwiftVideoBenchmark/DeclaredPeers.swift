// SPDX-License-Identifier: MIT
import PixelCore

private let good = "gstreamer1.0-plugins-good"
private let bad = "gstreamer1.0-plugins-bad"
private let openCV = "gstreamer1.0-opencv"

/// A peer that a launch line names.
private func line(
    _ launch: String, from package: String, of format: PixelFormat = .bgrx, law: PeerLaw = .changes
) -> Peer {
    Peer(launch, launch, from: format, law: law, package: package)
}

/// A filter of frei0r's, which works on RGBA.
private func frei0r(_ name: String, law: PeerLaw = .changes) -> Peer {
    line("frei0r-filter-\(name)", from: "frei0r-plugins", of: .rgba, law: law)
}

/// What others have for elements that have no benchmark of their own, or none beside others, by their names: the same, or the nearest
/// task, with settings that make something else of every frame. What is neither here nor there has nothing like it in
/// the packages that are installed, or is measured by its like, as swifterode is by swiftdilate.
let declaredPeers: [String: Peer] = [
    "swiftadjust": line("videobalance brightness=0.1 contrast=1.2 saturation=1.3 hue=0.1", from: good),
    "swiftbrightness": line("videobalance brightness=0.1", from: good),
    "swiftcolormatrix": frei0r("coloradj-rgb r=0.7 b=0.3"),
    "swiftcontrast": line("videobalance contrast=1.4", from: good),
    "swiftemboss": frei0r("emboss"),
    "swiftfalsecolor": line("coloreffects preset=heat", from: bad),
    "swiftglasssphere": line("sphere", from: bad),
    "swiftgrayscale": line("videobalance saturation=0", from: good),
    "swifthue": line("videobalance hue=0.25", from: good),
    "swifthsb": line("videobalance brightness=0.1 saturation=1.3 hue=0.25", from: good),
    "swiftinvert": frei0r("invert0r"),
    "swiftlaplacian": line("cvlaplace", from: openCV, of: .rgb),
    "swiftlevels": frei0r("levels"),
    "swiftmonochrome": frei0r("colorize"),
    "swiftpinch": line("pinch radius=0.9 intensity=1", from: bad),
    "swiftposterize": frei0r("posterize", law: .quantizes),
    "swiftprewitt": line("cvsobel", from: openCV, of: .rgb),
    "swiftsharpen": frei0r("sharpness amount=1 size=0.5"),
    "swiftsolarize": line("solarize", from: bad),
    "swiftsphererefraction": line("sphere", from: bad),
    "swiftstretch": line("stretch", from: bad),
    "swiftthreshold": frei0r("threshold0r threshold=0.5", law: .quantizes),
    "swifttonecurve": frei0r("curves"),
    "swifttoon": line("frei0r-filter-cartoon triplevel=0.99", from: "frei0r-plugins", of: .bgra, law: .quantizes),
    "swifttransform": line("rotate angle=0.3", from: bad),
    "swiftwhitebalance": frei0r("white-balance neutral-color-b=0.6"),
]
