// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintLanguage

@Suite("The shipped vocabulary") struct ShippedVocabularyTests {
    private static let shipped = Result { try RuleLibrary.shipped().vocabulary }
    private var vocabulary: Vocabulary { get throws { try Self.shipped.get() } }

    // MARK: Spans

    @Test("Every declared span is there, with its key, in the order of the documentation")
    func spans() throws {
        let expected: [(String, String?)] = [
            ("backgroundTask", "task"), ("scheduledTask", "task"), ("push", nil), ("fetch", nil), ("urlSession", nil),
            ("voip", nil), ("extension", nil), ("unsaved", "document"), ("saving", "document"), ("fileLock", "path"),
            ("network", "url"), ("database", "name"), ("resource", "name"), ("activity", "name"),
            ("audioInterruption", nil), ("audioPlaying", nil), ("audioRecording", nil), ("audioSession", nil),
            ("call", nil), ("pip", nil), ("carplay", nil), ("covered", nil), ("mode", nil), ("permissionPrompt", nil),
            ("hang", nil), ("sdkInit", "name"),
        ]
        let spans = try vocabulary.spans
        #expect(spans.map(\.name) == expected.map(\.0))
        #expect(spans.map(\.key) == expected.map(\.1))
    }

    @Test("What keeps an app running does, and nothing else")
    func keepers() throws {
        let keepers = try vocabulary.spans.filter(\.keepsRunning).map(\.name)
        #expect(
            keepers == ["backgroundTask", "scheduledTask", "push", "fetch", "urlSession", "voip", "extension", "mode"])
    }

    @Test("Spans open and close as the documentation says")
    func details() throws {
        func span(_ name: String) throws -> SpanDeclaration {
            try #require(try vocabulary.spans.first { $0.name == name })
        }
        let unsaved = try span("unsaved")
        #expect(unsaved.begins.map(\.event) == [.dataChange])
        #expect(unsaved.ends.map(\.event) == [.dataSave, .dataDelete, .dataLoad])
        #expect(
            unsaved.ends.map { $0.condition?.description }
                == ["ok != false", "exists document", "ok != false and exists document"])
        #expect(unsaved.whileOpen == .ignore)
        let saving = try span("saving")
        #expect(saving.begins.map(\.phase) == [.begin])
        #expect(saving.ends.map(\.phase) == [.end, .missing])
        let activity = try span("activity")
        #expect(activity.begins.map(\.event) == [.activityStart, .activityResume])
        #expect(activity.ends.map(\.event) == [.activityPause, .activityStop])
        #expect(activity.whileOpen == .replace)
        #expect(try span("push").begins.map { $0.condition?.description } == ["silent == true"])
        #expect(try span("backgroundTask").pairs == .inOrder)
        let mode = try span("mode")
        #expect(mode.begins.isEmpty && mode.ends.isEmpty)
        #expect(
            mode.union.map(\.span) == [
                "audioPlaying", "audioRecording", "call", "activity", "pip", "carplay", "scheduledTask",
            ])
        #expect(try vocabulary.spans.allSatisfy { $0.missingKeyEndsAll })
    }

    // MARK: Spellings

    @Test("No text spells two events, and none is a canonical name")
    func uniqueSpellings() throws {
        let texts = try vocabulary.spellings.map { $0.text.lowercased() }
        #expect(Set(texts).count == texts.count)
        let names = Set(EventName.declarations.map { $0.name.lowercased() })
        #expect(texts.allSatisfy { !names.contains($0) })
    }

    static let spellings: [(String, EventName, EventVia)] = [
        ("application(_:willFinishLaunchingWithOptions:)", .appWillFinishLaunching, .delegate),
        ("willFinishLaunching", .appWillFinishLaunching, .missing),
        ("appWillFinishLaunching", .appWillFinishLaunching, .missing),
        ("application:didFinishLaunchingWithOptions:", .appDidFinishLaunching, .delegate),
        ("appDidFinishLaunching", .appDidFinishLaunching, .missing),
        ("UIApplicationDidFinishLaunchingNotification", .appDidFinishLaunching, .notification),
        ("applicationDidBecomeActive", .appDidBecomeActive, .delegate),
        ("appDidBecomeActive", .appDidBecomeActive, .missing),
        ("UIApplication.didBecomeActiveNotification", .appDidBecomeActive, .notification),
        ("applicationWillResignActive:", .appWillResignActive, .delegate),
        ("appWillResignActive", .appWillResignActive, .missing),
        ("applicationDidEnterBackground(_:)", .appDidEnterBackground, .delegate),
        ("appDidEnterBackground", .appDidEnterBackground, .missing),
        ("applicationWillEnterForeground", .appWillEnterForeground, .delegate),
        ("appWillEnterForeground", .appWillEnterForeground, .missing),
        ("applicationWillTerminate", .appWillTerminate, .delegate),
        ("appWillTerminate", .appWillTerminate, .missing),
        ("applicationDidReceiveMemoryWarning", .memoryWarning, .delegate),
        ("didReceiveMemoryWarning", .memoryWarning, .delegate),
        ("UIApplicationDidReceiveMemoryWarningNotification", .memoryWarning, .notification),
        ("application(_:configurationForConnecting:options:)", .appConfigurationForConnecting, .delegate),
        ("scene(_:willConnectTo:options:)", .sceneWillConnect, .delegate),
        ("UISceneWillConnectNotification", .sceneWillConnect, .notification),
        ("sceneWillEnterForeground", .sceneWillEnterForeground, .delegate),
        ("sceneDidBecomeActive:", .sceneDidBecomeActive, .delegate),
        ("UISceneDidActivateNotification", .sceneDidBecomeActive, .notification),
        ("sceneWillResignActive", .sceneWillResignActive, .delegate),
        ("UIScene.willDeactivateNotification", .sceneWillResignActive, .notification),
        ("sceneDidEnterBackground", .sceneDidEnterBackground, .delegate),
        ("sceneDidDisconnect(_:)", .sceneDidDisconnect, .delegate),
        ("application(_:didDiscardSceneSessions:)", .appDidDiscardSceneSessions, .delegate),
        ("ScenePhase.active", .appDidBecomeActive, .swiftui),
        ("ScenePhase.inactive", .appWillResignActive, .swiftui),
        ("ScenePhase.background", .appDidEnterBackground, .swiftui),
    ]

    @Test("Every spelling of the catalogue means its event", arguments: spellings)
    func spelling(_ text: String, _ event: EventName, _ via: EventVia) throws {
        let found = try #require(try vocabulary.spellings.first { $0.text == text })
        #expect(found.event == event)
        #expect(found.via == via)
    }

    // MARK: Terminations

    struct Kill: Sendable, CustomTestStringConvertible {
        let namespace: String?
        let code: UInt64?
        var text = ""
        let cause: EndingCause?
        var kind: String?
        var event: String?
        var testDescription: String { "\(namespace ?? "-") \(code.map { String($0, radix: 16) } ?? "-") \(text)" }
    }

    static let kills: [Kill] = [
        Kill(
            namespace: "FRONTBOARD", code: 0x8bad_f00d,
            text: "explanation:scene-update watchdog transgression: app<com.x>:1 exhausted real (wall clock) time",
            cause: .watchdogSceneUpdate, event: "scene-update"),
        Kill(
            namespace: "SPRINGBOARD", code: 0x8bad_f00d, text: "scene-create watchdog transgression: com.x",
            cause: .watchdogSceneCreate, event: "scene-create"),
        Kill(
            namespace: "10", code: 0x8bad_f00d, text: "process-launch watchdog transgression", cause: .watchdogLaunch,
            event: "process-launch"),
        Kill(
            namespace: "FRONTBOARD", code: 0x8bad_f00d,
            text: "[app<com.x>:40401] Failed to terminate gracefully after 5.0s", cause: .watchdogExit,
            event: "process-exit"),
        Kill(
            namespace: "FRONTBOARD", code: 0x8bad_f00d, text: "process-exit watchdog transgression",
            cause: .watchdogExit),
        Kill(
            namespace: nil, code: 0x8bad_f00d, text: "com.x failed to scene-create in time", cause: .watchdogSceneCreate
        ),
        Kill(namespace: nil, code: 0x8bad_f00d, text: "com.x failed to resume in time", cause: .watchdogSceneUpdate),
        Kill(namespace: nil, code: 0x8bad_f00d, text: "com.x failed to launch in time", cause: .watchdogLaunch),
        Kill(namespace: "10", code: 2_343_432_205, cause: .watchdogOther),
        Kill(namespace: nil, code: 2_343_432_205, cause: nil),
        Kill(namespace: "<0xF>", code: 0x8bad_f00d, cause: .backgroundTask, kind: "assertion"),
        Kill(namespace: "ASSERTIOND", code: 0x8bad_f00d, cause: .backgroundTask, kind: "assertion"),
        Kill(
            namespace: nil, code: 0x8bad_f00d, text: "X[1] has active assertions beyond permitted time: {(",
            cause: .backgroundTask, kind: "assertion"),
        Kill(namespace: "RUNNINGBOARD", code: 0xdead_10cc, cause: .fileLock),
        Kill(namespace: "SPRINGBOARD", code: 3_735_883_980, cause: .fileLock),
        Kill(namespace: "OS_REASON_RUNNINGBOARD", code: 0xdead_10cc, cause: .fileLock),
        Kill(namespace: "RUNNINGBOARD", code: 0xdead_fa11, cause: .userQuit),
        Kill(namespace: "FRONTBOARD", code: 0xdead_fa11, cause: .userQuit),
        Kill(namespace: nil, code: nil, text: "killed from app switcher", cause: .userQuit),
        Kill(namespace: nil, code: nil, text: "uninstalling app", cause: .uninstalled),
        Kill(
            namespace: "RUNNINGBOARD", code: nil, text: "installcoordinationd app:[com.x/Invalid] isPlaceholder:N",
            cause: .appUpdate),
        Kill(namespace: "FRONTBOARD", code: 0xfbfb_fbfb, cause: .debuggerStop),
        Kill(namespace: "RUNNINGBOARD", code: 0xdead_6502, cause: .systemRequest, kind: "terminate"),
        Kill(namespace: "RUNNINGBOARD", code: 0x2182_baad, cause: .backgroundTask, kind: "assertion"),
        Kill(namespace: "RUNNINGBOARD", code: 0x2182_bad2, cause: .backgroundTask, kind: "expired"),
        Kill(namespace: "RUNNINGBOARD", code: 0x2182_bad3, cause: .urlSession),
        Kill(namespace: "RUNNINGBOARD", code: 0x2182_bad4, cause: .fetch),
        Kill(namespace: "RUNNINGBOARD", code: 0xd00d_2bad, cause: .backgroundTask, kind: "maxAssertions"),
        Kill(namespace: "RUNNINGBOARD", code: 0xb10c_ca11, cause: .systemOther, kind: "maxStates"),
        Kill(namespace: "RUNNINGBOARD", code: 0xb111_b111, cause: .unknown),
        Kill(namespace: "RUNNINGBOARD", code: 0x05ca_1ded, cause: .systemOther, kind: "conditionsChanged"),
        Kill(namespace: "ASSERTIOND", code: 0xbada_5e47, cause: .backgroundTask, kind: "maxAssertions"),
        Kill(namespace: "FRONTBOARD", code: 0xc000_10ff, cause: .thermal),
        Kill(namespace: "RUNNINGBOARD", code: 0xbaad_ca11, cause: .voip),
        Kill(namespace: nil, code: 0xbad2_2222, cause: .voip),
        Kill(namespace: "RUNNINGBOARD", code: 0xbadd_d15c, cause: .systemRequest, kind: "cacheDelete"),
        Kill(namespace: "FRONTBOARD", code: 0x2bad_45ec, cause: .secureDraw),
        Kill(namespace: "FRONTBOARD", code: 0xc51b_ad01, cause: .watchBudget, kind: "cpu"),
        Kill(namespace: "FRONTBOARD", code: 0xc51b_ad02, cause: .watchBudget, kind: "wall"),
        Kill(namespace: "FRONTBOARD", code: 0xc51b_ad03, cause: .watchBudget, kind: "busy"),
        Kill(namespace: "CAROUSEL", code: 3_306_925_314, cause: .watchBudget, kind: "wall"),
        Kill(
            namespace: "CAROUSEL", code: nil,
            text: "WatchConnectivity watchdog transgression. Exhausted wall time allowance of 15.00 seconds.",
            cause: .watchBudget, kind: "wall"),
        Kill(
            namespace: "SPRINGBOARD", code: nil,
            text:
                "CSLHandleBackgroundRefreshAction watchdog transgression: x exhausted real (wall clock) time allowance",
            cause: .watchBudget, kind: "wall"),
        Kill(
            namespace: "CAROUSEL", code: nil,
            text: "Background App Refresh watchdog transgression. Exhausted CPU time allowance of 4.00 seconds.",
            cause: .watchBudget, kind: "cpu"),
        Kill(
            namespace: "CAROUSEL", code: 2_343_432_205, text: "[app<x>:898] Failed to terminate gracefully after 5.0s",
            cause: .watchdogExit, event: "process-exit"),
        Kill(namespace: "FRONTBOARD", code: 0x5bc1_ea41, cause: .systemRequest, kind: "languageChange"),
        Kill(namespace: "FRONTBOARD", code: 0x5bc1_ea44, cause: .systemRequest, kind: "clearTheBoard"),
        Kill(namespace: "FRONTBOARD", code: 0x5bc1_ea45, cause: .systemRequest, kind: "clearTheBoard"),
        Kill(namespace: "FRONTBOARD", code: 0x1a2b_0011, cause: .systemOther, kind: "inputScene"),
        Kill(namespace: "FRONTBOARD", code: 0x05b5_dead, cause: .systemOther, kind: "applicationAssertion"),
        Kill(namespace: nil, code: 0xdead_feed, cause: .systemOther),
        // Exceptions of stackshots end nothing, and numbers without evidence mean nothing.
        Kill(namespace: nil, code: 0xbaaa_aaad, cause: nil),
        Kill(namespace: nil, code: 0xbe18_d1ee, cause: nil),
        Kill(namespace: nil, code: 0xdead_d00d, cause: nil),
        Kill(namespace: "FRONTBOARD", code: 12, cause: .systemOther),
        Kill(namespace: "RUNNINGBOARD", code: nil, cause: .systemOther),
        Kill(namespace: "CODESIGNING", code: 1, cause: .codeSigning, kind: "invalidSignature"),
        Kill(namespace: "CODESIGNING", code: 2, cause: .codeSigning, kind: "invalidPage"),
        Kill(namespace: "CODESIGNING", code: 9, cause: .codeSigning),
        Kill(namespace: "DYLD", code: 1, cause: .dyld, kind: "libraryMissing"),
        Kill(namespace: "DYLD", code: 2, cause: .dyld, kind: "wrongArchitecture"),
        Kill(namespace: "DYLD", code: 3, cause: .dyld, kind: "wrongVersion"),
        Kill(namespace: "DYLD", code: 4, cause: .dyld, kind: "symbolMissing"),
        Kill(namespace: "DYLD", code: 5, cause: .dyld, kind: "codeSignature"),
        Kill(namespace: "DYLD", code: 6, cause: .dyld, kind: "fileSystemSandbox"),
        Kill(namespace: "DYLD", code: 7, cause: .dyld, kind: "malformed"),
        Kill(namespace: "LIBSYSTEM", code: 4, cause: .systemOther, kind: "pthreadCorruption"),
        Kill(namespace: "DYLD", code: 99, cause: .dyld),
        Kill(namespace: "EXEC", code: 1, cause: .exec, kind: "badMachO"),
        Kill(namespace: "EXEC", code: 14, cause: .exec, kind: "wrongPlatform"),
        Kill(namespace: "GUARD", code: 1, cause: .guard, kind: "vnode"),
        Kill(namespace: "LIBXPC", code: 9, cause: .libxpc, kind: "fault"),
        Kill(namespace: "TCC", code: 0, cause: .tcc),
        Kill(namespace: "SANDBOX", code: 1, cause: .sandbox),
        Kill(namespace: "OBJC", code: 1, cause: .objc),
        Kill(namespace: "PORT_SPACE", code: 1, cause: .portSpace),
        Kill(namespace: "PAC_EXCEPTION", code: 1, cause: .crashSignal),
        Kill(namespace: "WATCHDOG", code: 1, cause: .systemOther, kind: "serviceTimeout"),
        Kill(namespace: "WATCHKIT", code: 1, cause: .systemOther, kind: "apiViolation"),
        Kill(namespace: "LIBSYSTEM", code: 4, cause: .systemOther),
        Kill(namespace: "SIGNAL", code: 6, cause: nil),
        Kill(namespace: "JETSAM", code: 7, cause: nil),
        Kill(
            namespace: "SIGNAL", code: 6,
            text:
                "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push.",
            cause: .voip),
    ]

    @Test("Every kill of the catalogue has its cause", arguments: kills)
    func termination(_ kill: Kill) throws {
        let table = try vocabulary.terminations
        let number = kill.namespace.flatMap { table.namespace($0) }
        #expect((number == nil) == (kill.namespace == nil))
        let meaning = table.meaning(namespace: number, code: kill.code, text: kill.text)
        #expect(meaning?.cause == kill.cause)
        if let kind = kill.kind { #expect(meaning?.kind == kind) }
        if let event = kill.event { #expect(meaning?.event == event) }
    }

    @Test("Namespaces have their numbers and old names")
    func namespaces() throws {
        let table = try vocabulary.terminations
        #expect(table.namespace("SPRINGBOARD") == 10)
        #expect(table.namespace("CAROUSEL") == 10)
        #expect(table.name(ofNamespace: 10) == "FRONTBOARD")
        #expect(table.namespace("assertiond") == 15)
        #expect(table.name(ofNamespace: 15) == "RUNNINGBOARD")
        #expect(table.namespace("<0xF>") == 15)
        // The last one stands for a name whose number is not published.
        #expect(table.namespaces.map(\.number) == Array(0...36) + Array(38...43) + [65_536])
        let names = table.namespaces.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }

    @Test("Every jetsam reason has its code and group")
    func jetsam() throws {
        let table = try vocabulary.terminations
        #expect(table.jetsamReasons.map(\.code) == Array(1...17) + [100])
        #expect(table.jetsamReason(named: "per-process-limit")?.group == .ownLimit)
        #expect(table.jetsamReason(named: "vm-thrashing")?.code == 11)
        #expect(table.jetsamReason(code: 2)?.group == .pressure)
        let idle = table.jetsamReasons.filter { $0.group == .idle }.map { $0.names[0] }
        #expect(idle == ["disk-space-shortage", "idle-exit", "sustained-memory-pressure", "long-idle-exit"])
        #expect(table.jetsamReason(named: "cpulimit")?.group == .cpu)
        #expect(table.jetsamReason(named: "JETSAM_REASON_MEMORY_PERPROCESSLIMIT")?.code == 7)
        let constants = table.jetsamReasons.compactMap(\.constant)
        #expect(constants.count == table.jetsamReasons.count && Set(constants).count == constants.count)
        #expect(constants.allSatisfy { $0.hasPrefix("JETSAM_REASON_") })
    }

    @Test("Every meaning is a sentence")
    func sentences() throws {
        for meaning in try vocabulary.terminations.meanings {
            #expect(meaning.meaning.hasSuffix("."))
            #expect(meaning.meaning.first?.isUppercase == true)
        }
    }

    // MARK: Recognisers and reference

    @Test("Every shipped record has a sample and says what it gives")
    func samples() throws {
        for recogniser in try vocabulary.recordRecognisers {
            #expect(!recogniser.records.isEmpty)
            for record in recogniser.records {
                #expect(record.gives != nil, "\(recogniser.about), line \(record.at.line)")
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(record.sample.utf8)) }
            }
        }
    }

    @Test("What is embedded is what rules/ holds")
    func embedded() throws {
        let rules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../rules").resolvingSymlinksInPath()
        let paths = FileManager.default.enumerator(atPath: rules.path)?.compactMap { $0 as? String } ?? []
        let files = try paths.filter { $0.hasSuffix(".yml") }.map { path in
            (path: path, bytes: Array(try Data(contentsOf: rules.appending(path: path))))
        }
        #expect(try RuleLibrary.load(files: files).digest == RuleLibrary.shipped().digest)
    }

    @Test("The tables in rules/README.md are those of the declarations")
    func reference() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../rules/README.md").standardizedFileURL
        let readme = try String(contentsOf: path, encoding: .utf8)
        let start = try #require(readme.range(of: VocabularyReference.startMarker))
        let end = try #require(readme.range(of: VocabularyReference.endMarker))
        let tables = "\n\n" + VocabularyReference.markdown(try RuleLibrary.shipped()) + "\n"
        let current = String(readme[start.upperBound..<end.lowerBound])
        if current != tables, ProcessInfo.processInfo.environment["LIFELINT_RECORD"] == "1" {
            let updated = readme[..<start.upperBound] + tables + readme[end.lowerBound...]
            try String(updated).write(to: path, atomically: true, encoding: .utf8)
        }
        #expect(current == tables, "LIFELINT_RECORD=1 writes the tables anew")
    }
}
