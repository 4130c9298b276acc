// SPDX-License-Identifier: MIT
public import Effects

/// Every filter of the plugin that is a law of pixels and their neighbours.
public enum FilterCatalogue {
    public static let filters: [any Filter.Type] = [
        Rosy.self,
        Adjust.self,
        Brightness.self,
        Exposure.self,
        Contrast.self,
        Saturation.self,
        Gamma.self,
        Levels.self,
        ToneCurve.self,
        ColorMatrix.self,
        LUT3D.self,
        Invert.self,
        Grayscale.self,
        Monochrome.self,
        FalseColor.self,
        Sepia.self,
        Threshold.self,
        Hue.self,
        WhiteBalance.self,
        RGBGain.self,
        HighlightShadow.self,
        SplitTone.self,
        Haze.self,
        Opacity.self,
        SkinTone.self,
        Solarize.self,
        LuminanceRange.self,
        Vibrance.self,
        HSB.self,
        Sharpen.self,
        Unsharp.self,
        Sobel.self,
        Prewitt.self,
        Laplacian.self,
        Emboss.self,
        ThresholdEdge.self,
        Convolution.self,
        BinaryPattern.self,
        BoxBlur.self,
        SelectiveBlur.self,
        Median.self,
        Dilate.self,
        Erode.self,
        MotionBlur.self,
        ZoomBlur.self,
        Transform.self,
        LowPass.self,
        HighPass.self,
        Posterize.self,
        ShaderFilter.self,
        Toon.self,
        Sketch.self,
        ThresholdSketch.self,
        Halftone.self,
        PolkaDot.self,
        Crosshatch.self,
        Pixellate.self,
        PolarPixellate.self,
        Mosaic.self,
        Kuwahara.self,
        Swirl.self,
        Bulge.self,
        Pinch.self,
        Stretch.self,
        SphereRefraction.self,
        GlassSphere.self,
        TiltShift.self,
        Vignette.self,
        ChromaKey.self,
    ]

    /// Laws of two frames, of which the first may be what was made of others.
    public static let layered: [any LayeredBlend.Type] = [Blending.self]

    /// Laws of two frames.
    public static let pairs: [any PairBlend.Type] = [Mask.self, ChromaKeyBlend.self]

    /// Both.
    public static let blends: [any BlendElement.Type] = layered.map { $0 } + pairs.map { $0 }

    /// The filters that are elements by themselves; the others are those of blends with their names.
    public static let elements: [any Filter.Type] = {
        let names = Set(blends.map { "\($0.metadata.factoryName)" })
        return filters.filter { !names.contains("\($0.metadata.factoryName)") }
    }()

    /// Laws that tell of frames.
    public static let measuring: [any MeasuringFilter.Type] = [
        AverageColor.self, Histogram.self, HistogramGraph.self, MotionDetector.self, ColorTrack.self, Corners.self,
        Lines.self,
    ]

    /// Laws that make frames of nothing.
    public static let sources: [any SourceLaw.Type] = [Perlin.self]

    /// Those of several laws in a row.
    public static let composed: [any ComposedFilter.Type] = [
        GaussianBlur.self,
        FastBlur.self,
        BackdropBlur.self,
        Bilateral.self,
        Opening.self,
        Closing.self,
        AdaptiveThreshold.self,
        Canny.self,
        SmoothToon.self,
    ]
}
