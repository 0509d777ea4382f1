// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/process-states.yml` and `vocabulary/jetsam-bands.yml`.
package enum ProcessStateReader {
    package static func words(_ reader: inout DeclarationReader) -> [ProcessStateWords.Key: Set<String>] {
        let sections = SectionedKeys<ProcessStateWords.Key>()
        let names = sections.names
        guard let root = reader.document.root,
            let values = reader.mapping(root, keys: names, required: names, "The file of states")
        else { return [:] }
        return sections.read(values, &reader) { node, reader in
            let keys = ["says", "standing"]
            guard let node, let values = reader.mapping(node, keys: keys, required: keys, "A state"),
                reader.choice(values["standing"], "standing", TerminationTable.Standing.self) != nil
            else { return nil }
            return Set(reader.texts(values["says"], "A word"))
        }
    }

    package static func bands(_ reader: inout DeclarationReader) -> JetsamBands {
        var bands = JetsamBands()
        let keys = ["bands", "inUse", "front", "lastOld"]
        guard let root = reader.document.root,
            let values = reader.mapping(root, keys: keys, required: keys, "The file of bands")
        else { return bands }
        bands.leastInUse = number(values["inUse"], "The lowest band in use", &reader) ?? bands.leastInUse
        bands.front = number(values["front"], "The band of the front", &reader) ?? bands.front
        bands.lastOld = number(values["lastOld"], "The highest old band", &reader) ?? bands.lastOld
        for node in reader.list(values["bands"], "The list of bands") {
            guard let band = band(node, &reader) else { continue }
            if let last = bands.bands.last, last.range.upperBound >= band.range.lowerBound {
                reader.report(.duplicateID, at: node.at, "Bands stand in order, and each of them once.")
            }
            bands.bands.append(band)
        }
        return bands
    }

    private static func band(_ node: YAMLNode, _ reader: inout DeclarationReader) -> JetsamBands.Band? {
        guard
            let values = reader.mapping(
                node, keys: ["from", "to", "tells", "behind", "standing"], required: ["standing"], "A band"),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        let first = number(values["from"], "The first band", &reader) ?? .min
        let last = number(values["to"], "The last band", &reader) ?? .max
        guard first <= last else {
            reader.report(.badRule, at: node.at, "The first band is not behind the last one.")
            return nil
        }
        return JetsamBands.Band(
            range: first...last, tells: reader.choice(values["tells"], "tells", JetsamBands.Tells.self),
            isBehind: reader.bool(values["behind"], "“behind”") ?? false, standing: standing)
    }

    private static func number(_ node: YAMLNode?, _ what: String, _ reader: inout DeclarationReader) -> Int? {
        reader.integer(node, what).flatMap { Int(exactly: $0) }
    }
}
