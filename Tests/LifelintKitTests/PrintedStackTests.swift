// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// Stacks that a process prints when nobody catches an exception.
@Suite struct PrintedStackTests {
    private static func console(_ calls: [String], separator: String = "\n") -> String {
        let stack = calls.enumerated().map { number, call in
            let parts = call.split(separator: "|")
            return "\t\(number)   \(parts[0])                     0x000000010b41d34b \(parts[1]) + 171"
        }
        let lines =
            [
                "2026-03-01 10:00:00.310000+0100 Notes[71:51300] application:didFinishLaunchingWithOptions:",
                "2026-03-01 10:05:00.310000+0100 Notes[71:51300] *** Terminating app due to uncaught exception "
                    + "'NSRangeException', reason: 'index 7 beyond bounds'", "*** First throw call stack:", "(",
            ] + stack + [")", "libc++abi: terminating due to uncaught exception of type NSException", ""]
        return lines.joined(separator: separator)
    }

    private static let raised = ["CoreFoundation|__exceptionPreprocess", "libobjc.A.dylib|objc_exception_throw"]
    private static let beginning = [
        "UIKitCore|UIApplicationMain", "Notes|main", "dyld|start",
    ]

    private static let stacks: [(calls: [String], told: String?)] = [
        (
            raised + ["Notes|-[Store row:]", "Notes|-[List show]", "UIKitCore|-[UIView show]"] + beginning,
            "-[Store row:]"
        ),
        (raised + ["Notes.debug.dylib|-[Store row:]"] + beginning, "-[Store row:]"),
        (raised + ["Notes|$s5Notes5StoreC4saveyyF"] + beginning, "Notes.Store.save() -> ()"),
        // Of other images nobody can tell whose they are.
        (raised + ["NotesKit|-[Store row:]"] + beginning, nil), (raised + ["Notes Kit|-[Store row:]"], nil),
        // One of its frameworks may have the first call.
        (raised + ["NotesKit|-[Store row:]", "Notes|-[List show]"] + beginning, nil),
        (raised + ["Foundation|-[NSArray show]", "Notes|-[List show]", "NotesKit|-[Kit run]"], "-[List show]"),
        // The app begins there: that says nothing.
        (raised + ["UIKitCore|-[UIView show]"] + beginning, nil), ([], nil),
    ]

    @Test(arguments: stacks) func `the first call of the app in a stack that a console shows is told`(
        _ row: (calls: [String], told: String?)
    ) throws {
        for separator in ["\n", "\r\n"] {
            let log = Self.console(row.calls, separator: separator)
            let findings = try BaselineTests.analysis([("a.log", Array(log.utf8))]).allFindings()
            let message = try #require(findings.first { $0.rule == "crashed" }?.message)
            #expect(message.contains("NSRangeException. It said: “index 7 beyond bounds”."))
            #expect(message.contains("The first call of the app itself was") == (row.told != nil))
            if let told = row.told { #expect(message.contains("The first call of the app itself was \(told).")) }
        }
    }

    /// Devices keep the images of the system together, beyond those of an app; and a build without names tells how far
    /// into its image a call is.
    @Test(arguments: [
        (
            "\t0   MapKit   0x00000001a04ae0f8 -[MKMap show] + 17\n\t1   Notes   0x0000000104360000 -[List show] + 44",
            "-[List show]"
        ),
        (
            "\t0   NotesKit   0x0000000106360000 -[Kit run] + 17\n\t1   Notes   0x0000000104360000 -[List show] + 44",
            nil
        ),
        ("\t0   Notes   0x0000000104360000 Notes + 1224704", "Notes + 1224704"),
    ])
    func `images of the system lie far from those of the app`(stack: String, told: String?) throws {
        let log = Self.console([]).replacing("(\n)", with: "(\n\(stack)\n)")
        let findings = try BaselineTests.analysis([("a.log", Array(log.utf8))]).allFindings()
        let message = try #require(findings.first { $0.rule == "crashed" }?.message)
        #expect(message.contains("The first call of the app itself was") == (told != nil), "\(message)")
        if let told { #expect(message.contains("The first call of the app itself was \(told).")) }
    }

    /// Addresses alone, as devices print them, and what is no stack at all.
    @Test(arguments: [
        "(0x18a1b0a48 0x199b77b60 0x102de0384)", "(", "0", "0 Notes", "0   Notes   0x1", "\t9 Notes 0x1 + 4",
    ])
    func `what names no function of the app tells none`(line: String) throws {
        let log = Self.console([]).replacing("\n(\n)", with: "\n\(line)")
        let findings = try BaselineTests.analysis([("a.log", Array(log.utf8))]).allFindings()
        let message = try #require(findings.first { $0.rule == "crashed" }?.message)
        #expect(!message.contains("The first call of the app itself was"))
    }
}
