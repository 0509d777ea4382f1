// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintIngest

@Suite struct DecimalDigitTests {
    private static let texts: [(String, Int64?)] = [
        ("0", 0), ("007", 7), ("34", 34), ("999999999999999999", 999_999_999_999_999_999), ("1000000000000000000", nil),
        ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil), ("1e3", nil), ("12a", nil), ("1:", nil), ("1/", nil),
    ]

    @Test(arguments: texts) func `Digits alone are read as the number that they are`(text: String, number: Int64?) {
        Array(text.utf8).withView { view in
            #expect(DecimalNumber.digits(view, 0, view.count) == number)
            if let number { #expect(DecimalNumber(view, 0, view.count)?.integer == number) }
        }
    }
}
