// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// The paragraph that a developer reads aloud.
@Suite struct StoryTests {
    static let stories: [(log: String, story: String)] = [
        (
            DeviceDayTests.uploadAteTheDraft,
            """
            com.acme.notes (pid 71) was launched in the foreground, reason tap, at 09:58:41.0. It went to the \
            background at 10:00:07.3 with background task 7 “upload draft” open since 10:00:05.0; it expired at \
            10:00:33.2 and was not ended. At 10:00:36.7 it was killed because a background task was not ended in time \
            (0x2182bad2). Unsaved since 09:59:58.3: draft-12.
            """
        ),
        (
            DeviceDayTests.goneInTheMorning,
            """
            com.acme.notes (pid 40) was launched in the foreground at 22:00:00. It went to the background at 22:10:02 \
            and was suspended at 22:10:07.2. At 23:41:12 it was reclaimed by the system while it was suspended or idle.
            """
        ),
        (
            SeenEndingTests.active + "10:00:20 process.exit pid=7 signal=11",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It had been active since 10:00:01. \
            At 10:00:20 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            SeenEndingTests.active + "10:00:20 process.exit pid=7 signal=9",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It had been active since 10:00:01. \
            It ended at 10:00:20 by signal 9; nothing says why. It could be: memoryLimit (possible), \
            systemPressure (possible), userQuit (possible).
            """
        ),
        (
            SilentEndingTests.inBackground + "10:00:07 data.save" + SilentEndingTests.next,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06 \
            and was probably suspended about 10:00:12. Nothing is heard of it after 10:00:07; the next launch is at \
            21:40:31. How it ended is unknown. It could be: reclaimed (likely), userQuit (possible), settingsChange \
            (possible), appUpdate (possible).
            """
        ),
        (
            "10:00:00 data.save",
            """
            com.acme.notes is first heard of at 10:00:00. It is last heard of at 10:00:00 and \
            had not ended when the evidence ends.
            """
        ),
    ]

    @Test(arguments: stories) func `a story is told`(_ row: (log: String, story: String)) {
        #expect(timeline(row.log).first?.story == row.story)
    }

    @Test func `no story has holes, or claims more than is known`() {
        let logs =
            DeviceDayTests.days + SilentEndingTests.silences.map(\.log)
            + SeenEndingTests.exits.map { $0.before + "10:00:20 process.exit pid=7 " + $0.exit }
            + LaunchTests.kinds.map(\.log) + RunTests.runs.map(\.log)
        for run in logs.flatMap({ timeline($0) }) {
            let story = run.story
            for flaw in ["  ", "nil", "Optional", " .", " ,", ",,", "..", "()", "—", "\n"] {
                #expect(!story.contains(flaw), "\(flaw) in: \(story)")
            }
            #expect(story.hasSuffix("."), "\(story)")
            if run.ending.confidence == .likely, run.ending.cause != .stillRunning {
                #expect(story.contains("most likely"), "\(story)")
            }
            if run.ending.confidence == .possible, run.ending.cause != .unknown {
                #expect(story.contains("possibly"), "\(story)")
            }
            if run.ending.cause == .unknown {
                #expect(story.contains("nothing says why") || story.contains("unknown"), "\(story)")
            }
        }
    }
}
