// SPDX-License-Identifier: MIT
import FlyingFox
import Glibc

/// Who may ask: the page of this server, and programs that are no browsers.
///
/// A page of another site could make a browser ask here. It says so in Origin and Sec-Fetch-Site; and a name that such
/// a site has pointed here is in Host, while an address there was typed.
struct Visitors: Sendable {
    /// Names of this machine, besides localhost.
    let names: [String]

    func check(_ request: HTTPRequest, changes: Bool) throws(Refusal) {
        guard let host = request.headers[.host], !host.isEmpty else {
            throw Refusal(.badRequest, "The request has no Host.")
        }
        let name = Self.name(of: host).lowercased()
        guard name == "localhost" || names.contains(name) || Self.isAddress(name) else {
            throw Refusal(.forbidden, "\(shown(host)) is no name of this server; --name makes it one.")
        }
        let foreign = Refusal(.forbidden, "Pages of other sites may not ask here.")
        if let origin = request.headers[HTTPHeader("Origin")] {
            let isOwn = ["http://\(host)", "https://\(host)"].contains { $0.lowercased() == origin.lowercased() }
            guard isOwn else { throw foreign }
        }
        // Links to the page itself are welcome.
        if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site != "same-origin", site != "none" {
            let isLink = request.headers[HTTPHeader("Sec-Fetch-Mode")] == "navigate" && !changes
            guard isLink else { throw foreign }
        }
    }

    /// A host without its port.
    private static func name(of host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    static func isAddress(_ name: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1
    }
}
