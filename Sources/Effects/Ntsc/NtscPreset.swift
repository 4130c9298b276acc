// SPDX-License-Identifier: MIT
extension NtscSettings {
    /// The settings that a preset file of ntsc-rs or of ntscQT means.
    ///
    /// `values` are the members of the file's only object, the last of equal names counting; `fields` are the settings
    /// under ntsc-rs's names. Settings that the file leaves out are `legacy`. `compatibility` is that of a new object, since
    /// files do not have it. Throws where `version` is missing or not 1, and what `PresetField.take` throws.
    public static func preset(
        _ values: [(name: String, value: PresetValue)], fields: [PresetField<NtscSettings>]
    ) throws(EffectError) -> NtscSettings {
        let members = PresetMembers(values)
        var settings = NtscSettings()
        let named: PresetMembers
        if members["_composite_preemphasis"] != nil {
            named = PresetMembers(try members.fromNtscQT())
        } else {
            try members.checkVersion()
            settings = .legacy
            named = members
        }
        for field in fields {
            if let value = named[field.name] { try field.take(value, into: &settings) }
        }
        return settings
    }
}

/// The members of a JSON object.
private struct PresetMembers {
    private var values: [String: PresetValue] = [:]

    init(_ list: [(name: String, value: PresetValue)]) {
        for (name, value) in list { values[name] = value }
    }

    subscript(name: String) -> PresetValue? { values[name] }

    func checkVersion() throws(EffectError) {
        switch values["version"] {
        case .number(1):
            return
        case .number(let number):
            throw EffectError("\"version\" is \(jsonText(number)), but presets of version 1 alone are known.")
        case .boolean(let flag):
            throw EffectError("\"version\" is \(flag), but must be 1.")
        case .other, nil:
            throw EffectError(
                "\"version\" is missing, so this is no preset of ntsc-rs; it must be 1. (One of ntscQT has "
                    + "\"_composite_preemphasis\".)")
        }
    }

    /// The number of that name, 0 if there is none.
    private func number(_ name: String) throws(EffectError) -> Double {
        switch values[name] {
        case .number(let number): return number
        case .boolean(let flag): throw EffectError("\"\(name)\" is \(flag), but must be a number.")
        case .other, nil: return 0
        }
    }

    /// The boolean of that name, false if there is none.
    private func flag(_ name: String) throws(EffectError) -> Bool {
        switch values[name] {
        case .boolean(let flag): return flag
        case .number(let number): throw EffectError("\"\(name)\" is \(jsonText(number)), but must be true or false.")
        case .other, nil: return false
        }
    }

    /// What a preset of ntscQT comes to in ntsc-rs's settings, as ntsc-rs has it; the others are the defaults.
    func fromNtscQT() throws(EffectError) -> [(name: String, value: PresetValue)] {
        var result: [(name: String, value: PresetValue)] = []
        func set(_ name: String, _ number: Double) { result.append((name, .number(number))) }
        func set(_ name: String, _ flag: Bool) { result.append((name, .boolean(flag))) }
        func set<Choice: RawRepresentable<Int32>>(_ name: String, _ choice: Choice) {
            result.append((name, .number(Double(choice.rawValue))))
        }
        set("use_field", NtscUseField.upper)
        set("filter_type", NtscFilterType.constantK)
        set("input_luma_filter", NtscLumaFilter.box)
        set("chroma_demodulation", NtscDemodulation.box)
        set("luma_smear", 0)
        set("snow_intensity", 0)
        set("chroma_phase_error", 0)
        set("tracking_noise", false)
        set("luma_noise", false)
        set("scale_settings", false)

        let isNarrow = try flag("_composite_in_chroma_lowpass")
        set("chroma_lowpass_in", isNarrow ? NtscChromaLowpass.full : .none)
        set("composite_preemphasis", try number("_composite_preemphasis"))
        let shift: NtscPhaseShift =
            switch try number("_video_scanline_phase_shift") {
            case 90: .degrees90
            case 180: .degrees180
            case 270: .degrees270
            default: .degrees0
            }
        set("video_scanline_phase_shift", shift)
        set("video_scanline_phase_shift_offset", try number("_video_scanline_phase_shift_offset"))

        set("head_switching", try flag("_vhs_head_switching"))
        set("head_switching_height", 6)
        set("head_switching_offset", 0)
        set("head_switching_horizontal_shift", 6)
        set("head_switching_start_mid_line", false)

        set("composite_noise", true)
        set("composite_noise_intensity", try number("_video_noise") / 50_000)
        set("composite_noise_frequency", 0.1)
        set("composite_noise_detail", 3)
        set("chroma_noise", true)
        set("chroma_noise_intensity", try number("_video_chroma_noise") * (0.4 / 16_384))
        set("chroma_noise_frequency", 0.2)
        set("chroma_noise_detail", 1)
        set("chroma_phase_noise_intensity", try number("_video_chroma_phase_noise") * 0.005)
        set("chroma_delay_horizontal", try number("_color_bleed_horiz"))
        set("chroma_delay_vertical", try number("_color_bleed_vert"))

        set("ringing", true)
        if try flag("_enable_ringing2") {
            set("ringing_frequency", try number("_ringing_shift") * 0.75 + 0.25)
            set("ringing_power", 6)
            set("ringing_scale", try number("_ringing_power") * 0.1)
        } else {
            set("ringing_frequency", try number("_ringing") / 3)
            set("ringing_power", 5)
            set("ringing_scale", 2)
        }

        set("vhs_settings", try flag("_emulating_vhs"))
        let speed: NtscTapeSpeed =
            switch try number("_output_vhs_tape_speed") {
            case 1: .lp
            case 2: .ep
            default: .sp
            }
        set("vhs_tape_speed", speed)
        set("vhs_chroma_loss", try number("_video_chroma_loss") / 100_000)
        set("vhs_sharpen_enabled", true)
        set("vhs_sharpen", try number("_vhs_out_sharpen"))
        set("vhs_sharpen_frequency", 1)
        set("vhs_edge_wave_enabled", true)
        set("vhs_edge_wave", try number("_vhs_edge_wave") * 0.5)
        set("vhs_edge_wave_speed", 10)
        set("vhs_edge_wave_frequency", 0.125)
        set("vhs_edge_wave_detail", 3)
        set("vhs_chroma_vert_blend", try flag("_vhs_chroma_vert_blend"))
        let (isOut, isLight) = (
            try flag("_composite_out_chroma_lowpass"), try flag("_composite_out_chroma_lowpass_lite")
        )
        set("chroma_lowpass_out", !isOut ? NtscChromaLowpass.none : isLight ? .light : .full)
        return result
    }
}
