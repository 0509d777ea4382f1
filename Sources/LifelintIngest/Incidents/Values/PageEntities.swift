// SPDX-License-Identifier: MIT

/// Puts back what the source of a page writes for characters of its own: `&lt;0xF&gt;` is `<0xF>`.
enum PageEntities {
    private static let entities: [(text: StaticString, byte: UInt8)] = [
        ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#34;", 0x22), ("&#39;", 0x27), ("&apos;", 0x27),
        ("&amp;", 0x26),
    ]
    /// How far the first of them is looked for: a report has its code, or its first key, before.
    private static let reach = 64 << 10

    /// The text of a page as it reads; nil if it is none.
    ///
    /// A page writes all of one character so: what has one of them plain says the others itself.
    static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.withView { view in
            let head = min(view.count, reach)
            guard tells(view, head) else { return nil }
            let hasMarks = view.firstIndex(of: 0x22, from: 0, to: view.count) != nil
            let hasBrackets = view.firstIndex(of: 0x3C, from: 0, to: view.count) != nil
            guard !hasMarks || !hasBrackets else { return nil }
            var content: [UInt8] = []
            content.reserveCapacity(view.count)
            var position = 0
            while position < view.count {
                let next = view.firstIndex(of: 0x26, from: position, to: view.count) ?? view.count
                view.append(position, next, to: &content)
                guard next < view.count else { break }
                let found = entities.first { view.starts($0.text, at: next, to: view.count) }
                if let found, found.byte == 0x22 ? !hasMarks : !hasBrackets {
                    content.append(found.byte)
                    position = next + found.text.utf8CodeUnitCount
                } else {
                    content.append(0x26)
                    position = next + 1
                }
            }
            return content
        }
    }

    /// Whether brackets or quotation marks are written as a page writes them.
    private static func tells(_ view: ByteView, _ end: Int) -> Bool {
        var position = 0
        while let next = view.firstIndex(of: 0x26, from: position, to: end) {
            // Crashes name types such as `string const&`: what follows tells most of them apart.
            switch view[next &+ 1] {
            case 0x6C where view.starts("&lt;", at: next, to: end): return true
            case 0x71 where view.starts("&quot;", at: next, to: end): return true
            default: position = next &+ 1
            }
        }
        return false
    }
}
