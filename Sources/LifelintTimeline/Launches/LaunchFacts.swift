// SPDX-License-Identifier: MIT

import LifelintModel

/// What is known about how a run was launched, and what that makes of it.
///
/// Why a class: every event asks it, and it is big to copy.
final class LaunchFacts {
    /// A background launch shows its work soon: what comes later may be anything.
    private static let workWindow: Int64 = .seconds(10)
    /// A user's launch is in front soon.
    static let foregroundWindow: Int64 = .seconds(10)
    /// A launch for the front is there sooner, once it has returned from its callback.
    private static let openingDelay: Int64 = .seconds(2)
    /// No foreground launch survives its watchdog for that long without coming to the front.
    static let foregroundLimit: Int64 = .seconds(25)

    private(set) var steps: [LaunchStep] = []
    private(set) var lastStep: Moment?
    /// The last that the app itself told.
    private(set) var ownStep: Moment?
    let start: Moment
    var statedKind: Launch.Kind?
    var reason: Launch.Reason?
    var callbackState: CallbackState = .missing
    var callbackStateLine: SourceLocation?
    var callbackTime: Moment
    var didFinish: Moment?
    var firstForegroundEdge: Moment?
    /// When the system told that it began behind the front.
    private var behind: Moment?
    /// Whether a line whose wording is known told that it came to the front soon.
    var isFrontProven = true
    var firstActive: Moment?
    var firstFrame: Moment?
    /// When it first showed anything of its own, as far as that is told.
    private(set) var shown: Moment?
    /// It went to the background before it was active or had shown anything: whoever launched it did not wait.
    var left: Moment?
    /// Its delegate was told that it went to the background, which it is of the way out of the front only, before
    /// anything told that it came there.
    var hasLeftFront = false
    /// It was left, or resigned, as only an app does that was in use, before anything told that it was: when its launch
    /// was over nobody knows.
    var isOverUntold = false
    /// The first connection of a scene: what opens a prewarmed process.
    var opening: Moment?
    /// The app itself told of a connection.
    private(set) var tellsConnection = false
    /// It was suspended before its own first callback, which only what is prewarmed is.
    var wasSuspendedBefore = false
    var hasBeenActive = false
    var main: Moment?
    /// What it did soon after its start that apps do in the background.
    private(set) var hasWork = false
    /// When the first of that was told.
    private var workBegan: Moment?
    private(set) var workReason: Launch.Reason?
    /// That was a task which the system had scheduled, of whatever kind.
    private(set) var isForScheduledTask = false
    /// That was a push that is shown, which need not have launched it.
    private(set) var isForShownPush = false
    var protectedDataWasUnavailable = false
    var sawAppCallback = false
    /// The app was asked about a scene: it has scenes, whether their states are told or not.
    var sawSceneConfiguration = false
    /// Other runs of this version of the app show that it has scenes.
    var isOfSceneApp = false
    /// Other runs of this version tell themselves when a scene is connected.
    var isConnectionTold = false
    /// What it is called behind the front for is nothing but how its launch is settled.
    var isBehindBySettling = false
    /// Silences in which it may have been suspended, should it turn out to have been launched behind the front: the
    /// first few.
    var silences: [(from: Moment, to: Moment)] = []
    /// The app was told that it enters the foreground before it had ever been active: of launches for the front only
    /// those of apps with scenes have that.
    private(set) var entersForeground = false
    /// What brought it to the front was told to its delegate, which nobody hears who is launched for it.
    private var isOpenedFromBehind = false
    /// The notification, or the button of one, that was tapped before it came to the front: what it was launched for,
    /// if it was launched for the front.
    var tapReason: Launch.Reason?
    /// A report of the end says that it was launching, and visible.
    var isReportedInFront = false
    /// A report of the end says that it was launching, and not visible.
    var isReportedBehind = false
    var settled: (kind: Launch.Kind, confidence: Confidence?)?

    init(start: Moment) {
        self.start = start
        callbackTime = start
    }

    var sawStep: Bool { !steps.isEmpty }
    /// A scene was connected, or asked for.
    var connectsScenes: Bool { opening != nil || sawSceneConfiguration }
    /// It tells what only apps with scenes have, and names none.
    private(set) var showsScenes = false

    /// What only apps with scenes have was told of it.
    func showScenes() {
        showsScenes = true
        isOfSceneApp = true
    }

    /// Whether something told of it that comes before the app's own code has finished launching.
    private(set) var sawBeginning = false
    /// It was asked for once more when it was there already: it was not launched for the front.
    private(set) var isOpenedLater = false
    var kind: Launch.Kind { settled?.kind ?? statedKind ?? .unknown }
    /// When a prewarmed process was opened: the first foreground edge or scene after its start.
    var opened: Moment? {
        guard let opening, let firstForegroundEdge else { return opening ?? firstForegroundEdge }
        return min(opening, firstForegroundEdge)
    }
    /// It was launched in the background for work that a user's quit forbids until the user's own launch.
    var isForbiddenAfterQuit: Bool {
        guard kind == .background else { return false }
        switch reason ?? workReason {
        case .push: return !isForShownPush
        case .fetch, .processing, .continuedProcessing, .urlSession: return true
        case nil: return isForScheduledTask
        default: return false
        }
    }
    /// Whether the user may have launched it, or has opened it since.
    var mayBeByUser: Bool {
        switch kind {
        case .background: firstForegroundEdge != nil || isOpenedLater
        case .prewarmed: opened != nil
        case .foreground, .unknown: true
        }
    }
    /// It was in front so soon after its start that it was launched for that.
    var isInFrontSoon: Bool {
        firstForegroundEdge.map { $0.since(start) <= LaunchFacts.foregroundWindow } ?? false
    }

    /// The system told that it began behind the front, and not that it came to it as soon as a launch that was meant
    /// for the front does.
    private var isBegunBehind: Bool {
        guard let behind else { return false }
        return firstForegroundEdge.map { isLate($0, after: behind) } ?? true
    }

    /// Whether it did work of the background before anything opened it: what comes after that tells nothing of its
    /// launch.
    ///
    /// Scenes connect behind the front, too: one opens it where its way to the front follows soon.
    private var isAtWorkUnopened: Bool {
        guard let workBegan else { return false }
        guard let opening, let firstForegroundEdge,
            !isLate(firstForegroundEdge, after: opening, by: LaunchFacts.foregroundWindow)
        else { return true }
        return opening > workBegan
    }

    private func isLate(_ edge: Moment, after moment: Moment, by delay: Int64 = openingDelay) -> Bool {
        edge.since(moment) > delay.addingClamped(max(edge.resolution, moment.resolution) - 1)
    }

    /// Takes what the system says of an app that is not in front: of who was just launched it tells where to.
    func addBackgroundEdge(_ event: EventView) {
        guard behind == nil, firstForegroundEdge == nil, sawStep, event.name == .processState,
            event.record.witness == .frontboard || event.record.witness == .runningboard,
            event.moment.since(start) <= TimelineWindows.sameEdge
        else { return }
        behind = event.moment
    }

    /// It did the background's work first, and came to the front later than a launch that was meant for the front goes
    /// on: whether it was launched for that, or opened soon after, is not told.
    var mayBeOpenedLater: Bool {
        guard statedKind == nil, !isForShownPush, let workBegan, let firstForegroundEdge else { return false }
        return firstForegroundEdge.since(workBegan) > LaunchFacts.openingDelay
    }

    /// Its callbacks read what only those of an app with scenes read in a launch for the front, and it shows none.
    private func readsBackground(isSceneBased: Bool) -> Bool {
        callbackState == .background && !isSceneBased && !connectsScenes
    }

    /// In front soon, it may have been launched behind it all the same, and opened soon after: work of the background
    /// came first, or its callbacks read that.
    private func isFrontDoubtful(isSceneBased: Bool) -> Bool {
        hasWork || readsBackground(isSceneBased: isSceneBased) && !isOfSceneApp
    }

    /// Takes a foreground edge; says whether it is the first.
    func addForegroundEdge(_ event: EventView, isSceneBased: Bool) -> Bool {
        if firstForegroundEdge == nil {
            firstForegroundEdge = event.moment
            isFrontProven = event.isProven
            isOpenedFromBehind = event.name == .appWillEnterForeground && event.record.via == .delegate
            return true
        }
        if !isFrontProven, event.isProven, event.moment.since(start) <= LaunchFacts.foregroundWindow {
            isFrontProven = true
            if statedKind == nil, settled?.kind == .foreground, !isFrontDoubtful(isSceneBased: isSceneBased) {
                settled?.confidence = .certain
            }
        }
        return false
    }

    /// Whether that part of the system alone told of its launch.
    func isToldOnly(by witness: WitnessClass) -> Bool { sawStep && steps.allSatisfy { $0.witness == witness } }

    /// Whether something else than a report told of its launch.
    var isToldByOthersThanReports: Bool { steps.contains { $0.witness != .report } }

    /// Takes what a launch step says.
    ///
    /// - Parameter isOpening: it asks for a process that is there already.
    func add(_ event: EventView, isOpening: Bool = false) {
        if isOpening { isOpenedLater = true }
        let step = LaunchStep(event)
        if !steps.contains(step) { steps.append(step) }
        lastStep = event.moment
        if event.record.witness == .app { ownStep = event.moment }
        if event.name != .appDidFinishLaunching || event.record.phase == .begin || event.record.tellsBothEnds {
            sawBeginning = true
        }
        switch event.name {
        case .processLaunch:
            if statedKind == nil, !isOpening { statedKind = LaunchFacts.statedKind(of: event) }
            if reason == nil, let text = event.batch.string(.reason, of: event.record) {
                reason = Launch.Reason(rawValue: text)
            }
        case .processMain:
            if main == nil { main = event.moment }
        default:
            if event.record.witness == .app { sawAppCallback = true }
            if callbackState == .missing, event.record.state != .missing, event.record.state != .other {
                callbackState = event.record.state
                callbackTime = event.moment
            }
            let tellsBoth = event.record.tellsBothEnds
            if event.name == .appDidFinishLaunching, event.record.phase != .begin || tellsBoth, didFinish == nil {
                didFinish = tellsBoth ? event.moment.later(by: max(event.record.duration, 0)) : event.moment
            }
        }
    }

    /// Whether an event that is no step may say something about the launch.
    func isOfInterest(_ name: EventName) -> Bool {
        if name == .uiFirstFrame { return firstFrame == nil }
        if name == .uiViewDidAppear { return shown == nil }
        return firstForegroundEdge == nil && name != .custom
    }

    /// Takes what other events say about the launch.
    func addOther(_ event: EventView) {
        switch event.name {
        case .uiFirstFrame:
            firstFrame = event.moment
            shown = shown ?? event.moment
        case .uiViewDidAppear: shown = shown ?? event.moment
        case .sceneWillConnect:
            if opening == nil { opening = event.moment }
            if event.record.witness == .app { tellsConnection = true }
        case .appConfigurationForConnecting: sawSceneConfiguration = true
        case .appProtectedDataWillBecomeUnavailable, .appProtectedDataDidBecomeAvailable:
            protectedDataWasUnavailable = true
        case .appWillEnterForeground: if firstActive == nil, !hasLeftFront { entersForeground = true }
        case .notificationTapped:
            // What the app was launched for it is told when it has finished launching.
            guard !hasWork, event.moment.since(start) <= LaunchFacts.foregroundWindow,
                didFinish.map({ event.moment.since($0) <= LaunchFacts.openingDelay }) ?? true
            else { return }
            tapReason = event.batch.string(.reason, of: event.record).flatMap(Launch.Reason.init) ?? .notification
        default:
            guard !hasWork, LaunchFacts.isWork(event.name), event.moment.since(start) <= LaunchFacts.workWindow else {
                return
            }
            hasWork = true
            workBegan = event.moment
            workReason = LaunchFacts.work(event)
            isForScheduledTask = event.name == .scheduledTaskStart
            isForShownPush =
                event.name == .pushReceive && event.batch.bool(.silent, of: event.record) == false
        }
    }

    /// Whether no scene was connected, in a log that tells it, for longer than the watchdog leaves a launch for the
    /// front.
    ///
    /// Sooner nothing shows it: a main thread that is blocked, in the launch callback or where it connects the scene,
    /// looks the same.
    private func lacksConnection(until last: Moment) -> Bool {
        guard isConnectionTold, sawAppCallback, !connectsScenes, let didFinish else { return false }
        return isLate(last, after: didFinish, by: LaunchFacts.foregroundLimit)
    }

    /// Decides the kind of launch; asked at the first foreground edge and at the run's end.
    ///
    /// - Parameter last: the last moment of the run so far.
    func judge(isSceneBased: Bool, isUnwatched: Bool, until last: Moment) -> (
        kind: Launch.Kind, confidence: Confidence?
    ) {
        // What is prewarmed runs no work of its own: it was launched for that.
        if statedKind == .prewarmed, isAtWorkUnopened { return (.background, .likely) }
        if let statedKind { return (statedKind, .certain) }
        if isOpenedLater { return (.background, .likely) }
        guard sawStep else { return (.unknown, nil) }
        if wasSuspendedBefore { return (hasWork ? .background : .prewarmed, .likely) }
        // What is prewarmed runs none of its own code before it is opened.
        if isBegunBehind, !isReportedInFront, isSceneBased || callbackState != .inactive {
            let isAtWork = ownStep.map { own in firstForegroundEdge.map { isLate($0, after: own) } ?? true } ?? hasWork
            return (.background, isAtWork ? .likely : .possible)
        }
        let readsBackground = readsBackground(isSceneBased: isSceneBased)
        if readsBackground, isOpenedFromBehind { return (.background, .likely) }
        if isInFrontSoon {
            return (.foreground, isFrontProven && !isFrontDoubtful(isSceneBased: isSceneBased) ? .certain : .likely)
        }
        if isReportedInFront { return (.foreground, .likely) }
        if isReportedBehind { return (.background, .likely) }
        // Apps with scenes read background there in every launch.
        if !isSceneBased {
            if callbackState == .inactive { return (.foreground, .likely) }
            // One that connects scenes has them, though none may have come to any state.
            let isTelling = !isOfSceneApp || !isUnwatched && lacksConnection(until: last)
            if readsBackground, isTelling { return (.background, .likely) }
        }
        if hasWork { return (.background, .likely) }
        // Whoever resigned, or left, had been in front before the first edge that was told.
        if let didFinish, let edge = firstForegroundEdge, !isUnwatched, !hasBeenActive, isSceneBased || !hasLeftFront,
            edge.since(didFinish) > LaunchFacts.foregroundLimit
        {
            return protectedDataWasUnavailable ? (.prewarmed, .likely) : (.background, .possible)
        }
        return (.unknown, nil)
    }

    /// The kind of launch that an event states; nil where it states none.
    static func statedKind(of event: EventView) -> Launch.Kind? {
        switch event.batch.string(.intent, of: event.record) {
        case "foreground": .foreground
        case "background": .background
        case "prewarm", "prewarmed": .prewarmed
        default: nil
        }
    }

    private static func isWork(_ name: EventName) -> Bool {
        switch name {
        case .pushReceive, .fetchBegin, .scheduledTaskStart, .urlSessionWake, .voipReceive, .locationUpdate: true
        default: false
        }
    }

    private static func work(_ event: EventView) -> Launch.Reason? {
        switch event.name {
        case .pushReceive: .push
        case .fetchBegin: .fetch
        case .scheduledTaskStart: scheduledWork(event.batch.string(.kind, of: event.record))
        case .urlSessionWake: .urlSession
        case .voipReceive: .voip
        case .locationUpdate: .location
        default: nil
        }
    }

    /// Which launch a scheduled task of a kind is; nil where its kind is not told.
    private static func scheduledWork(_ kind: String?) -> Launch.Reason? {
        switch kind {
        case "refresh": .fetch
        case "processing": .processing
        case "continued": .continuedProcessing
        default: nil
        }
    }
}
