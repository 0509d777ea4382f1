// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@Suite struct SkippedReasonTests {
    @Test("What is required is written and read in one place")
    func requirement() {
        let reason = SkippedReason.requires(["data.save", "cache.purge where exists bytes"])
        #expect(reason.rawValue == "requires data.save or cache.purge where exists bytes")
        #expect(SkippedReason(rawValue: reason.rawValue) == reason)
        #expect(reason.requirement == "data.save or cache.purge where exists bytes")
        for other in [SkippedReason.valueMissing, .tooFewRuns, .unusual, SkippedReason(rawValue: "requirement")] {
            #expect(!other.isRequirement && other.requirement == nil)
        }
    }

    @Test("Counts tell what they lack")
    func counts() {
        var counts = VerdictCounts()
        counts.skip(.tooFewRuns, times: 2)
        #expect(!counts.lacksRequirement && counts.requirements.isEmpty)
        counts.skip(.requires(["data.save"]))
        counts.skip(.requires(["data.save"]), times: 3)
        #expect(counts.lacksRequirement && counts.requirements == ["data.save"])
        #expect(counts.notEvaluated == 6 && counts.reasons == ["min_runs": 2, "requires data.save": 4])
    }

    @Test("A name that asks for more than its event tells the event")
    func names() {
        #expect(RequirementName.event("data.save", with: .duration) == "data.save with its duration")
        for (name, event) in [
            ("data.save", nil), (RequirementName.event("data.save", with: .begin), "data.save"),
            ("audio.play where exists silent", "audio.play"), ("ended_by crash.*", nil),
        ] {
            #expect(RequirementName.event(ofMore: name) == event)
        }
    }
}
