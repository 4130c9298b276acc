// SPDX-License-Identifier: MIT
import CGStreamer
import Dispatch
import Foundation
import Synchronization

/// What is shown, and how elements are set.
///
/// Sendable although its pointers are not: all but `shown` is used on its queue alone.
final class Stage: @unchecked Sendable {
    /// What the page is told, besides the frames.
    struct State: Encodable {
        let revision: Int
        let element, video, line, cameraLine: String
        let isBundled, isPaused: Bool
        /// Whether the page may show a camera.
        let hasCamera: Bool
        let settings: [String: Setting]
        let presets: [String]
        /// Nil: the element has one input.
        let second: SecondChoice?
        /// What its inputs are set to, by their names.
        let inputs: [String: [String: Setting]]
    }

    let models: [Model]
    private let videos: [Video]
    private let queue = DispatchQueue(label: "stage")
    /// An element of each kind that is never played: it keeps the settings while others are shown.
    private var desks: [String: Element]
    private var own: Video?
    private let camera: Video?
    private let media: String
    /// What elements get that can.
    private var second = SecondVideo.plant
    private var player: Player
    private let shown: Mutex<(player: Player, revision: Int)>

    /// `media`: the folder with the bundled videos. `camera`: the source of one, as gst-launch-1.0 takes it, if there may be one.
    init(plugin: String, media: String, camera: String?) throws {
        let models = try Self.findStages(try Model.all(of: plugin))
        desks = Dictionary(uniqueKeysWithValues: try models.map { ($0.name, try $0.make()) })
        let videos = try ["bigbuckbunny.mp4", "aloe-depth.mkv"].map { name in
            let path = "\(media)/\(name)"
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw Failure("There is no \(path): name the folder of the bundled videos with --media.")
            }
            return Video(source: .bundled(path), name: name)
        }
        // One with looks shows most at first sight.
        let model = models.first { $0.looks != nil } ?? models.first { $0.inputs == 1 && $0.takesColours } ?? models[0]
        let chain = Chain(model: model, video: videos[model.takesColours ? 0 : 1], second: .middle, media: media)
        let player = try Player(chain)
        try player.start()
        (self.models, self.videos, self.media, self.player) = (models, videos, media, player)
        self.camera = camera.map { Video(source: .camera($0), name: "Camera") }
        shown = Mutex((player, 1))
    }

    /// Runs on the stage's queue, where waiting for GStreamer is nobody else's trouble.
    func perform<Result: Sendable>(_ work: @escaping @Sendable (Stage) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work(self) }) }
        }
    }

    func close() { queue.sync { player.stop() } }

    /// What is played, and how often anything has been changed. From any thread.
    var current: (player: Player, revision: Int) { shown.withLock { $0 } }

    // MARK: On the queue

    func state() throws -> State {
        let (model, desk) = try model(player.chain.model.name)
        let names = model.hasPresets ? presets(of: desk) : []
        let (assignments, inputs) = (try model.assignments(for: desk), model.inputAssignments(for: desk))
        return State(
            revision: current.revision, element: model.name, video: player.chain.video.name,
            line: player.chain.line(assignments, inputs),
            cameraLine: player.chain.line(assignments, inputs, of: camera ?? .anyCamera),
            isBundled: videos.contains(player.chain.video), isPaused: player.isPaused, hasCamera: camera != nil,
            settings: model.settings(of: desk), presets: names,
            second: model.seconds.isEmpty ? nil : SecondChoice(player.chain.second, of: model.seconds),
            inputs: model.inputSettings(of: desk))
    }

    func model(_ name: String) throws(Refusal) -> (Model, Element) {
        guard let model = models.first(where: { $0.name == name }), let desk = desks[name] else {
            throw Refusal(.notFound, "There is no element \(showcase.shown(name)).")
        }
        return (model, desk)
    }

    /// Shows another element.
    func show(_ name: String) throws {
        let (model, _) = try model(name)
        try play(model, own)
    }

    /// Shows another second video.
    func showSecond(_ name: String) throws {
        let model = player.chain.model
        guard let next = model.seconds.first(where: { $0.rawValue == name }) else {
            let names = model.seconds.map(\.rawValue).joined(separator: ", ")
            let right = names.isEmpty ? "it has one input" : "it takes \(names)"
            let sentence = "\(model.name) does not take \(showcase.shown(name)) as a second video: \(right)."
            throw Refusal(.badRequest, sentence)
        }
        let last = second
        second = next
        do { try play(model, own) } catch {
            second = last
            throw error
        }
    }

    /// Shows another video, or the bundled ones again. Returns the one that was shown.
    func show(_ video: Video?) throws -> Video {
        let last = player.chain.video
        do { try play(player.chain.model, video) } catch let failure as Failure {
            throw Refusal(.unprocessableContent, "\(video?.name ?? "The video") can't be shown: \(failure)")
        }
        own = video
        return last
    }

    /// Shows the camera, from anew if it was shown. Returns the video that was shown.
    func showCamera() throws -> Video {
        guard let camera else {
            throw Refusal(.forbidden, "Others can use this page too: it shows a camera only if started with --camera.")
        }
        return try show(camera)
    }

    /// What was played goes on if this fails.
    private func play(_ model: Model, _ video: Video?) throws {
        let video = video ?? videos[model.takesColours ? 0 : 1]
        let second = model.seconds.contains(second) ? second : .middle
        let last = player
        // A camera is read by one alone.
        let isHeld = video == camera && last.chain.video == camera
        if isHeld { last.stop() }
        let chain = Chain(model: model, video: video, second: second, media: media)
        do { player = try started(chain, after: last) } catch {
            if isHeld, let again = try? started(last.chain, after: last) { player = again }
            throw error
        }
        change()
        if !isHeld { last.stop() }
    }

    /// A player whose first frame is there.
    private func started(_ chain: Chain, after last: Player) throws -> Player {
        let next = try Player(chain)
        if let desk = desks[chain.model.name] {
            chain.model.copy(from: desk, to: next.element)
            chain.model.copyInputs(from: desk, to: next.element)
        }
        do { try next.start() } catch {
            next.stop()
            throw error
        }
        next.frames.count(after: last.frames.newest?.number ?? 0)
        return next
    }

    private func change() { shown.withLock { $0 = (player, $0.revision + 1) } }

    /// Sets all of these or, if one is wrong, none.
    func set(_ name: String, _ settings: [String: Setting]) throws {
        let (model, desk) = try model(name)
        let values = try settings.sorted { $0.key < $1.key }.map { name, setting in
            let property = try model.property(name)
            return (property, try property.value(for: setting))
        }
        // On another element first: what one may set besides, as near sets auto-range, could not be taken back.
        let trial = try Element.made(by: name)
        defer { gst_object_unref(trial) }
        model.copy(from: desk, to: trial)
        for (property, value) in values {
            property.set(value, of: trial)
            // An element may take less than its class says; a choice may stand for what others make it.
            guard property.kind == .choice || property.areEqual(property.value(of: trial), value) else {
                throw Refusal(.unprocessableContent, "\(name) does not take \(property.name)=\(property.text(value)).")
            }
        }
        for (property, value) in values { property.set(value, of: desk) }
        follow(model, desk)
    }

    /// Gives the element its first settings, as a new one: an old one would remember which had been set.
    func reset(_ name: String) throws {
        let (model, desk) = try model(name)
        let new = try model.make()
        desks[name] = new
        gst_object_unref(desk)
        follow(model, new)
    }

    /// Makes the element that plays, if it is one of these, what the desk is.
    func follow(_ model: Model, _ desk: Element) {
        if let element = shownElement(of: model.name) {
            model.copy(from: desk, to: element)
            model.copyInputs(from: desk, to: element)
        }
        change()
    }

    /// The element that plays, if it has this name.
    func shownElement(of name: String) -> Element? { name == player.chain.model.name ? player.element : nil }

    /// Stands still at the frame that is shown, or goes on.
    func pause(_ isPaused: Bool) {
        player.isPaused = isPaused
        change()
    }

    func still() throws -> (name: String, frame: Data) {
        let (model, number) = (player.chain.model.name, player.frames.newest?.number ?? 0)
        return ("\(model)-\(number).png", try player.still())
    }

    // MARK: Presets, which GStreamer keeps in the user's folder

    enum PresetAction: String { case load, save, delete }

    func preset(_ action: PresetAction, _ preset: String, of name: String) throws {
        let (model, desk) = try model(name)
        guard model.hasPresets else { throw Refusal(.notFound, "\(name) has no presets.") }
        let isKnown = presets(of: desk).contains(preset)
        let interface = OpaquePointer(desk)
        switch action {
        case .load:
            guard isKnown else { throw Refusal(.notFound, "\(name) has no preset \(showcase.shown(preset)).") }
            guard gst_preset_load_preset(interface, preset) != 0 else { throw Failure("The preset can't be loaded.") }
            follow(model, desk)
        case .save:
            let isName =
                (1...40).contains(preset.utf8.count)
                && preset.utf8.allSatisfy { byte in
                    let letter = Character(Unicode.Scalar(byte))
                    return letter.isASCII && (letter.isLetter || letter.isNumber || " _-".contains(letter))
                }
            guard isName, preset.first != " ", preset.last != " " else {
                throw Refusal(.badRequest, "A preset's name is 1 to 40 letters, digits, blanks, _ and -.")
            }
            guard gst_preset_save_preset(interface, preset) != 0 else { throw Failure("The preset can't be saved.") }
            change()
        case .delete:
            guard isKnown else { throw Refusal(.notFound, "\(name) has no preset \(showcase.shown(preset)).") }
            guard gst_preset_delete_preset(interface, preset) != 0 else {
                throw Failure("The preset can't be deleted.")
            }
            change()
        }
    }

    private func presets(of desk: Element) -> [String] {
        let list = gst_preset_get_preset_names(OpaquePointer(desk))
        defer { g_strfreev(list) }
        var names: [String] = []
        while let name = list?[names.count] { names.append(string(name)) }
        return names
    }
}
