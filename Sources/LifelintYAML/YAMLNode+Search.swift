// SPDX-License-Identifier: MIT

extension YAMLNode {
    /// How many items or entries it has; none if it is a scalar.
    package var count: Int {
        switch form {
        case .packed(let tree, let index):
            tree.rows[index].kind < PackedYAML.sequence ? 0 : tree.rows[index].count
        case .built(let node):
            switch node.content {
            case .scalar: 0
            case .sequence(let items): items.count
            case .mapping(let entries): entries.count
            }
        }
    }

    /// Gives every key with its value, in the order of the file; false if this is no mapping.
    package func forEachEntry(_ body: (_ key: String, _ value: YAMLNode) -> Void) -> Bool {
        switch form {
        case .built(let node):
            guard case .mapping(let entries) = node.content else { return false }
            for entry in entries { body(entry.key.text, entry.value) }
        case .packed(let tree, let index):
            guard tree.rows[index].kind == PackedYAML.mapping else { return false }
            var row = index + 1
            while row < tree.rows[index].next {
                body(tree.text(row), YAMLNode(tree, row + 1))
                row = tree.rows[row + 1].next
            }
        }
        return true
    }

    /// Whether this is a scalar that says that nothing stands there.
    package var isNull: Bool {
        switch form {
        case .built(let node): if case .scalar(let scalar) = node.content { scalar.isNull } else { false }
        case .packed(let tree, let index): tree.isNull(index)
        }
    }

    /// Whether a byte may stand in a text at or below this node, or braces without quotes, which are a mapping of one
    /// key with nothing under it: false only where there are surely none.
    package func mayHold(_ byte: UInt8) -> Bool {
        guard case .packed(let tree, let index) = form else { return true }
        for row in index..<tree.rows[index].next
        where tree.rows[row].kind == PackedYAML.mapping && tree.rows[row].count == 1 && tree.isNull(row + 2) {
            return true
        }
        return tree.hasByte(byte, index)
    }

    /// Every value under that key, here and below; inside of those none is sought.
    package func values(under key: String) -> [YAMLNode] {
        var found: [YAMLNode] = []
        addValues(under: key, to: &found)
        return found
    }

    /// The limits of reading bound the recursion.
    private func addValues(under key: String, to found: inout [YAMLNode]) {
        switch form {
        case .packed(let tree, let index):
            var row = index
            let end = tree.rows[index].next
            while row < end {
                if tree.rows[row].kind == PackedYAMLTree.key, tree.isText(row, key) {
                    found.append(YAMLNode(tree, row + 1))
                    row = tree.rows[row + 1].next
                } else {
                    row += 1
                }
            }
        case .built(let node):
            switch node.content {
            case .scalar: break
            case .sequence(let items):
                for item in items { item.addValues(under: key, to: &found) }
            case .mapping(let entries):
                for entry in entries {
                    if entry.key.text == key {
                        found.append(entry.value)
                    } else {
                        entry.value.addValues(under: key, to: &found)
                    }
                }
            }
        }
    }
}
