// SPDX-License-Identifier: MIT

package import LifelintModel

/// Whether there is a message that two patterns both match: then nothing but chance would say which one decides.
///
/// Both patterns are walked side by side over one imagined message. Captures are taken for what they may hold at most,
/// so a no is certain; what a yes rests on are classes of bytes, never guesses of the words of a tag.
package enum PatternOverlap {
    /// One position of a pattern's machine: what byte it takes, and where that leads.
    private struct Node {
        var accepts: Set<UInt8>?
        var next: [Int] = []
        var isEnd = false
    }

    /// Pairs of patterns that tie: of equal rank, of sources that can be one line's, with a message that both match.
    package static func ties(_ recognisers: [LineRecogniser]) -> [(LinePattern, LinePattern)] {
        var ties: [(LinePattern, LinePattern)] = []
        let rows = recognisers.flatMap { recogniser in
            recogniser.lines.map { (line: $0, about: recogniser.about, isUsers: recogniser.isUsers) }
        }
        let machines = rows.map { $0.line.says.map { nodes(PatternProgram($0)) } }
        for first in rows.indices {
            for second in rows.indices where second > first {
                let (left, right) = (rows[first], rows[second])
                guard left.isUsers == right.isUsers, LineRank(left.line) == LineRank(right.line),
                    left.line.after != right.about, right.line.after != left.about,
                    mayMeet(left.line.source, right.line.source)
                else { continue }
                let meets = machines[first].contains { one in machines[second].contains { meet(one, $0) } }
                if meets { ties.append((left.line, right.line)) }
            }
        }
        return ties
    }

    private static func mayMeet(_ left: LineSource, _ right: LineSource) -> Bool {
        func meet(_ one: [String], _ other: [String]) -> Bool {
            one.isEmpty || other.isEmpty || one.contains(where: other.contains)
        }
        func meet(_ one: Glob?, _ other: Glob?) -> Bool {
            guard let one, let other else { return true }
            return one.pattern.contains("*") || other.pattern.contains("*") || one == other
        }
        func meetAny(_ one: [Glob], _ other: [Glob]) -> Bool {
            one.isEmpty || other.isEmpty || one.contains { glob in other.contains { meet(glob, $0) } }
        }
        return meet(left.processes, right.processes) && meet(left.formats, right.formats)
            && meet(left.subsystem, right.subsystem) && meetAny(left.categories, right.categories)
            && meet(left.sender, right.sender) && meet(left.app, right.app)
    }

    /// Whether both machines reach their end over one message.
    private static func meet(_ left: [Node], _ right: [Node]) -> Bool {
        var seen: Set<Int> = []
        var waiting: [(Int, Int)] = []
        func add(_ one: Int, _ other: Int) {
            if seen.insert(one * right.count + other).inserted { waiting.append((one, other)) }
        }
        add(0, 0)
        while let (one, other) = waiting.popLast() {
            let (first, second) = (left[one], right[other])
            if first.isEnd, second.isEnd { return true }
            // Steps without a byte are taken alone.
            if first.accepts == nil {
                for next in first.next { add(next, other) }
            }
            if second.accepts == nil {
                for next in second.next { add(one, next) }
            }
            guard let bytes = first.accepts, let others = second.accepts, !bytes.isDisjoint(with: others) else {
                continue
            }
            for next in first.next { for after in second.next { add(next, after) } }
        }
        return false
    }

    /// The machine of a program with one byte a node.
    private static func nodes(_ program: PatternProgram) -> [Node] {
        var nodes = program.steps.map { _ in Node() }
        nodes.append(Node(isEnd: true))
        let end = nodes.count - 1
        for (index, step) in program.steps.enumerated() {
            let next = index + 1
            switch step {
            case .match: nodes[index].next = [end]
            case .jump(let target): nodes[index].next = [target]
            case .fork(let first, let second): nodes[index].next = [first, second]
            case .begin, .end: nodes[index].next = [next]
            case .withheld: nodes[index].next = [next]
            case .loop(let set, let after):
                nodes.append(Node(accepts: set.bytes, next: [index]))
                nodes[index].next = [nodes.count - 1, after]
            case .text(let place, let count):
                var last = index
                for byte in program.texts[place..<(place + count)] {
                    nodes.append(Node(accepts: [byte]))
                    nodes[last].next.append(nodes.count - 1)
                    last = nodes.count - 1
                }
                nodes[last].next.append(next)
            case .run(let set): repeated(set.bytes, index, next, &nodes)
            case .number: repeated(numberBytes, index, next, &nodes)
            case .quoted: repeated(PatternProgram.ByteClass.line.bytes, index, next, &nodes)
            case .mark: repeated(LineMark.bytes, index, next, &nodes)
            case .tag: repeated(PatternProgram.ByteClass.line.bytes.subtracting([0x20]), index, next, &nodes)
            case .callback: repeated(callbackBytes, index, next, &nodes)
            }
        }
        return nodes
    }

    /// At least one byte of a set.
    private static func repeated(_ bytes: Set<UInt8>, _ index: Int, _ next: Int, _ nodes: inout [Node]) {
        nodes.append(Node(accepts: bytes))
        let taken = nodes.count - 1
        nodes[index].next = [taken]
        nodes[taken].next = [taken, next]
    }

    private static let numberBytes = Set("0123456789abcdefABCDEFxX.-+ msMBKGiµ".utf8)
    private static let callbackBytes = Set(
        (UInt8(0x20)...0x7E).filter { $0.isLetter || $0.isDigit || [0x5F, 0x2E, 0x3A, 0x28, 0x29].contains($0) })
}

extension PatternProgram.ByteClass {
    /// Every byte of the class.
    fileprivate var bytes: Set<UInt8> { Set((UInt8.min...UInt8.max).filter(holds)) }
}
