// SPDX-License-Identifier: MIT

public import LifelintModel

/// What the timeline needs to know beside the events.
public struct TimelineSettings: Sendable {
    /// Bundle ids whose runs are wanted; empty means all.
    public var apps: [Glob]
    /// In a pushed session nothing is read ahead: witnesses that come late make runs of their own.
    public var isSession: Bool
    /// Reports are read, too: one may tell of an end some seconds after that, when the app was launched again.
    public var awaitsReports = true
    /// Reports of SDKs are read that tell at the next launch what they conclude about the run before.
    package var awaitsConclusions = false
    /// Ends and hangs, and what was used too much, of which reports tell the process and no more of the time than a
    /// window: by app and process id, when they are told.
    package var windowedReports: [String: [Int32: [Int64]]] = [:]
    /// Of processes whose lines name nothing else, the apps that have them, as a pass over the same inputs told: by
    /// name.
    package var appsOfNames: [String: String] = [:]
    /// What runs did is told, for rules: off, since it costs time and memory that only rules are worth.
    public var tellsStretches = false
    /// What namespaces and codes mean; made when the first termination is looked up, since most short logs tell of
    /// none.
    private var deferredMeanings: Deferred<CompiledTerminations>
    /// What reads the texts of ends; made for the first watchdog or quotation.
    private var deferredExitText: Deferred<ExitText>
    /// What is said of the state of processes; read for the first report or line that does.
    let stateWords: Deferred<ProcessStateWords>
    /// The spans, indexed.
    private(set) var spans: CompiledSpans
    /// What roles scenes have.
    let sceneRoles: SceneRoleWords
    /// How names of processes are made.
    let nameWords: NameWords
    /// Bundle ids of the app in which users change what others may do.
    let settingsApps: Set<String>

    var meanings: CompiledTerminations { deferredMeanings.value }
    var exitText: ExitText { deferredExitText.value }

    /// Settings with that vocabulary.
    public init(vocabulary: Vocabulary, apps: [Glob] = [], isSession: Bool = false) {
        deferredMeanings = Deferred(later: { CompiledTerminations(vocabulary.terminations) })
        deferredExitText = Deferred(later: { ExitText(vocabulary.terminationWords) })
        stateWords = Deferred(later: { vocabulary.processStates })
        spans = CompiledSpans(vocabulary.spans)
        sceneRoles = vocabulary.sceneRoles
        nameWords = NameWords(vocabulary.processes)
        settingsApps = vocabulary.processes.settingsApps
        self.apps = apps
        self.isSession = isSession
    }

    /// The same with memory of its own: threads that count references to one thing wait for each other.
    func separate() -> TimelineSettings {
        var settings = self
        let (meanings, exitText) = (deferredMeanings, deferredExitText)
        settings.deferredMeanings = Deferred(later: { CompiledTerminations(meanings.value.table) })
        settings.deferredExitText = Deferred(later: { ExitText(exitText.value.words) })
        settings.spans = CompiledSpans(spans.declarations)
        return settings
    }
}

/// Times that the timeline waits or judges by; each is part of the contract, none is a system limit.
enum TimelineWindows {
    /// For longer no device sleeps while an app that is in use later keeps its process.
    static let longestSleep: Int64 = 43_200_000_000_000
    /// By how much the clock of a host that logs a device may be off: no process id is used again so soon.
    static let otherClock: Int64 = 5_000_000_000
    /// Within this of its launch an SDK tells what it concludes about the run before.
    static let concluding: Int64 = 60_000_000_000
    /// For so long after its start a device is mostly locked, where nobody tells of its unlocks.
    static let stillLocked: Int64 = 1_800_000_000_000
    /// For so long an app that was seen to end is hardly launched again without anything being told of it.
    static let concluded: Int64 = 86_400_000_000_000
    /// Within this a launch step of one launch may be told again.
    static let toldTwice: Int64 = 2_000_000_000
    /// What is told so long before a launch may be told of its process.
    static func beforeLaunch(_ told: Moment, _ launch: Moment) -> Int64 {
        toldTwice.addingClamped(max(told.resolution, launch.resolution))
    }
    /// Two witnesses of one edge.
    static let sameEdge: Int64 = 1_000_000_000
    /// Lines about a run after its end are witnesses of the end.
    static let afterEnd: Int64 = 2_000_000_000
    /// A device that shuts down is silent after so long.
    static let shuttingDown: Int64 = 120_000_000_000
    /// A report of a process that was seen to end is about that end.
    static let report: Int64 = 60_000_000_000
    /// How long a process may take to end when asked to, before a watchdog says so.
    static let dying: Int64 = 10_000_000_000
    /// How long the processes of a device may take to end when it shuts down: it does not start again sooner.
    static let shutdown: Int64 = 60_000_000_000
    /// Steps of one launch.
    static let oneLaunch: Int64 = 30_000_000_000
    /// Whoever has the id of a process that ended longer ago is another one.
    static let reusedID: Int64 = 3_600_000_000_000
    /// No launch goes on for that long: where nothing tells its end, the evidence shows no states.
    static let longestLaunch: Int64 = 60_000_000_000
    /// Silence in the background after which the running clock stops.
    static let quiet: Int64 = 5_000_000_000
    /// Silence after which even an ordinary line speaks for a suspension.
    static let longQuiet: Int64 = 60_000_000_000
    /// The time of a background task is hardly over sooner.
    static let shortestTask: Int64 = 20_000_000_000
    /// No system has ever let a background task run on for longer.
    static let longestTask: Int64 = 600_000_000_000
    /// Life shortly before a reboot or an update that makes them its certain cause.
    static let shortlyBefore: Int64 = 60_000_000_000
    /// An app that says nothing for so long is hardly in front all the while.
    static let longUse: Int64 = 3_600_000_000_000
    /// An extension that has nothing to do is hardly kept for longer where another process of it is started.
    static let idleExtension: Int64 = 1_800_000_000_000
    /// A device mostly locks itself sooner than an app is inactive, and silent, for so long.
    static let longInactive: Int64 = 300_000_000_000
    /// The watchdog of a scene update waits for ten seconds; its kill is told a little later.
    static let sceneUpdate: Int64 = 20_000_000_000
    /// How long before an exit a willTerminate explains it.
    static let termination: Int64 = 6_000_000_000
    /// Other threads go on for as long while one dies of a fault.
    static let lastBreath: Int64 = 100_000_000
    /// Who dies of what nobody caught, its crash reporter at work, is not heard of for longer.
    static let lastWords: Int64 = 10_000_000_000
    /// How long before an exit something in front of the user may explain it.
    static let inFront: Int64 = 10_000_000_000
    /// For longer nobody says how much memory an app uses.
    static let freshFootprint: Int64 = 180_000_000_000
    /// Memory warnings of one process within it are one warning.
    static let memoryWarnings: Int64 = 1_000_000_000
}
