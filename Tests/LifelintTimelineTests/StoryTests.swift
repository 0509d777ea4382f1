// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// The paragraph that a developer reads aloud.
@Suite struct StoryTests {
    private static let launchedInCar = """
        10:00:00 app.didFinishLaunching pid=7
        10:00:01 scene.willConnect scene=car role=CPTemplateApplicationSceneSessionRoleApplication
        10:00:02 scene.didBecomeActive scene=car

        """

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
            """
            10:00:00 process.launch pid=7 intent=foreground
            10:00:01 app.didBecomeActive pid=7
            10:00:02 process.deactivation pid=7 added=0 was=0 mask=1
            10:00:08 process.deactivation pid=7 added=5 was=6144 mask=6176
            10:00:09 process.exit pid=7 signal=11
            """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It had gone to the background by 10:00:08. \
            At 10:00:09 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            """
            10:00:00 process.launch pid=7 host=extension
            10:00:00.1 process.state visibility=background pid=7 class=frontboard
            10:00:10 process.exit pid=7 signal=11
            """,
            """
            com.acme.notes (pid 7) was launched at 10:00:00. At 10:00:10 it crashed with a fatal signal (signal 11).
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
            SeenEndingTests.active + "10:00:20 process.exit class=kernel pid=7 namespace=JETSAM band=100",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It had been active since 10:00:01. \
            It ended at 10:00:20; the kernel ended it, and does not say what for. It could be: systemPressure (possible), \
            memoryLimit (possible).
            """
        ),
        (
            "10:00:00 data.load pid=7\n21:40:31 data.load pid=8",
            """
            com.acme.notes (pid 7) is first told of at 10:00:00. Its last event is at 10:00:00; the next process is first \
            told of at 21:40:31. How it ended is unknown.
            """
        ),
        (
            SilentEndingTests.inBackground + "10:00:07 data.save" + SilentEndingTests.next,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06 \
            and was probably suspended about 10:00:12. Its last event is at 10:00:07; the next launch is at \
            21:40:31. How it ended is unknown. It could be: reclaimed (likely), userQuit (possible), settingsChange \
            (possible), appUpdate (possible).
            """
        ),
        // On the phone it is in the background from then on, and it never left a front for that.
        (
            launchedInCar + "10:00:20 process.exit pid=7 signal=11",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It had been shown in a car since \
            10:00:02. At 10:00:20 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            launchedInCar + "10:00:30 scene.didEnterBackground scene=car\n10:00:40 process.suspend\n"
                + "10:00:50 process.exit pid=7 namespace=JETSAM code=9 status=9 reason=idle-exit",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It was shown in a car from 10:00:02 to \
            10:00:30 and was suspended at 10:00:40. At 10:00:50 it was reclaimed by the system while it was suspended \
            or idle.
            """
        ),
        // It goes on for as long as nothing tells otherwise, and this does.
        (
            SeenEndingTests.inBackground + "10:00:08 app.willTerminate",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06. \
            At 10:00:08 it was told that it is about to terminate; the evidence ends there, and does not show its end.
            """
        ),
        // A task without a name or an identifier.
        (
            SeenEndingTests.active + "10:00:05 backgroundTask.begin\n10:00:06 app.willResignActive\n"
                + "10:00:07 app.didEnterBackground\n10:00:20 process.exit signal=11",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:07 \
            with a background task open since 10:00:05. At 10:00:20 it crashed with a fatal signal (signal 11).
            """
        ),
        // Neither work nor a resume takes it to the background once more.
        (
            SeenEndingTests.inBackground + """
                10:05:00 push.receive silent=true
                10:05:02 push.complete result=newData
                10:05:03 process.exit signal=11
                """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06. \
            At 10:05:03 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            SeenEndingTests.suspended + "10:10:00 process.resume\n10:10:05 process.exit signal=11",
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06. \
            At 10:10:05 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            """
            10:00:00 process.launch pid=7 intent=background reason=push
            10:00:01 app.didFinishLaunching
            10:05:00 push.receive silent=true
            10:05:03 process.exit signal=11
            """,
            """
            com.acme.notes (pid 7) was launched in the background, reason push, at 10:00:00. \
            At 10:05:03 it crashed with a fatal signal (signal 11).
            """
        ),
        // The task that expired is not the one that is open.
        (
            SeenEndingTests.active + """
                10:00:05 backgroundTask.begin task=1 name=a
                10:00:05 backgroundTask.begin task=2 name=b
                10:00:11 app.didEnterBackground
                10:00:41 backgroundTask.expire task=1
                10:00:42 backgroundTask.end task=1
                10:00:45 process.exit namespace=RUNNINGBOARD code=0x2182bad2
                """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:11 \
            with background task 2 “b” open since 10:00:05. At 10:00:45 it was killed because a background task was \
            not ended in time (0x2182bad2).
            """
        ),
        // An id that is used again, and a task that began in the background.
        (
            SeenEndingTests.inBackground + """
                10:00:08 backgroundTask.begin task=1
                10:00:20 backgroundTask.expire task=1
                10:00:21 backgroundTask.end task=1
                10:00:22 backgroundTask.begin task=1
                10:00:25 process.exit signal=11
                """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06. \
            It had background task 1 open since 10:00:22. At 10:00:25 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            SeenEndingTests.active + """
                10:00:05 backgroundTask.begin task=1
                10:00:05.5 backgroundTask.begin task=2
                10:00:11 app.didEnterBackground
                10:00:41 backgroundTask.expire task=1
                10:00:45 process.exit signal=11
                """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:11 \
            with background task 1 open since 10:00:05 (expired at 10:00:41) and background task 2 open since 10:00:05.5. \
            At 10:00:45 it crashed with a fatal signal (signal 11).
            """
        ),
        // Its handler had run before what held the task timed out.
        (
            SeenEndingTests.inBackground + """
                10:00:08 backgroundTask.begin task=1
                10:00:34 backgroundTask.stillOpenAfterExpiry task=1
                10:00:38 backgroundTask.expire task=1 class=runningboard
                10:00:38.5 process.exit signal=11
                """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06. \
            It had background task 1 open since 10:00:08; it had expired by 10:00:34 and was not ended. At 10:00:38.5 it \
            crashed with a fatal signal (signal 11).
            """
        ),
        (
            SeenEndingTests.inBackground + """
                10:00:08 backgroundTask.begin task=1
                10:00:09 backgroundTask.begin task=2
                10:00:33 backgroundTask.expire task=2
                10:00:34 backgroundTask.stillOpenAfterExpiry task=1
                10:00:34 backgroundTask.stillOpenAfterExpiry task=2
                10:00:38 process.exit signal=11
                """,
            """
            com.acme.notes (pid 7) was launched in the foreground at 10:00:00. It went to the background at 10:00:06. \
            It had background task 1 open since 10:00:08 (had expired by 10:00:34) and background task 2 open since \
            10:00:09 (expired at 10:00:33). At 10:00:38 it crashed with a fatal signal (signal 11).
            """
        ),
        // What opens a prewarmed process is the first scene.
        (
            """
            10:00:00 process.launch pid=7 intent=prewarm
            10:30:00 scene.willConnect scene=A
            10:30:00.2 scene.willEnterForeground scene=A
            10:30:00.5 scene.didBecomeActive scene=A
            10:30:05 process.exit signal=11
            """,
            """
            com.acme.notes (pid 7) was prewarmed by the system at 10:00:00 and opened at 10:30:00. It had been active \
            since 10:30:00.5. At 10:30:05 it crashed with a fatal signal (signal 11).
            """
        ),
        (
            "10:00:00 data.save",
            """
            com.acme.notes is first told of at 10:00:00. Its last event is at 10:00:00, and \
            it had not ended when the evidence ends.
            """
        ),
    ]

    @Test func `names as long as a log likes are cut`() {
        let name = String(repeating: "long ", count: 1_000)
        let log =
            SeenEndingTests.active + """
                10:00:05 backgroundTask.begin task=1 name="\(name.prefix(200))"
                10:00:06 data.change document="\(name)"
                10:00:11 app.didEnterBackground
                10:00:45 process.exit signal=11
                """
        let story = timeline(log).first?.story ?? ""
        #expect(story.count < 800 && story.contains("background task 1 “long long"), "\(story)")
        #expect(story.contains("Unsaved since 10:00:06: long long") && story.hasSuffix("long …."), "\(story)")
    }

    @Test(arguments: stories) func `a story is told`(_ row: (log: String, story: String)) {
        #expect(timeline(row.log).first?.story == row.story)
    }

    /// That it is seen is no word of its own that it is active.
    @Test func `who was only visible was probably active`() {
        let story = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7
            10:00:00.1 process.state visibility=foreground pid=7 class=frontboard
            10:00:20 log.gap duration=1s
            10:30:00 process.exit pid=7 class=kernel namespace=JETSAM code=4
            """
        ).first?.story
        #expect(
            story?.contains("It was probably active from 10:00:00.1 on; no line tells that it was left.") == true,
            "\(story ?? "-")")
    }

    /// What began before a stretch that is lost may have ended in it, and begun anew.
    @Test(arguments: [
        ("10:05:00 log.gap\n10:10:00 app.didBecomeActive pid=7", true), ("10:05:00 app.didBecomeActive pid=7", false),
    ]) func `what went on over a lost stretch is told with that`(_ row: (lines: String, isLost: Bool)) {
        let story =
            timeline(
                """
                10:00:00 process.launch intent=foreground pid=7
                10:00:00.1 app.didBecomeActive pid=7
                10:01:00 backgroundTask.begin pid=7 task=7 name=up
                \(row.lines)
                10:10:00.5 process.exit signal=11 pid=7
                """
            ).first?.story ?? "-"
        #expect(story.contains("active since 10:00:00.1"), "\(story)")
        #expect(story.contains("active since 10:00:00.1 as far as the log is whole with") == row.isLost, "\(story)")
        #expect(
            story.contains("“up” open since 10:01:00 unless it ended in what the log lost") == row.isLost, "\(story)")
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
                let told = [
                    "nothing says why", "nothing else says why", "unknown", "no cause that is known", "is not said",
                    "does not say what for",
                ]
                #expect(told.contains { story.contains($0) }, "\(story)")
            }
        }
    }
}
