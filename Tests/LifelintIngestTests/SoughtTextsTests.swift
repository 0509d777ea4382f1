// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

@Suite struct SoughtTextsTests {
    private static func found(_ texts: [String], in text: String, until last: String? = nil) -> [String] {
        let sought = SoughtTexts(texts.map { SoughtText($0) })
        var found: [String] = []
        text.withView { view in
            sought.forEach(in: view, from: 0, to: view.count) { text, place in
                found.append("\(texts[text]) \(place)")
                return texts[text] != last
            }
        }
        return found
    }

    @Test("Texts of any length are found as they are spelt, and those that are empty nowhere")
    func places() {
        let texts = ["__terminate", "abi", "terminate", ""]
        #expect(
            Self.found(texts, in: "libc++abi __terminate, Terminate abi").sorted() == [
                "__terminate 10", "abi 33", "abi 6", "terminate 12",
            ])
        #expect(Self.found(texts, in: "__TERMINATE") == [])
        #expect(Self.found([], in: "__terminate") == [])
    }

    @Test("The search ends when it is told to, and with its range")
    func ends() {
        #expect(Self.found(["abcd", "cd"], in: "abcd abcd cd", until: "abcd") == ["abcd 0"])
        #expect(Self.found(["ab", "cd"], in: "ab ab cd", until: "ab") == ["ab 0"])
        "abcdef".withView { view in
            let sought = SoughtTexts([SoughtText("cdef")])
            #expect(sought.stand(in: view, from: 0, to: 6))
            #expect(!sought.stand(in: view, from: 0, to: 5))
            #expect(!sought.stand(in: view, from: 3, to: 6))
        }
    }
}
