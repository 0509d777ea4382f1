// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

@Suite struct DocumentHeadTests {
    private static let text = String(repeating: #"\"escaped\\ \u0041"#, count: 40)
    private static let record = #"{"event":"a","text":""# + text + #"","more":[{"b":1}]}"#

    static let heads = [
        String(repeating: record + "\n", count: 300), "[" + String(repeating: record + ",", count: 300) + record + "]",
        #"{"app":"x","events":["# + String(repeating: record + ",\n", count: 300) + record + #"],"end":1}"#,
        String(repeating: #"{"a":1,"b":2,"events":[]}"# + "\n", count: 2_000), record, "", "junk",
        String(repeating: "junk\n", count: 20_000), #"{"a":""# + String(repeating: "x", count: 100_000),
    ]

    @Test(arguments: heads) func `What a head is known by is found as in a look at all of it`(head: String) {
        Array(head.utf8).withView { view in
            var (all, some) = (DocumentScanner(), DocumentScanner())
            all.scan(view, base: 0, to: view.count)
            some.scanHead(view, records: 50)
            #expect(some.items.count <= all.items.count)
            #expect(some.items.map { "\($0)" } == all.items.prefix(some.items.count).map { "\($0)" })
            var records = 0
            for case .record in some.items { records += 1 }
            #expect(some.position == view.count || records >= 50 || some.items.count >= 200)
        }
    }
}
