// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// What is known of processes is read as the file says it, and what is wrong with it is said.
struct ProcessFileTests {
    static let faults: [(written: String, instead: String, code: ProblemCode)] = [
        ("\nsettings:", "\nsetings:", .unknownKey), ("  uikit: [com", "  uikti: [com", .unknownKey),
        ("simulators: { parents:", "simulators: { parent:", .unknownKey),
        ("debuggers: { parents:", "debuggers: { coalitions:", .unknownKey),
    ]

    @Test(arguments: faults) func `a fault is told`(written: String, instead: String, code: ProblemCode) throws {
        let problems = try VocabularyFile("vocabulary/processes.yml").problems(with: instead, for: written)
        #expect(problems.contains { $0.code == code })
    }

    @Test func `the parent or the coalition of a process shows what it runs under`() throws {
        let words = try RuleLibrary.shipped().vocabulary.processes
        #expect(words.isOfSimulator(parent: "launchd_sim", coalition: nil))
        #expect(words.isOfSimulator(parent: "launchd", coalition: "com.apple.CoreSimulator.SimDevice.1A2B"))
        #expect(!words.isOfSimulator(parent: "launchd", coalition: "com.acme.notes"))
        #expect(!words.isOfSimulator(parent: nil, coalition: nil))
        #expect(words.debuggerParents == ["debugserver"])
    }

    @Test func `names of the system stand for what they are`() throws {
        let words = try RuleLibrary.shipped().vocabulary.processes
        #expect(words.settingsApps == ["com.apple.Preferences"])
        #expect(words.subsystems.map { "\($0.beginning) \($0.witness.name)" } == ["com.apple.UIKit uikit"])
        #expect(words.witnesses["SpringBoard"] == .frontboard && words.witnesses["kernel"] == .kernel)
    }
}
