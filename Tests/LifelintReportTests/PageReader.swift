// SPDX-License-Identifier: MIT

import LifelintReport

/// Just enough of a reader of HTML for tests: the tags of a page with their attributes, and the text between them.
struct PageReader {
    struct Tag {
        var name: String
        var attributes: [String: String]
    }

    private(set) var tags: [Tag] = []
    private(set) var text = ""

    /// Reads a page; style and script are left out.
    init(_ page: String) {
        var rest = Substring(page)
        while let open = rest.firstIndex(of: "<") {
            text += rest[..<open]
            guard let close = rest[open...].firstIndex(of: ">") else { break }
            let inside = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if inside.hasPrefix("/") || inside.hasPrefix("!") { continue }
            let tag = PageReader.tag(inside)
            tags.append(tag)
            if tag.name == "style" || tag.name == "script", let end = rest.firstRange(of: "</\(tag.name)>") {
                rest = rest[end.upperBound...]
            }
        }
        text += rest
    }

    var ids: [String] { tags.compactMap { $0.attributes["id"] } }
    var links: [String] { tags.filter { $0.name == "a" }.compactMap { $0.attributes["href"] } }

    private static func tag(_ inside: Substring) -> Tag {
        let name = inside.prefix { $0 != " " && $0 != "/" }
        var attributes: [String: String] = [:]
        var rest = inside[name.endIndex...]
        while let start = rest.firstIndex(where: { $0 != " " && $0 != "/" }) {
            rest = rest[start...]
            let key = rest.prefix { $0 != "=" && $0 != " " && $0 != "/" }
            rest = rest[key.endIndex...]
            guard rest.hasPrefix("=\"") else {
                attributes[String(key)] = ""
                continue
            }
            rest = rest.dropFirst(2)
            let value = rest.prefix { $0 != "\"" }
            attributes[String(key)] = String(value)
            rest = rest[value.endIndex...].dropFirst()
        }
        return Tag(name: String(name), attributes: attributes)
    }
}

extension String {
    /// What stands between the first such marks.
    func between(_ before: String, _ after: String) -> String? {
        guard let start = firstRange(of: before)?.upperBound, let end = self[start...].firstRange(of: after) else {
            return nil
        }
        return String(self[start..<end.lowerBound])
    }
}
