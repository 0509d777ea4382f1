// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

/// What a report says, as people read it.
@Suite("The sheet of a report")
struct IncidentSheetTests {
    private static func place(_ line: Int) -> IncidentPlace {
        IncidentPlace(offset: 7, length: 1, line: line, column: 0)
    }

    /// So many tenths of a second after ten o'clock of 2 March 2026.
    private static func time(_ tenths: Int64, _ line: Int, isZoneAssumed: Bool = false) -> IncidentTime {
        let time = Timestamp(
            nanoseconds: 1_772_445_600_000_000_000 + tenths * 100_000_000, digits: tenths % 10 == 0 ? 0 : 1)
        return IncidentTime(time, isZoneAssumed: isZoneAssumed, at: place(line))
    }

    private static func frame(_ image: String, _ index: Int, symbol: String? = nil, offset: UInt64 = 0x40)
        -> IncidentFrame
    {
        var frame = IncidentFrame()
        frame.image = image
        frame.imageIndex = index
        frame.imageOffset = offset
        frame.symbol = symbol
        frame.symbolOffset = symbol == nil ? nil : 12
        return frame
    }

    private static func image(_ name: String, _ uuid: String, _ path: String) -> IncidentImage {
        var image = IncidentImage()
        image.name = name
        image.uuid = uuid
        image.architecture = "arm64"
        image.base = 0x1000
        image.path = path
        return image
    }

    private static func crash() -> IncidentReport {
        var report = IncidentReport(kind: .crash, format: "crash-ips", place: place(0))
        report.bugType = "309"
        report.incident = "AB-CD"
        report.process.name = "Sketch"
        report.process.bundle = "com.acme.sketch"
        report.process.version = "2.1"
        report.process.build = "204"
        report.process.pid = 512
        report.process.role = "Foreground"
        report.process.parent = "launchd"
        report.process.parentPID = 1
        report.device.model = "iPhone14,7"
        report.device.system = "iPhone OS 17.1"
        report.device.systemBuild = "21B74"
        report.device.isLocked = false
        report.device.boot = "B-1"
        report.launched = time(5, 4)
        report.captured = time(201, 5, isZoneAssumed: true)
        var exception = IncidentException(at: place(8))
        exception.type = "EXC_CRASH"
        exception.signal = "SIGKILL"
        exception.codes = [0, 255]
        report.exception = exception
        var termination = IncidentTermination(at: place(9))
        termination.namespace = "FRONTBOARD"
        termination.code = 0x8BAD_F00D
        termination.explanation = "scene-create watchdog transgression\nexhausted its time"
        var watchdog = IncidentWatchdog()
        watchdog.event = "scene-create"
        watchdog.allowance = 19_970_000_000
        watchdog.appProcessorTime = 400_000_000
        watchdog.appProcessorShare = 0.02
        termination.watchdog = watchdog
        report.termination = termination
        report.applicationInformation = [IncidentText("last words", at: place(11))]
        var fault = IncidentThread(number: 3, name: "worker", isTriggered: true)
        fault.frames = [frame("Sketch", 1, symbol: "Store.save()"), frame("Sketch", 1, offset: 0x99)]
        var main = IncidentThread(number: 0, queue: "com.apple.main-thread")
        main.frames = [frame("libsystem_kernel.dylib", 0, symbol: "__ulock_wait")]
        report.threads = [main, IncidentThread(number: 1), fault]
        report.triggeredThread = 2
        report.images = [
            image("libsystem_kernel.dylib", "U-0", "/usr/lib/system/libsystem_kernel.dylib"),
            image("Sketch", "U-1", "/private/var/containers/Sketch.app/Sketch"),
            image("UIKit", "U-2", "/System/UIKit"),
        ]
        return report
    }

    @Test("A crash is told with who, when, why, the threads that matter, and their images")
    func aCrash() {
        #expect(
            IncidentSheet(Self.crash(), limit: 20).text == """
                  Crash, line 1, bug type 309, incident AB-CD
                    process       Sketch (com.acme.sketch) 2.1 (204), pid 512, Foreground
                    started by    launchd, pid 1
                    device        iPhone14,7, iPhone OS 17.1 (21B74), unlocked
                    boot session  B-1
                    launched      2026-03-02T10:00:00.5Z (line 5)
                    happened      2026-03-02T10:00:20.1Z, zone assumed (line 6)
                    exception     EXC_CRASH (SIGKILL), codes 0x0, 0xff (line 9)
                    termination   FRONTBOARD, 0x8badf00d (line 10)
                    explanation   scene-create watchdog transgression
                                  exhausted its time
                    watchdog      scene-create, 19.97 s allowed, processor of the app 400 ms, 2 %
                    said          last words (line 12)
                    thread 3      at fault, worker, 2 calls
                      0   Sketch                   Store.save() + 12
                      1   Sketch                   + 0x99
                    thread 0      main, queue com.apple.main-thread, 1 call
                      0   libsystem_kernel.dylib   __ulock_wait + 12
                    threads       1 more thread
                    images        3, those of the calls above:
                      libsystem_kernel.dylib   arm64 U-0 0x1000 /usr/lib/system/libsystem_kernel.dylib
                      Sketch                   arm64 U-1 0x1000 /private/var/containers/Sketch.app/Sketch

                """)
    }

    @Test("No more calls are shown than were asked for, and it is said how many are left")
    func limited() {
        let text = IncidentSheet(Self.crash(), limit: 1).text
        #expect(text.contains("Store.save()") && !text.contains("0x99"))
        #expect(text.contains("      … and 1 more call\n"))
        #expect(text.contains("      … and 1 more image\n"))
    }

    @Test("Memory kills are told in their order, with why, in which state, and how large")
    func memoryKills() {
        var report = IncidentReport(kind: .jetsam, format: "jetsam-ips", place: Self.place(0))
        var jetsam = JetsamSnapshot()
        jetsam.pageSize = 16_384
        jetsam.largestProcess = "Camera"
        func process(_ name: String, reason: String?, delta: UInt64?) -> JetsamSnapshot.Process {
            var process = JetsamSnapshot.Process(name: name, at: Self.place(30))
            process.pid = 9
            process.reason = reason
            process.killDelta = delta
            process.states = ["suspended"]
            process.pages = 1_000
            return process
        }
        jetsam.processes = [
            process("Second", reason: "vm-pageshortage", delta: 20), process("Alive", reason: nil, delta: nil),
            process("First", reason: "per-process-limit", delta: 10),
        ]
        report.jetsam = jetsam
        #expect(
            IncidentSheet(report, limit: 20).text == """
                  Jetsam report, line 1
                    memory        pages of 16384 bytes
                    largest       Camera
                    processes     3 processes, of which 2 were ended
                      1. First, pid 9, per-process-limit, suspended, 16 MB, line 31
                      2. Second, pid 9, vm-pageshortage, suspended, 16 MB, line 31

                """)
    }

    @Test("A limit, a panic, what SDKs and counters say: each has its rows")
    func otherKinds() {
        var report = IncidentReport(kind: .resource, format: "plcrash-binary", place: Self.place(4))
        report.isPartial = true
        report.guess = IncidentText("out of memory", at: Self.place(1))
        var resource = ResourceUse(.cpu, at: Self.place(2))
        resource.used = 90
        resource.usedOver = 100_000_000_000
        resource.limit = 1e300
        resource.isFatal = false
        report.resource = resource
        var panic = KernelPanic()
        panic.message = "watchdog timeout"
        panic.task = "backboardd"
        report.kernelPanic = panic
        report.panic = IncidentText("panic(cpu 1): watchdog timeout", at: Self.place(6))
        var state = IncidentAppState()
        state.isInForeground = true
        state.memoryFootprint = 20_000_000
        report.appState = state
        report.exitCounts = [
            IncidentExitCounts(
                from: Self.time(0, 1), to: Self.time(864_000, 1),
                isForeground: true, counts: ["normal": 3, "abnormal": 0])
        ]
        report.events = [
            IncidentEvent(
                "app.didBecomeActive", at: Self.time(10, 1),
                attributes: [("count", .integer(2))], place: Self.place(1))
        ]
        #expect(
            IncidentSheet(report, limit: 20).text == """
                  Limit of a resource, byte 7
                    incomplete    the end, or a part of it, is missing or damaged
                    an SDK's guess out of memory (byte 7)
                    resource      cpu, used 90.0 s over 1 min 40 s, allowed 1e+300, did not end the process (byte 7)
                    panic         watchdog timeout (byte 7)
                    panicked      backboardd
                    app state     in the foreground, 20 MB of memory
                    foreground    normal 3, 2026-03-02T10:00:00Z to 2026-03-03T10:00:00Z
                    recorded      1 event
                      2026-03-02T10:00:01Z  app.didBecomeActive  count 2

                """)
    }

    @Test("A thread is at fault, a kill a watchdog's, and a fault without an end only where the report says so")
    func nothingMoreThanIsSaid() {
        var report = IncidentReport(kind: .resource, format: "resource-ips", place: Self.place(0))
        var thread = IncidentThread(number: 0, isTriggered: true)
        thread.frames = [Self.frame("Sketch", 0, symbol: "draw()")]
        report.threads = [thread]
        report.triggeredThread = 0
        var termination = IncidentTermination(at: Self.place(3))
        var watchdog = IncidentWatchdog()
        watchdog.thermalState = "critical"
        termination.watchdog = watchdog
        report.termination = termination
        let text = IncidentSheet(report, limit: 5).text
        #expect(text.contains("    sampled       1 call\n") && !text.contains("at fault") && !text.contains("thread 0"))
        #expect(text.contains("    at its end    thermal state critical\n") && !text.contains("watchdog"))
        let fault = IncidentSheet(IncidentReport(kind: .fault, format: "crash-ips", place: Self.place(0)), limit: 5)
        #expect(fault.text == "  Fault, line 1\n")
        let jetsam = IncidentSheet(IncidentReport(kind: .jetsam, format: "jetsam-ips", place: Self.place(0)), limit: 5)
        #expect(!jetsam.text.contains("kill"))
    }

    @Test("Nothing in a report moves the cursor, and no text of it is longer than anybody reads")
    func hostile() {
        var report = IncidentReport(kind: .crash, format: "crash-text", place: Self.place(0))
        report.process.name = "\u{1B}[2JEvil\u{202E}"
        report.applicationInformation = [IncidentText(String(repeating: "long ", count: 100_000), at: Self.place(0))]
        var thread = IncidentThread(number: 0)
        thread.frames = [Self.frame("a\u{7}b", 5, symbol: String(repeating: "x", count: 100_000))]
        report.threads = [thread]
        report.triggeredThread = 700
        let text = IncidentSheet(report, limit: 20).text
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        #expect(text.utf8.count < 8_000)
    }
}
