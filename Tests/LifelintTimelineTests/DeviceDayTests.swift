// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// Whole days of devices in native events: what happened, and what must not be said of it.
@Suite struct DeviceDayTests {
    static let days = [uploadAteTheDraft, goneInTheMorning, tenSecondsToLeave, prewarmed, freezeSwipe, radio]

    static let uploadAteTheDraft = """
        09:58:41.0 process.launch pid=71 intent=foreground reason=tap
        09:58:41.5 app.willFinishLaunching pid=71 state=background
        09:58:41.7 app.didFinishLaunching pid=71 state=background
        09:58:41.9 scene.willConnect pid=71 scene=s1
        09:58:42.0 scene.willEnterForeground pid=71 scene=s1
        09:58:42.2 scene.didBecomeActive pid=71 scene=s1
        09:59:58.3 data.change pid=71 document=draft-12
        10:00:05.0 backgroundTask.begin pid=71 task=7 name="upload draft"
        10:00:06.4 backgroundTask.begin pid=71 task=8 name="upload draft"
        10:00:07.0 scene.willResignActive pid=71 scene=s1
        10:00:07.3 scene.didEnterBackground pid=71 scene=s1
        10:00:09.1 backgroundTask.end pid=71 task=8
        10:00:33.2 backgroundTask.expire pid=71 task=7
        10:00:33.9 backgroundTask.stillOpenAfterExpiry pid=71 class=uikit elapsed=28s
        10:00:36.7 process.exit pid=71 namespace=RUNNINGBOARD code=0x2182BAD2 explanation="FinishTask assertion timed out"
        10:00:36.8 process.exit pid=71 namespace=15 code=562215634 signal=9
        11:20:10.0 process.launch pid=90 intent=foreground reason=tap
        11:20:10.5 scene.didBecomeActive pid=90 scene=s1
        """

    @Test func `a task that was overwritten is killed in the background with its draft`() {
        let runs = timeline(DeviceDayTests.uploadAteTheDraft)
        #expect(runs.first?.endingLine == "backgroundTask certain kind=expired", "\(runs.summary)")
        #expect(runs.first?.stateNames == "launching active inactive background")
        #expect(runs.first?.launchLine == "foreground certain")
        #expect(runs.first?.anomalies.isEmpty == true)
        #expect(runs.first?.spanLine("unsaved") == "draft-12 09:59:58.3–10:00:36.7")
        #expect(runs.first?.spanLine("backgroundTask") == "7 10:00:05.0–10:00:36.7, 8 10:00:06.4–10:00:09.1")
        #expect(runs.last?.launch.after == .backgroundTask)
    }

    static let goneInTheMorning = """
        22:00:00 process.launch pid=40 intent=foreground
        22:00:00.2 app.didFinishLaunching pid=40 state=inactive duration=180ms
        22:00:00.4 app.didBecomeActive pid=40 state=active
        22:10:01.8 app.willResignActive pid=40 state=active
        22:10:02 app.didEnterBackground pid=40 state=background
        22:10:02.1 data.save pid=40 document=d duration=40ms
        22:10:05 backgroundTask.begin pid=40 task=3
        22:10:07.1 backgroundTask.end pid=40 task=3
        22:10:07.2 process.suspend pid=40
        23:00:00 frontApp.changed app=com.example.maps
        23:41:12 process.exit pid=40 class=kernel namespace=JETSAM code=4 reason=vm-pageshortage
        23:50:00 process.launch pid=80 intent=foreground
        23:50:00.1 app.didFinishLaunching pid=80 state=inactive duration=210ms
        23:50:00.38 app.didBecomeActive pid=80
        """

    @Test func `an app that is reclaimed overnight is nobody's fault`() {
        let runs = timeline(DeviceDayTests.goneInTheMorning)
        #expect(runs.first?.endingLine == "reclaimed certain", "\(runs.summary)")
        #expect(runs.first?.isVisible == false)
        #expect(runs.last?.launch.after == .reclaimed)
        #expect(runs.allSatisfy { $0.anomalies.isEmpty }, "\(runs.summary)")
    }

    static let tenSecondsToLeave = """
        14:00:00 process.launch pid=50 intent=foreground
        14:00:01 scene.didBecomeActive pid=50 scene=s
        14:07:10 data.change pid=50 document=canvas-3
        14:07:30.000 scene.willResignActive pid=50 scene=s
        14:07:30.210 app.willResignActive pid=50 via=notification
        14:07:30.400 scene.didEnterBackground pid=50 scene=s phase=begin
        14:07:30.420 data.save pid=50 document=canvas-3 phase=begin main=true
        14:07:35.400 watchdog.warning pid=50 kind=scene-update elapsed=5s limit=10s
        14:07:40.410 process.exit pid=50 class=frontboard namespace=FRONTBOARD code=2343432205 \
        explanation="scene-update watchdog transgression: visibility: Background, exhausted real time allowance of 10.00 seconds"
        14:07:41.900 report.crash pid=50 namespace=FRONTBOARD code=2343432205 signal=9
        14:09:02 process.launch pid=51 intent=foreground
        """

    @Test func `ten seconds in a callback are one ending with two witnesses`() {
        let runs = timeline(DeviceDayTests.tenSecondsToLeave)
        #expect(runs.map(\.endingLine) == ["watchdog.sceneUpdate certain", "stillRunning likely"], "\(runs.summary)")
        let ending = runs.first?.ending
        #expect(ending?.detail[.direction] == .string("background"))
        #expect(ending?.detail[.allowance] == .duration(10_000_000_000))
        #expect(ending?.because.count == 2)
        #expect(runs.first?.stateNames == "launching active inactive background")
        #expect(runs.first?.spanLine("saving").hasPrefix("canvas-3 14:07:30.420–14:07:40.410") == true)
    }

    static let prewarmed = """
        12:28:36 process.launch pid=60 intent=prewarm
        12:28:36.1 app.willFinishLaunching pid=60 state=background
        12:28:36.2 app.didFinishLaunching pid=60 state=background duration=120ms
        12:28:38 process.suspend pid=60
        12:58:15.0 process.resume pid=60
        12:58:15.05 app.protectedDataDidBecomeAvailable pid=60
        12:58:15.10 scene.willConnect pid=60 scene=s
        12:58:15.15 scene.willEnterForeground pid=60 scene=s
        12:58:15.35 ui.firstFrame pid=60
        12:58:15.40 scene.didBecomeActive pid=60 scene=s
        13:05:20 scene.willResignActive pid=60 scene=s
        13:05:20.3 scene.didEnterBackground pid=60 scene=s
        13:05:27 process.suspend pid=60
        """

    @Test func `a prewarmed app that is opened launches in a third of a second`() {
        let told = timeline(DeviceDayTests.prewarmed)
        #expect(told.map(\.launchLine) == ["prewarmed certain"], "\(told.summary)")
        #expect(told.first?.spanLine("launch") == "12:58:15.10–12:58:15.35", "\(told.summary)")
        #expect(told.first?.anomalies.isEmpty == true, "\(told.summary)")
        #expect(told.first?.endingLine == "stillRunning likely")
        let twin = timeline(
            DeviceDayTests.prewarmed.split(separator: "\n").filter { !$0.contains("process.") }.joined(separator: "\n"))
        #expect(twin.map(\.launchLine) == ["prewarmed likely"], "\(twin.summary)")
        #expect(twin.first?.spanLine("launch") == "12:58:15.10–12:58:15.35", "\(twin.summary)")
        #expect(twin.first?.anomalies.isEmpty == true, "\(twin.summary)")
    }

    @Test func `an update of the system explains the run before and not what follows`() {
        let runs = timeline(
            """
            01:00:00 process.launch pid=30 intent=foreground boot=A os="iOS 26.0"
            01:00:01 app.didBecomeActive pid=30
            01:00:09 app.willResignActive pid=30
            01:00:10 app.didEnterBackground pid=30
            01:00:15 process.suspend pid=30
            02:11:30 process.launch pid=31 intent=background reason=location boot=B os="iOS 26.1"
            02:11:30.4 keychain.read pid=31 ok=false status=-25308
            02:11:41 process.suspend pid=31
            07:02:10 screen.unlock
            07:05:00 process.resume pid=31
            07:05:00.1 app.protectedDataDidBecomeAvailable pid=31
            07:05:01 app.willEnterForeground pid=31
            07:05:01.4 app.didBecomeActive pid=31
            07:05:09 app.willResignActive pid=31
            07:05:12 app.didBecomeActive pid=31
            """)
        #expect(runs.map(\.endingLine) == ["osUpdate likely", "stillRunning likely"], "\(runs.summary)")
        #expect(runs.first?.candidateLine == "reclaimed likely")
        #expect(runs.last?.launch.isBeforeFirstUnlock == true)
        #expect(runs.last?.launch.isAfterBoot == true)
        #expect(runs.last?.launch.after == .osUpdate)
        #expect(runs.allSatisfy { $0.anomalies.isEmpty }, "\(runs.summary)")
    }

    static let swiped = """
        19:00:00 app.didFinishLaunching pid=20 build=55 boot=A state=inactive
        19:00:00.4 app.didBecomeActive pid=20
        19:12:44.6 app.willResignActive pid=20
        19:12:44.9 app.didEnterBackground pid=20
        19:12:45.0 backgroundTask.begin pid=20 task=2
        19:12:45.2 data.save pid=20 document=d ok=true
        19:13:02 backgroundTask.end pid=20 task=2

        """

    @Test func `swiped or reclaimed cannot be known`() {
        let runs = timeline(
            DeviceDayTests.swiped
                + "21:40:31 app.didFinishLaunching pid=21 build=55 boot=A state=inactive\n21:40:31.35 app.didBecomeActive pid=21"
        )
        let first = runs.first
        #expect(first?.endingLine == "unknown possible", "\(runs.summary)")
        #expect(first?.stateAtEnd == .suspended)
        #expect(
            first?.candidateLine
                == "reclaimed likely, userQuit possible, settingsChange possible, crash.signal possible")
        #expect(first?.ruledOut == [.appUpdate, .reboot, .backgroundTask])
        let twin = timeline(
            DeviceDayTests.swiped
                + "20:10:00 app.didFinishLaunching pid=21 build=55 boot=A state=background\n20:10:00.2 push.receive pid=21 silent=true"
        )
        #expect(twin.first?.endingLine == "reclaimed likely", "\(twin.summary)")
        #expect(twin.first?.ruledOut.contains(.userQuit) == true)
    }

    static let freezeSwipe = """
        17:30:00 process.launch pid=10 intent=foreground
        17:30:01 app.didBecomeActive pid=10
        17:31:10.0 database.begin pid=10 name=migration main=true
        17:31:12.2 hang pid=10 phase=begin class=system
        17:31:19.8 process.deactivation pid=10 reasons=switcher
        17:31:21.0 process.exit pid=10 class=frontboard namespace=FRONTBOARD code=0xdeadfa11
        17:31:26.1 process.exit pid=10 class=frontboard namespace=FRONTBOARD code=0x8badf00d \
        explanation="process-exit watchdog transgression: Failed to terminate gracefully after 5.0s"
        17:32:00 process.launch pid=11 intent=foreground
        """

    @Test func `a frozen app that the user swiped away died of not dying`() {
        let runs = timeline(DeviceDayTests.freezeSwipe)
        #expect(runs.map(\.endingLine) == ["watchdog.exit certain", "stillRunning likely"], "\(runs.summary)")
        #expect(runs.first?.ending.detail[.trigger] == .string("userQuit"))
        #expect(runs.first?.ending.detail[.duringHang] == .bool(true))
        #expect(runs.first?.anomalies.isEmpty == true, "\(runs.summary)")
        #expect(runs.first?.spanLine("database") == "migration 17:31:10.0–17:31:26.1", "\(runs.summary)")
    }

    static let radio = """
        08:00:00 process.launch pid=15 intent=foreground
        08:00:01 app.didBecomeActive pid=15
        08:00:10 audio.sessionActivate pid=15
        08:00:10.1 audio.play pid=15
        08:00:39 app.willResignActive pid=15
        08:00:40 app.didEnterBackground pid=15
        08:05:00 audio.interruptionBegin pid=15 wasPlaying=true
        08:05:00.05 call.begin pid=15
        08:05:00.1 audio.pause pid=15
        08:08:00 call.end pid=15
        08:08:00.1 audio.interruptionEnd pid=15 shouldResume=true
        08:08:00.4 audio.play pid=15
        09:10:00 audio.pause pid=15
        09:10:00.1 audio.sessionDeactivate pid=15
        09:10:20 process.suspend pid=15
        11:00:00 report.jetsam pid=15 state=suspended
        22:58:00 process.resume pid=15
        """

    @Test func `a radio that plays on is never suspended, and a bystander of a jetsam report lives`() {
        let runs = timeline(DeviceDayTests.radio)
        #expect(runs.map(\.endingLine) == ["stillRunning likely"], "\(runs.summary)")
        #expect(
            runs.first?.stateLine
                == "launching 08:00:00 · active 08:00:01 · inactive 08:00:39 · background 08:00:40 · suspended 09:10:20 "
                + "· background 22:58:00", "\(runs.summary)")
        #expect(runs.first?.spanLine("mode") == "08:00:10.1–08:08:00, 08:08:00.4–09:10:00", "\(runs.summary)")
    }
}
