// SPDX-License-Identifier: MIT

import LifelintYAML

/// Keys that stand in sections of a file: each is called by its section, a dot, and its name there.
struct SectionedKeys<Key: RawRepresentable<String> & CaseIterable & Hashable> {
    private var sections: [(name: String, keys: [(name: String, key: Key)])] = []

    init() {
        for key in Key.allCases {
            let parts = key.rawValue.split(separator: ".").map { String($0) }
            guard parts.count == 2 else { continue }
            if sections.last?.name != parts[0] { sections.append((parts[0], [])) }
            sections[sections.count - 1].keys.append((parts[1], key))
        }
    }

    /// What the sections are called, in the order in which they are declared.
    var names: [String] { sections.map(\.name) }

    /// What stands at each key; all of them have to be there.
    func read<Value>(
        _ values: NamedValues, _ reader: inout DeclarationReader,
        _ read: (YAMLNode?, inout DeclarationReader) -> Value?
    ) -> [Key: Value] {
        var found: [Key: Value] = [:]
        for section in sections {
            guard let node = values[section.name] else { continue }
            let keys = section.keys.map(\.name)
            guard let entries = reader.mapping(node, keys: keys, required: keys, "“\(section.name)”") else { continue }
            for key in section.keys { found[key.key] = read(entries[key.name], &reader) }
        }
        return found
    }
}
