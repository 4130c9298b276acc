// SPDX-License-Identifier: MIT
import CGStreamer
import Glibc

/// Plays the chain and does what keys say, until the video or the user ends it.
final class Session {
    private let chain: Chain
    private let camera: PhotoCamera
    private let keyboard: Keyboard
    private let signals: Signals
    /// Whether files begin again.
    private let repeats: Bool
    /// When the end was asked for.
    private var end: ContinuousClock.Instant?
    /// What a source ended with, while the file that is written goes to its end.
    private var failure: Failure?
    private static let rates = [1.0, 2, 5, 10, 15, 30, 0]

    init(_ chain: Chain, _ camera: PhotoCamera, _ keyboard: Keyboard, _ signals: Signals, repeats: Bool) {
        (self.chain, self.camera, self.keyboard, self.signals) = (chain, camera, keyboard, signals)
        self.repeats = repeats
    }

    /// Plays until the end. Throws what a source failed with, or when no frame came for `timeout`.
    func run(timeout: Duration) throws {
        guard let bus = gst_element_get_bus(chain.pipeline) else { throw Failure("The pipeline has no bus.") }
        defer { gst_object_unref(bus) }
        var busFile = GPollFD()
        gst_bus_get_pollfd(bus, &busFile)
        chain.begin()
        defer { camera.finish() }
        var (frames, last, idle) = (guint64.max, ContinuousClock.now, Duration.zero)
        while true {
            while let message = gst_bus_pop(bus) {
                defer { gst_message_unref(message) }
                guard try goesOn(after: message) else { return }
            }
            var files = [
                pollfd(fd: busFile.fd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.file, events: Int16(POLLIN), revents: 0),
                pollfd(fd: keyboard.isOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            ]
            poll(&files, nfds_t(files.count), 500)
            // While the process was stopped, or the machine asleep, there were no frames either.
            idle = chain.frameCount == frames ? idle + min(.now - last, .seconds(1)) : .zero
            (frames, last) = (chain.frameCount, .now)
            if idle > timeout {
                let stall = Failure("There was no frame to show for \(timeout.components.seconds) seconds.")
                guard end == nil, chain.canEnd else { throw failure ?? stall }
                // What was recorded so far becomes whole.
                failure = failure ?? stall
                idle = .zero
                finish()
            }
            if files[1].revents != 0 {
                signals.take()
                // Who asks again doesn't want to wait; but some send a signal twice at once.
                if let end, .now - end > .seconds(1) { return }
                finish()
            }
            if files[2].revents != 0 { keyboard.keys().forEach(press) }
        }
    }

    private func finish() {
        guard end == nil else { return }
        end = .now
        chain.end()
    }

    private func goesOn(after message: UnsafeMutablePointer<GstMessage>) throws -> Bool {
        switch message.pointee.type {
        case GST_MESSAGE_EOS:
            try chain.keepRecording()
            if let failure { throw failure }
            guard repeats, end == nil else { return false }
            chain.repeatFromStart()
        case GST_MESSAGE_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &error, nil)
            let failure = Failure(error)
            guard let source = message.pointee.src, chain.canEnd, chain.isOfSource(source) else {
                throw self.failure ?? failure
            }
            // A source tells of one fault more than once.
            self.failure = self.failure ?? failure
            finish()
        case GST_MESSAGE_WARNING:
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_warning(message, &error, nil)
            say("Warning: \(Failure(error))")
        case GST_MESSAGE_LATENCY:
            gst_bin_recalculate_latency(bin(chain.pipeline))
        default:
            break
        }
        return true
    }

    private func press(_ key: Key) {
        switch key {
        case .more, .less:
            // Whole steps, so that the ends are met exactly.
            let step = (chain.mixFactor * 20).rounded() + (key == .more ? 1 : -1)
            chain.mixFactor = min(max(0, step / 20), 1)
            say("mix-factor=\(chain.mixFactor)")
        case .filter:
            chain.filters.toggle()
            say("rose filter \(chain.filters ? "on" : "off")")
        case .smoothing:
            chain.smooths.toggle()
            say("smoothing=\(chain.smooths)")
        case .faster, .slower:
            let index = Self.rates.firstIndex { $0 >= chain.depthRate && chain.depthRate > 0 } ?? Self.rates.count - 1
            chain.depthRate = Self.rates[min(max(0, index + (key == .faster ? 1 : -1)), Self.rates.count - 1)]
            say(chain.depthRate == 0 ? "all depth frames" : "depth frames a second: \(chain.depthRate)")
        case .photo:
            guard let frame = chain.frame() else { return say("No photo: there is no frame yet") }
            camera.take(frame)
        case .quit:
            finish()
        }
    }
}
