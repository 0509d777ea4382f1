// SPDX-License-Identifier: MIT

package import LifelintYAML

/// The values of a mapping by their names, in the order of the file.
///
/// Readers ask for many names of which few are there. So a sign of each name is kept: what no name has is answered
/// without a look at the names, and no name is ever hashed.
package struct NamedValues {
    /// The names, in the order of the file.
    private(set) var names: [String] = []
    /// At the same places.
    private var values: [YAMLNode] = []
    /// One bit for each sign that a name has.
    private var signs: UInt64 = 0

    mutating func reserveCapacity(_ count: Int) {
        names.reserveCapacity(count)
        values.reserveCapacity(count)
    }

    package subscript(name: String) -> YAMLNode? {
        get {
            guard signs & NamedValues.sign(name) != 0 else { return nil }
            return names.firstIndex(of: name).map { values[$0] }
        }
        set {
            let sign = NamedValues.sign(name)
            if signs & sign != 0, let index = names.firstIndex(of: name) {
                if let newValue {
                    values[index] = newValue
                } else {
                    names.remove(at: index)
                    values.remove(at: index)
                }
            } else if let newValue {
                signs |= sign
                names.append(name)
                values.append(newValue)
            }
        }
    }

    /// The values with those in their place for which there is another.
    func mapValues(_ map: (_ name: String, _ value: YAMLNode) -> YAMLNode?) -> NamedValues {
        var result = self
        for index in names.indices {
            if let other = map(names[index], values[index]) { result.values[index] = other }
        }
        return result
    }

    /// The values that are wanted.
    package func filter(_ isWanted: (YAMLNode) -> Bool) -> NamedValues {
        var result = NamedValues()
        for (name, value) in zip(names, values) where isWanted(value) { result[name] = value }
        return result
    }

    /// A bit that is the same for equal names.
    static func sign(_ name: String) -> UInt64 { 1 << UInt64(NameTable.place(of: name)) }
}
