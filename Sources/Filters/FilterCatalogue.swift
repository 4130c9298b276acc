// SPDX-License-Identifier: MIT
public import Effects

/// Every filter of the plugin that is a law of pixels and their neighbours.
public enum FilterCatalogue {
    public static let filters: [any Filter.Type] = [
        Rosy.self,
        Brightness.self,
        Exposure.self,
        Contrast.self,
        Saturation.self,
        Gamma.self,
        Levels.self,
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
        Sobel.self,
        Prewitt.self,
        Laplacian.self,
        Emboss.self,
        GaussianBlur.self,
        LowPass.self,
        Posterize.self,
        Swirl.self,
        Vignette.self,
    ]
}
