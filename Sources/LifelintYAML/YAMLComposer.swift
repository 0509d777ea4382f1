// SPDX-License-Identifier: MIT

import LifelintModel

/// Builds nodes from events: expands aliases within limits, refuses what would read differently from how it looks.
struct YAMLComposer {
    /// A node with what it costs whoever walks it.
    private struct Composed {
        var node: YAMLNode
        var nodes: Int
        var height: Int
    }

    private let source: SourceText
    private let limits: YAMLLimits
    private let events: [YAMLEvent]
    private var next = 0
    private var anchors: [String: Composed] = [:]
    private var nodes = 0
    private var aliases = 0

    init(source: SourceText, limits: YAMLLimits, events: [YAMLEvent]) {
        self.source = source
        self.limits = limits
        self.events = events
    }

    /// The value of the file; nil if there is none.
    mutating func compose() throws(YAMLError) -> YAMLNode? {
        guard next < events.count, case .documentStart = events[next].kind else { return nil }
        next += 1
        guard next < events.count else { return nil }
        let root = try value(depth: 1)
        if next < events.count {
            throw source.error(
                .ruleSyntax, at: events[next].range.lowerBound, "A file holds one document; a second one begins here.")
        }
        return root.node
    }

    private mutating func value(depth: Int) throws(YAMLError) -> Composed {
        guard next < events.count else {
            throw source.error(.ruleSyntax, at: source.bytes.count, "The file ends within a value.")
        }
        let event = events[next]
        next += 1
        if event.isTagged {
            throw source.error(.ruleSyntax, at: event.range.lowerBound, "Tags such as !!str are not supported.")
        }
        if case .alias(let name) = event.kind { return try alias(name, event, depth: depth) }
        try count(1, at: event, throughAlias: false)
        let composed: Composed
        switch event.kind {
        case .scalar(let scalar):
            let node = YAMLNode(content: .scalar(scalar), at: source.location(event.range))
            composed = Composed(node: node, nodes: 1, height: 1)
        case .sequenceStart: composed = try sequence(event, depth: depth)
        case .mappingStart: composed = try mapping(event, depth: depth)
        case .alias, .documentStart, .sequenceEnd, .mappingEnd:
            throw source.error(.ruleSyntax, at: event.range.lowerBound, "A value is missing here.")
        }
        if let anchor = event.anchor { anchors[anchor] = composed }
        return composed
    }

    private mutating func alias(_ name: String, _ event: YAMLEvent, depth: Int) throws(YAMLError) -> Composed {
        guard let target = anchors[name] else {
            throw source.error(.ruleSyntax, at: event.range.lowerBound, "No anchor before *\(name) is called &\(name).")
        }
        aliases += 1
        if aliases > limits.aliases {
            throw source.error(
                .aliasLimit, at: event.range.lowerBound, "The file uses more than \(limits.aliases) aliases.")
        }
        if depth + target.height - 1 > limits.depth {
            throw source.error(
                .aliasLimit, at: event.range.lowerBound,
                "With *\(name) values are nested more than \(limits.depth) deep.")
        }
        try count(target.nodes, at: event, throughAlias: true)
        return target
    }

    private mutating func count(_ added: Int, at event: YAMLEvent, throughAlias: Bool) throws(YAMLError) {
        nodes += added
        if nodes > limits.nodes {
            throw source.error(
                throughAlias || aliases > 0 ? .aliasLimit : .tooLarge, at: event.range.lowerBound,
                "The file has more than \(limits.nodes) values\(aliases > 0 ? " after its aliases are expanded" : "").")
        }
    }

    private mutating func sequence(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> Composed {
        var items: [YAMLNode] = []
        var total = 1
        var height = 1
        while next < events.count {
            if case .sequenceEnd = events[next].kind { break }
            let item = try value(depth: depth + 1)
            items.append(item.node)
            total += item.nodes
            height = max(height, item.height + 1)
        }
        let node = YAMLNode(content: .sequence(items), at: source.location(closing(start)))
        return Composed(node: node, nodes: total, height: height)
    }

    private mutating func mapping(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> Composed {
        var entries: [YAMLEntry] = []
        var seen: [String: Int] = [:]
        var total = 1
        var height = 1
        while next < events.count {
            if case .mappingEnd = events[next].kind { break }
            let key = try self.key()
            if let line = seen.updateValue(key.at.line, forKey: key.text) {
                throw source.error(
                    .ruleSyntax, at: Int(key.at.offset),
                    "The key “\(key.text)” stands here twice: first in line \(line).")
            }
            let item = try value(depth: depth + 1)
            entries.append(YAMLEntry(key: key, value: item.node))
            total += item.nodes + 1
            height = max(height, item.height + 1)
        }
        let node = YAMLNode(content: .mapping(entries), at: source.location(closing(start)))
        return Composed(node: node, nodes: total, height: height)
    }

    private mutating func key() throws(YAMLError) -> YAMLKey {
        let event = events[next]
        next += 1
        guard case .scalar(let scalar) = event.kind else {
            throw source.error(.ruleSyntax, at: event.range.lowerBound, "A key is a single word, no list and no alias.")
        }
        if event.isTagged || event.anchor != nil {
            throw source.error(.ruleSyntax, at: event.range.lowerBound, "A key has neither a tag nor an anchor.")
        }
        if scalar.style == .plain, scalar.text == "<<" {
            throw source.error(.ruleSyntax, at: event.range.lowerBound, "Merge keys (<<) are not supported.")
        }
        try count(1, at: event, throughAlias: false)
        return YAMLKey(text: scalar.text, at: source.location(event.range))
    }

    /// Steps over the end of a collection and gives the bytes it covers.
    private mutating func closing(_ start: YAMLEvent) -> Range<Int> {
        guard next < events.count else { return start.range }
        let end = events[next].range.upperBound
        next += 1
        return start.range.lowerBound..<max(end, start.range.lowerBound)
    }
}
