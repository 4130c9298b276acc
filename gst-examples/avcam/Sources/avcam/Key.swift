// SPDX-License-Identifier: MIT
/// What keys do.
enum Key: Character, CaseIterable {
    case more = "+"
    case less = "-"
    case filter = "f"
    case smoothing = "s"
    case faster = ">"
    case slower = "<"
    case photo = "p"
    case quit = "q"

    private var meaning: String {
        switch self {
        case .more: "more depth"
        case .less: "less depth"
        case .filter: "the rose filter on or off"
        case .smoothing: "smoothing of depth on or off"
        case .faster: "more depth frames a second"
        case .slower: "fewer depth frames a second"
        case .photo: "take a photo"
        case .quit: "end"
        }
    }

    static var help: String { allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n") }
}
