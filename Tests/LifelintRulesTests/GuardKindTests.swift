// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// Kinds of guards tell whether a process was ended for one.
struct GuardKindTests {
    static let faults: [(written: String, instead: String, code: ProblemCode)] = [
        ("name: GUARD_TYPE_FD,", "nmae: GUARD_TYPE_FD,", .unknownKey),
        ("name: GUARD_TYPE_FD,", "name: GUARD_TYPE_USER,", .duplicateID),
        ("name: GUARD_TYPE_FD, number: 2,", "name: GUARD_TYPE_FD, number: 3,", .duplicateID),
        ("number: 2, ends: process,", "number: 2, ends: proces,", .badRule),
        ("number: 2, ends: process,", "number: 2, ends: process, lastFlavor: 1,", .badRule),
        ("ends: some, lastFlavor: 128,", "ends: some,", .badRule),
        ("\nguards:", "\nguard:", .unknownKey),
    ]

    @Test(arguments: faults) func `a fault is told`(written: String, instead: String, code: ProblemCode) throws {
        let problems = try VocabularyFile("vocabulary/exceptions.yml").problems(with: instead, for: written)
        #expect(problems.contains { $0.code == code })
    }

    static let told: [(subtype: String?, code: UInt64, ends: Bool?)] = [
        ("GUARD_TYPE_USER", 0, false), (nil, 0x6000_0000_0000_0000, false),
        // The library's word decides whatever the code is of.
        ("GUARD_TYPE_USER", 0x4000_0000_0000_0000, false), ("GUARD_TYPE_FD", 0, true),
        (nil, 0x4000_0001_0000_0000, true), (nil, 0x2000_0080_0000_0000, true), (nil, 0x2000_0100_0000_0000, nil),
        // Without a code nobody knows what was done to a port.
        ("GUARD_TYPE_MACH_PORT", 0, nil), ("GUARD_TYPE_VN", 0, nil), (nil, 0xA000_0000_0000_0000, nil),
        ("GUARD_TYPE_NEW", 0, nil), (nil, 0, nil),
    ]

    @Test(arguments: told)
    func `a kind tells whether the kernel ends a process for it`(subtype: String?, code: UInt64, ends: Bool?) throws {
        for isBrief in [false, true] {
            let reports = try RuleLibrary.shipped(isBrief: isBrief).vocabulary.reports
            #expect(reports.endsByGuard(subtype: subtype, code: code) == ends)
            #expect(reports.isNote(subtype: subtype ?? "") == (subtype == "GUARD_TYPE_USER"))
        }
    }
}
