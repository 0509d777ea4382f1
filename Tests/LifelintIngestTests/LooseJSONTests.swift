// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

@Suite struct LooseJSONTests {
    @Test(arguments: [
        (#"{"a":{"pid":5}}"#, 5), (#"{"a":{"pid":5 }}"#, 5), (#"{"a":{"pid":5,"b":1}}"#, 5),
        // Its end is missing: there may have been more digits.
        (#"{"a":{"pid":5"#, nil),
    ]) func `A number before a closing bracket is whole`(text: String, expected: Int64?) {
        let bytes = Array(text.utf8)
        let found = bytes.withView { LooseJSON($0, at: 0, limit: $0.count).member("a")?.member("pid")?.integer }
        #expect(found == expected)
    }
}

extension LooseJSON {
    /// The first member of that name.
    fileprivate func member(_ name: String) -> LooseJSON? {
        var walk = members
        while let value = walk.next() { if walk.name == name { return value } }
        return nil
    }
}
