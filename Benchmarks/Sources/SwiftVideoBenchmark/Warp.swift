// SPDX-License-Identifier: MIT
import COpenCVPeer
import Effects
import Filters
import Foundation
import PixelCore

/// Where pixels come from, as elements have it by default: written a second time here, so that the maps check the laws.
enum Warp: String, Codable, Hashable {
    case swirl, bulge

    /// The element's effect.
    var effect: EffectMaker {
        switch self {
        case .swirl: .inPlace({ FilterEffect<Swirl>(kernels: $0) })
        case .bulge: .inPlace({ FilterEffect<Bulge>(kernels: $0) })
        }
    }

    /// What is seen at a place, both as fractions of the frame. `aspect` is its height divided by its width.
    private func source(_ x: Double, _ y: Double, aspect: Double) -> (x: Double, y: Double) {
        switch self {
        case .swirl:
            let settings = Swirl()
            let (dx, dy) = (x - settings.centerX, y - settings.centerY)
            let near = max(settings.radius - (dx * dx + dy * dy).squareRoot(), 0) / settings.radius
            let turn = 8 * settings.angle * near * near
            return (
                settings.centerX + dx * cos(turn) - dy * sin(turn), settings.centerY + dx * sin(turn) + dy * cos(turn)
            )
        case .bulge:
            let settings = Bulge()
            let (dx, dy) = (x - settings.centerX, y - settings.centerY)
            let near = max(settings.radius - (dx * dx + dy * dy * aspect * aspect).squareRoot(), 0) / settings.radius
            let factor = (1 - settings.scale * near) * (1 - settings.scale * near)
            return (settings.centerX + dx * factor, settings.centerY + dy * factor)
        }
    }

    /// OpenCV's remap with maps that are ready. It keeps the images.
    func remap(_ source: Image, _ result: Image) -> () -> Bool {
        let maps = (0..<source.info.format.layout.planeCount).map { Map(self, source.info, plane: $0) }
        return {
            maps.enumerated().allSatisfy { index, map in
                swv_opencv_remap(
                    source.frame.plane(index).base.assumingMemoryBound(to: UInt8.self),
                    result.frame.plane(index).base.assumingMemoryBound(to: UInt8.self), Int32(map.width),
                    Int32(map.height), map.channels, map.columns, map.rows)
            }
        }
    }

    /// Columns and rows of a plane that its samples come from.
    private struct Map {
        let width: Int
        let height: Int
        let channels: Int32
        let columns: [Float]
        let rows: [Float]

        init(_ warp: Warp, _ info: VideoInfo, plane: Int) {
            let layout = info.format.layout
            // Planes of chroma have half the size, with samples in the columns of every second of luma and between its rows.
            let isChroma = plane > 0
            (width, height) = isChroma ? (info.width / 2, info.height / 2) : (info.width, info.height)
            channels = Int32(layout.step(plane: plane))
            let aspect = Double(info.height) / Double(info.width)
            let (step, above) = isChroma ? (2.0, 1.0) : (1.0, 0.5)
            var (columns, rows): ([Float], [Float]) = ([], [])
            columns.reserveCapacity(width * height)
            rows.reserveCapacity(width * height)
            for row in 0..<height {
                for column in 0..<width {
                    let place = warp.source(
                        (step * Double(column) + 0.5) / Double(info.width),
                        (step * Double(row) + above) / Double(info.height), aspect: aspect)
                    columns.append(Float((place.x * Double(info.width) - 0.5) / step))
                    rows.append(Float((place.y * Double(info.height) - above) / step))
                }
            }
            (self.columns, self.rows) = (columns, rows)
        }
    }
}
