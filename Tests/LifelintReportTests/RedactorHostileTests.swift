// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintReport

@Suite struct RedactorHostileTests {
    /// Reasons may be query strings, paths and dumps of a megabyte.
    @Test(
        arguments: [
            "a.", "a/", "a=", "1.", "token_", "eyJ_", "ghp_", "%40a", "a%40", "a%40b%", "a@", "user=", "account=",
            "apikey={", "Users/", "0x12345678 ", "iPhone-", "\\/", "a:",
        ]) func `a text of one long word costs what its length is`(filler: String)
    {
        let time = [10_000, 80_000].map { count in
            let text = String(repeating: filler, count: count)
            return processorTime { _ = Redactor().text(text) }
        }
        // Eight times as long: what grows with the square takes 64 times as long, and seconds.
        #expect(time[1] < 24 * time[0] + 0.2)
    }

    @Test(
        arguments: [
            ("a.eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln", "a.token-1"),
            ("eyJ_eyJ_eyJ_eyJ_eyJ_eyJ_", "eyJ_eyJ_eyJ_eyJ_eyJ_eyJ_"),
            ("eyJ_eyJ_eyJ_eyJ_eyJ_ eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0", "eyJ_eyJ_eyJ_eyJ_eyJ_ token-1"),
            ("to=jane%40example.org&cc=joe%40example.org", "to=email-1&cc=email-2"),
            (
                "apikey={length = 32, bytes = 0x740f4707 bebcf74f 9b7c25d4 8e335894}",
                "apikey={length = 32, bytes = token-1}"
            ),
        ]) func `what is personal in it is masked all the same`(row: (text: String, expected: String))
    {
        #expect(Redactor().text(row.text) == row.expected)
    }
}
