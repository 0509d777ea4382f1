// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// What reports and the kernel say of the state of a process is read as its files say it, and what is wrong with one is
/// said.
struct ProcessStateFileTests {
    private static let states = "vocabulary/process-states.yml"
    private static let bands = "vocabulary/jetsam-bands.yml"

    static let faults: [(file: String, written: String, instead: String, code: ProblemCode)] = [
        (states, "  unseen: { says", "  unsen: { says", .unknownKey),
        (states, "\njetsam:", "\njetsams:", .unknownKey),
        (states, "  daemon: { says: [daemon], standing: proven }", "", .badRule),
        (states, "{ says: [idle], standing: proven }", "{ says: [idle] }", .badRule),
        (states, "{ says: [idle], standing: proven }", "{ says: [idle], standing: prven }", .badRule),
        (bands, "inUse: 80", "inuse: 80", .unknownKey), (bands, "lastOld: 21", "", .badRule),
        (bands, "front: 100", "", .badRule),
        (bands, "lastOld: 21", "lastOld: many", .badRule),
        (bands, "to: 2, tells: idle", "to: 2, tells: idel", .badRule),
        (bands, "{ from: 4, to: 9, tells: likelyRunning,", "{ from: 4, too: 9, tells: likelyRunning,", .unknownKey),
        (bands, "{ from: 4, to: 9, tells: likelyRunning,", "{ from: 3, to: 9, tells: likelyRunning,", .duplicateID),
        (bands, "{ from: 4, to: 9, tells: likelyRunning,", "{ from: 9, to: 4, tells: likelyRunning,", .badRule),
        (bands, "{ from: 76, tells: running, standing: proven }", "{ from: 76, tells: running }", .badRule),
    ]

    @Test(arguments: faults)
    func `a fault is told`(file: String, written: String, instead: String, code: ProblemCode) throws {
        let problems = try VocabularyFile(file).problems(with: instead, for: written)
        #expect(problems.contains { $0.code == code })
    }

    @Test func `every state has words, and is read no sooner than it is asked for`() throws {
        for isBrief in [false, true] {
            let states = try RuleLibrary.shipped(isBrief: isBrief).vocabulary.processStates
            for key in ProcessStateWords.Key.allCases { #expect(states.words[key]?.isEmpty == false, "\(key)") }
            #expect(!states.bands.bands.isEmpty)
        }
    }

    static let told: [(band: Int, running: String, isBehind: Bool, isInUse: Bool)] = [
        (-1, "false certain", true, false), (0, "false certain", true, false), (2, "false certain", true, false),
        (3, "true likely", true, false), (9, "true likely", false, false), (10, "-", false, false),
        (19, "-", false, false), (20, "-", true, false), (29, "-", false, false), (30, "true certain", true, false),
        (39, "true certain", false, false), (40, "true likely", true, false), (50, "true certain", false, false),
        (75, "true likely", true, false), (79, "true certain", false, false), (80, "true certain", false, true),
        (100, "true certain", false, true), (210, "true certain", false, true),
    ]

    @Test(arguments: told)
    func `a band tells whether a process ran, and whether it was in front`(
        band: Int, running: String, isBehind: Bool, isInUse: Bool
    ) throws {
        let bands = try RuleLibrary.shipped().vocabulary.processStates.bands
        #expect((bands.running(band).map { "\($0.isRunning) \($0.confidence)" } ?? "-") == running)
        #expect(bands.isBehind(band) == isBehind)
        #expect(bands.isInUse(band) == isInUse)
        #expect((bands.front == band) == (band == 100))
    }

    @Test func `the highest band tells an old kernel`() throws {
        let bands = try RuleLibrary.shipped().vocabulary.processStates.bands
        #expect(bands.areOld([0, 3, 10]) && bands.areOld([21]))
        #expect(!bands.areOld([0, 10, 100]) && !bands.areOld([0]) && !bands.areOld([]))
    }

    static let jetsam: [(words: [String], state: IncidentState?)] = [
        (["frontmost", "resume"], .active), (["foreground"], .active), (["suspended", "frontmost"], .active),
        (["suspended"], .suspended), (["frozen", "background"], .suspended), (["background"], .background),
        (["continuous"], .background), (["audio"], .background), (["idle"], nil), (["daemon", "idle"], nil), ([], nil),
    ]

    @Test(arguments: jetsam)
    func `words beside a process tell its state, the closest first`(words: [String], state: IncidentState?) throws {
        let states = try RuleLibrary.shipped().vocabulary.processStates
        #expect(IncidentState(jetsamStates: words, states) == state)
        #expect(IncidentState(jetsamStates: words, ProcessStateWords()) == nil)
    }
}
