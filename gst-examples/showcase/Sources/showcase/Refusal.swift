// SPDX-License-Identifier: MIT
import FlyingFox
import Foundation

/// A request that is wrong, and what would be right.
struct Refusal: Error {
    let status: HTTPStatusCode
    let sentence: String

    init(_ status: HTTPStatusCode, _ sentence: String) {
        (self.status, self.sentence) = (status, sentence)
    }
}

/// What a property is set to or has.
enum Setting: Codable, Equatable, Sendable {
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(String)

    var number: Double? {
        switch self {
        case .int(let int): Double(int)
        case .double(let double): double
        case .bool, .text: nil
        }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let int = try? value.decode(Int64.self) {
            self = .int(int)
        } else if let double = try? value.decode(Double.self) {
            self = .double(double)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .bool(let bool): try value.encode(bool)
        case .int(let int): try value.encode(int)
        case .double(let double): try value.encode(double)
        case .text(let text): try value.encode(text)
        }
    }
}
