// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintCLI
@testable import LifelintLanguage

/// `lifelint explain` of words that only `rules/vocabulary/sayings.yml` has, of events, and of other spellings.
@Suite struct ExplainSayingTests {
    private static let library = Result { try RuleLibrary.shipped() }

    private static func run(_ word: String) -> (status: LifelintCLI.ExitStatus, output: String, errors: String) {
        let console = Console(surroundings: Surroundings(), output: MemorySink(), errors: MemorySink())
        let status = Program.run(["explain", "--", word], console: console)
        func text(_ sink: any ByteSink) -> String {
            String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return (status, text(console.output), text(console.errors))
    }

    @Test("A page of a background mode names the rules about it alone")
    func modes() {
        for mode in ["bluetooth-central", "external-accessory", "processing", "remote-notification"] {
            #expect(!Self.run(mode).output.contains("silent-audio-keepalive"), "\(mode)")
        }
    }

    @Test("The heading of an example says what has to be set for it, where no example does without")
    func examples() {
        #expect(Self.run("too-many-background-tasks").output.contains("(with limit 2)"))
        #expect(Self.run("activity-not-resumed").output.contains("Found here: "))
        #expect(!Self.run("background-task-never-ended").output.contains("(with "))
    }

    @Test("A saying that begins with a letter is not found inside of a word")
    func insideOfWords() {
        #expect(!Self.run("Error Domain=FBProcessExit Code=64").output.contains("Exit status"))
        #expect(Self.run("the process said: exit code 64").output.contains("Exit status"))
    }

    @Test("What others call like a cause, and count otherwise, is told before the cause")
    func othersFirst() {
        let output = Self.run("System Pressure").output
        #expect(!output.hasPrefix("systemPressure"))
        #expect(output.contains("those of an app that was in use") && output.contains("although it was in use"))
        #expect(Self.run("systemPressure").output.hasPrefix("systemPressure"))
    }

    @Test(
        "Words and lines that are often met have an answer",
        arguments: [
            ("Task Timeout", "backgroundTask"), ("STACK GUARD", "ran over"), ("stack overflow", "SIGSEGV"),
            ("terminationCategory", "MetricKit"), ("cumulativeAbnormalExitCount", "SIGABRT"),
            ("scenePhase", "SwiftUI"), ("UIApplication.isProtectedDataAvailable", "locked"),
            ("performExpiringActivity(withReason:using:)", "extensions"), ("os_proc_available_memory", "limit"),
            ("content-available", "silent push"), ("state restoration", "restoration-failed"),
            ("KERN_INVALID_ADDRESS", "SIGSEGV"), ("KERN_PROTECTION_FAILURE at 0x16bcd3fe0", "SIGBUS"),
            ("EXC_BAD_ACCESS (code=1, address=0x10)", "null pointer"), ("KERN_CODESIGN_ERROR", "codeSigning"),
            ("SEGV_MAPERR", "crash.signal"), ("SEGV_ACCERR", "crash.signal"), ("KERN_MEMORY_ERROR", "mapped file"),
            ("ILL_ILLOPC", "EXC_BAD_INSTRUCTION"), ("ILL_ILLTRP", "crash.assertion"), ("TRAP_BRKPT", "EXC_BREAKPOINT"),
            ("ILL_NOOP", "Signal SIGILL"), ("SEGV_NOOP", "Signal SIGSEGV"), ("EXC_ARM_DA_ALIGN", "not aligned"),
            ("(possible pointer authentication failure)", "only possible"),
            ("NSRangeException", "crash.exception"), ("NSInternalInconsistencyException", "crash.exception"),
            (
                "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[A b]: "
                    + "unrecognized selector sent to instance 0x1'", "does not know"
            ),
            ("Fatal error: Unexpectedly found nil while unwrapping an Optional value", "crash.assertion"),
            ("Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range", "crash.assertion"),
            ("Could not cast value of type 'A' (0x1) to 'B' (0x2).", "as!"),
            ("BUG IN CLIENT OF LIBDISPATCH: trying to lock recursively", "crashed"), ("abort() called", "SIGABRT"),
            ("Background Task 7 (\"sync\"), was created over 30 seconds ago.", "background-task-overrun"),
            ("Background task still not ended after expiration handlers were called: <x>", "backgroundTask"),
            ("Can't end BackgroundTask: no background task exists with identifier 12 (0xc)", "iOS 13.0 to 13.3"),
            (
                "The app “Notes” has been killed by the operating system because it is using too much memory.",
                "memoryLimit"
            ),
            ("EXC_RESOURCE -> Notes[1] exceeded mem limit: ActiveSoft 50 MB (non-fatal)", "Nothing ended by it"),
            ("oom", "memoryLimit"), ("Out of Memory", "elimination"), ("ANR", "main-thread-hang"),
            ("app hang", "main-thread-hang"), ("freeze", "watchdog-kill"), ("watchdog kill", "Killed by a watchdog"),
            ("force quit", "userQuit"), ("swipe up", "userQuit"), ("prewarm", "prewarmDiscarded"),
            ("suspended", "reclaimed"), ("crash loop", "crash-loop"), ("overheating", "thermal"),
            ("zombie", "crash.signal"), ("deadlock", "fileLock"), ("Low Power Mode", "No process ends by it"),
            ("audio", "Background mode"), ("AUDIO", "namespace"), ("bluetooth-peripheral", "Background mode"),
            ("bluetooth-central", "service-not-restarted-after-relaunch"), ("push-to-talk", "Background mode"),
            ("processing", "scheduled-task-never-completed"), ("launching", "State of an app"),
            ("systemPressure", "error where the app itself was the largest"),
            ("watchdog.exit", "error where something was not saved"), ("(0, 0, 65280)", "exit()"),
            ("powerlog", "bug_type"), ("bug_type 185", "cpu-limit-exceeded"),
            ("BGTaskSchedulerErrorDomain Code=3", "BGTaskSchedulerPermittedIdentifiers"),
            (
                "The operation couldn’t be completed. (BGTaskSchedulerErrorDomain error 1.)",
                "scheduled-task-submit-failed"
            ),
            ("tooManyPendingTaskRequests", "scheduled-task-submit-failed"), ("scene-create", "watchdog.sceneCreate"),
            ("exhausted real (wall clock) time allowance of 19.97 seconds", "watchdog-kill"),
            ("ProcessVisibility: Foreground", "WatchdogVisibility"), ("failed to launch in time", "watchdog.launch"),
            ("cumulativeSuspendedWithLockedFileExitCount", "fileLock"),
            ("watchdogTerminationCount", "no run ends by it"),
            ("MXCrashDiagnostic", "crashed"), ("MXAppExitMetric", "never say which run"),
            ("137", "SIGKILL"), ("exit code 139", "SIGSEGV"), ("143", "SIGTERM"), ("exit status 134", "SIGABRT"),
            ("Error Domain=FBProcessExit Code=64 UserInfo={}", "never came to run"),
            ("Underlying error (domain=FBProcessExit, code=128):", "never came to run"),
            ("Error Domain=FBSOpenApplicationServiceErrorDomain Code=1", "NotFound"),
            ("domain: RBSRequestErrorDomain; code: 5; \"Launch failed.\"", "could not be started at all"),
            ("EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))", "codeSigning"),
            ("Exception Type: EXC_CRASH (SIGKILL - CODESIGNING)", "does not match the signature"),
            ("SIGKILL - CODESIGNING", "codeSigning"),
            ("-9", "SIGKILL"), ("exit code 3", "exits-itself"), ("(0, 0, 0)", "cleanExit"),
            ("<RBSProcessExitContext| voluntary>", "cleanExit"), ("exited due to exit(0)", "exits-itself"),
            ("runningboardd", "namespace RUNNINGBOARD"), ("CPU_FATAL", "cpuLimit"),
            ("RESOURCE_TYPE_IO", "diskWritesLimit"),
            ("WAKEUPS", "wakeupsLimit"), ("GUARD_TYPE_FD", "Exception EXC_GUARD"), ("JetsamEvent", "bug type 298"),
            ("largestProcess", "not who was ended"), ("rpages", "pageSize"),
            ("kIOGPUCommandBufferCallbackErrorBackgroundExecutionNotPermitted", "gpu-work-in-background"),
            ("Insufficient Permission (to submit GPU work from background)", "gpu-work-in-background"),
            ("-25308", "protected-data-read-while-locked"),
            ("UIScene lifecycle will soon be required. Failure to adopt", "scene-lifecycle-required"),
            (
                "This app has crashed because it attempted to access privacy-sensitive data without a usage description.",
                "tcc"
            ),
            ("Library not loaded: @rpath/A.framework/A", "dyld"), ("Library not loaded", "dyld"),
            ("dyld: Symbol not found: _a", "dyld"), ("ate bad food", "0x8badf00d"), ("dude, too bad", "0xd00d2bad"),
            ("WatchdogTermination", "by elimination, and no cause"), ("App Hanging", "a guess"),
            ("Warning: x but the completion handler was never called.", "push-handler-never-completed"),
            (
                "UNUserNotificationCenter delegate received call to x but the completion handler was never called.",
                "no rule looks for it"
            ),
            ("beginBackgroundTask(withName:expirationHandler:)", "Event backgroundTask.begin"),
            ("BGAppRefreshTask", "scheduled-task-never-completed"), ("cold launch", "slow-launch"),
            ("inactive", "covered or in passing"), ("kill -9", "Signal SIGKILL"), ("memory leak", "memoryLimit"),
            ("Exception Subtype: MEMORY", "Subtype of EXC_RESOURCE"), ("SIGUSR1", "crash.signal"),
            ("[app<com.acme.notes>:71] termination reported by launchd (0, 0, 0)", "status 0"),
            ("termination reported by launchd (0, 0, 512)", "third number"),
            ("Message from debugger: killed", "Signal SIGKILL"),
            ("Terminating Process: exc handler [123]", "for a fault of the process itself"),
            ("fetch", "Background mode"), ("voip", "Background mode"), ("location", "location-left-running"),
        ])
    func known(_ word: String, _ expected: String) {
        let (status, output, errors) = Self.run(word)
        #expect(status == .success, "\(errors)")
        #expect(output.contains(expected), "\(output)")
    }

    @Test(
        "A code or a word has the reasons of its own meaning, or none",
        arguments: [
            ("CODESIGNING 2", "code that is made or changed while the app runs", "has expired"),
            ("CODESIGNING 3", "taskgated was not running", "has expired"),
            ("SBUnsuspendLimit", "wake the app again and again", "incoming call"),
            ("0x08fd4dbfade2dead", "closed twice", "of the app's own"),
            ("409", "when a process of the system", "Nothing ended"),
            ("conclave-limit", "no part of the footprint", "decoded at full size"),
            ("0x2bad45ec", "security violation", "documented."), ("DYLD 5", "not signed", "linked and not embedded"),
            ("os_proc_available_memory", "has exceeded its limit", "0 where there is no limit"),
            ("vm-pageshortage", "too few free pages", "taskgated"),
        ])
    func reasons(_ word: String, _ expected: String, _ other: String) {
        let (status, output, errors) = Self.run(word)
        let text = output.lowercased()
        #expect(status == .success, "\(errors)")
        #expect(text.contains(expected.lowercased()), "\(output)")
        #expect(!text.contains(other.lowercased()), "\(output)")
    }

    @Test(
        "An event is found by its name and by every spelling, with the rules that listen to it",
        arguments: [
            ("app.didEnterBackground", "Event app.didEnterBackground", "slow-did-enter-background"),
            ("applicationDidEnterBackground(_:)", "Event app.didEnterBackground", "five seconds"),
            ("-[AppDelegate applicationDidEnterBackground:]", "Event app.didEnterBackground", "background task"),
            ("AppDelegate.applicationWillTerminate(_:)", "Event app.willTerminate", "save-only-in-will-terminate"),
            ("UIApplication.willResignActiveNotification", "Event app.willResignActive", "covered for a moment"),
            ("UISceneDidDisconnectNotification", "Event scene.didDisconnect", "permanent-cleanup-on-disconnect"),
            ("ScenePhase.background", "Event app.didEnterBackground", "background-save-uncovered"),
            ("scenePhase: active", "Event app.didBecomeActive", "activity-not-resumed"),
            ("SceneDelegate.sceneDidBecomeActive(_:)", "Event scene.didBecomeActive", "takes touches"),
            ("didReceiveMemoryWarning", "Event memory.warning", "memory-warning-ignored"),
            (
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", "Event push.receive",
                "push-handler"
            ),
            ("backgroundTask.begin", "Event backgroundTask.begin", "background-task-leaked"),
        ])
    func events(_ word: String, _ title: String, _ expected: String) {
        let (status, output, errors) = Self.run(word)
        #expect(status == .success, "\(errors)")
        #expect(output.hasPrefix(title), "\(output)")
        #expect(output.contains(expected), "\(output)")
    }

    @Test("Every event has a page, under each of its names")
    func allEvents() throws {
        let library = try Self.library.get()
        let explainer = WordExplainer(library)
        for declaration in EventName.declarations {
            let title = "Event \(declaration.name)"
            #expect(explainer.meanings(of: declaration.name).contains { $0.title.hasPrefix(title) }, "\(title)")
        }
        for spelling in library.vocabulary.spellings {
            let name = EventName.declarations.first { $0.event == spelling.event }?.name ?? ""
            let found = explainer.meanings(of: spelling.text).contains { $0.title.hasPrefix("Event \(name)") }
            #expect(found, "\(spelling.text)")
        }
        for counter in library.vocabulary.exitCounters.keys {
            #expect(!explainer.meanings(of: counter).isEmpty, "\(counter)")
        }
    }

    @Test(
        "Endings and rules are found however they are spelt",
        arguments: [
            ("UserQuit", "userQuit Quit by the user"), ("user quit", "userQuit Quit by the user"),
            ("user-quit", "userQuit Quit by the user"), ("VoIP", "voip Killed for not reporting"),
            ("file-lock", "fileLock Killed for holding"), ("FILELOCK", "fileLock Killed for holding"),
            ("watchdog launch", "watchdog.launch Killed by"), ("Watchdog_Kill", "watchdog-kill Killed by a watchdog"),
            ("SlowLaunch", "slow-launch"), ("idle exit", "Jetsam reason idle-exit"),
            ("perProcessLimit", "Jetsam reason per-process-limit"),
            ("per process limit", "Jetsam reason per-process-limit"),
        ])
    func spelt(_ word: String, _ expected: String) {
        let (status, output, errors) = Self.run(word)
        #expect(status == .success, "\(errors)")
        #expect(output.hasPrefix(expected), "\(output)")
    }

    @Test("What a saying names is there, and said in whole sentences")
    func sound() throws {
        let library = try Self.library.get()
        let explainer = WordExplainer(library)
        let ids = Set(library.rules.map(\.id))
        let sayings = library.vocabulary.sayings.sayings
        #expect(sayings.count > 100)
        for saying in sayings {
            let name = saying.words.first ?? saying.texts.first ?? saying.about
            #expect(ids.isSuperset(of: saying.rules), "\(name): \(saying.rules)")
            for text in saying.meanings + saying.usually {
                #expect(text.hasSuffix(".") && !text.contains("\u{2014}"), "\(name): \(text)")
            }
            #expect(saying.links.allSatisfy { $0.hasPrefix("https://") }, "\(name)")
            for word in saying.see { #expect(!explainer.meanings(of: word).isEmpty, "\(name): \(word)") }
            for word in saying.words { #expect(!explainer.meanings(of: word).isEmpty, "\(word)") }
            // Every text of a line is met in its own line at least.
            for text in saying.texts where saying.otherTexts.isEmpty {
                #expect(!explainer.meanings(of: "x \(text) y").isEmpty, "\(text)")
            }
        }
        for type in library.vocabulary.reports.bugTypes { #expect(ids.isSuperset(of: type.rules), "\(type.name)") }
    }

    @Test("A word that nobody knows ends with 2 and a suggestion")
    func unknown() {
        let (status, output, errors) = Self.run("didEnterBackgruond")
        #expect(status == .usage && output.isEmpty)
        #expect(errors.contains("did you mean 'didEnterBackground'"), "\(errors)")
        #expect(Self.run("the app does nothing").status == .usage)
    }
}
