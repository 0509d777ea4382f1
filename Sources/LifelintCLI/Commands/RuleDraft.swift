// SPDX-License-Identifier: MIT

/// The rule that `lifelint rules new` begins with.
enum RuleDraft {
    /// The file of a rule with that id.
    static func text(id: String) -> String {
        let title = id.split(separator: "-").joined(separator: " ")
        let sentence = title.prefix(1).uppercased() + title.dropFirst()
        return """
            # A rule of lifelint. The language: rules/README.md of lifelint. Check it: lifelint rules test \(id).yml
            id: \(id)                  # the name of this file; names the bad pattern
            title: \(sentence)
            severity: warning              # error | warning | info
            params: { limit: 10s }         # what a configuration may change, used as {limit}

            # What it checks: after a memory warning, a cache must be purged in time.
            # Other checks: before/expect, between/forbid, count, span/longer_than, event/only_during, still_open,
            # when_run_ends, sequence, runs, share, rising, streak.
            after: memory.warning
            expect: cache.purge
            within: "{limit}"
            clock: running                 # running | wall | background | active

            # That something is missing is known only where the log could have shown it.
            requires: [cache.purge]

            message: "No cache was purged within {limit} of a memory warning."
            why: |
              What goes wrong for the user, and why.
            fix: |
              What to change in the app.

            # Every rule has a test that fires and one that stays silent. The log is in the text notation;
            # app=com.example.app device=D1 is assumed. “# !” marks the line that a violation begins with.
            tests:
              - name: the warning is ignored
                bad: |
                  10:00:00 process.launch pid=71 intent=foreground
                  10:00:01 app.didBecomeActive
                  10:00:02 memory.warning
                  10:00:03 cache.purge
                  10:01:00 memory.warning            # !
                  10:02:00 app.willResignActive
              - name: the warning is answered
                ok: |
                  10:00:00 process.launch pid=71 intent=foreground
                  10:00:01 app.didBecomeActive
                  10:00:02 memory.warning
                  10:00:03 cache.purge
              - name: the log ends before the time is over
                inconclusive: |
                  10:00:00 process.launch pid=71 intent=foreground
                  10:00:01 app.didBecomeActive
                  10:00:02 memory.warning
                  10:00:03 cache.purge
                  10:01:00 memory.warning
                  10:01:02 app.willResignActive
              - name: a log that never shows purges
                not_evaluated: |
                  10:00:00 process.launch pid=71 intent=foreground
                  10:00:01 app.didBecomeActive
                  10:00:02 memory.warning
                  10:01:00 app.willResignActive

            """
    }
}
