// SPDX-License-Identifier: MIT

import LifelintModel

/// What is known about a device beside its runs.
struct DeviceFacts {
    /// More apps than a device has are somebody's joke.
    private static let apps = 4_096
    /// Of more versions of one app nothing is known.
    private static let versions = 64
    /// Boots that are told apart.
    private static let boots = 256

    /// The boot session that the device is in.
    private(set) var boot: Name? {
        didSet {
            guard let oldValue, oldValue.bytes != boot?.bytes else { return }
            if let heardInBoot, heardInBoots.count < DeviceFacts.boots { heardInBoots[oldValue.bytes] = heardInBoot }
            heardInBoot = boot.flatMap { heardInBoots[$0.bytes] }
        }
    }
    /// When the device was heard of last in that session, and in those before.
    private var heardInBoot: Moment?
    private var heardInBoots: [[UInt8]: Moment] = [:]
    /// A boot was seen.
    private(set) var hasBooted = false
    private var isUnlockedSinceBoot = false
    private var bootedAt: Int64?
    /// Somebody tells when the screen is locked and unlocked.
    private var tellsLocks = false
    private var launchedSinceBoot: Set<String> = []
    private var installed: Set<String> = []
    private var updated: Set<String> = []
    /// By app: only of apps whose ends reports tell of a window.
    private var numberless: [String: (identity: RunIdentity, end: Int64)] = [:]
    private var memories: [String: AppMemory] = [:]
    /// By app and version, as what follows.
    private var leaving: [String: [String: Set<WitnessClass>]] = [:]
    private var entering: [String: [String: Set<WitnessClass>]] = [:]
    private var ends: [String: [String: UInt64]] = [:]
    private var scenes: [String: [String: ShownScenes]] = [:]
    /// The bundle id of every run so far, where they all have the same.
    private(set) var onlyApp: Name?
    private var hasSeveralApps = false
    /// Process ids that apps have which nobody asked for.
    private var foreignPIDs: Set<Int32> = []
    /// Somebody was named whom nobody asked for.
    var tellsOfOthers = false
    /// By a bundle id.
    var tellsOfOtherApps = false

    /// What outlives an app's runs.
    struct AppMemory {
        /// What ended its last run.
        var cause: EndingCause?
        /// Of a run whose end was seen: its process id and its end.
        var pid: Int32
        var end: Int64
    }

    /// The device was started anew.
    mutating func startBoot(_ event: EventView) {
        hasBooted = true
        isUnlockedSinceBoot = false
        bootedAt = event.moment.time
        launchedSinceBoot = []
        foreignPIDs = []
        if event.record.boot.isPresent { boot = Name(event.record.boot, in: event.batch) }
    }

    /// The device has been started anew by now, some time ago.
    mutating func endBoot() {
        hasBooted = true
        launchedSinceBoot = []
        foreignPIDs = []
    }

    /// Takes the boot id of an event; says whether it is another than before.
    mutating func isNewBoot(_ event: EventView) -> Bool {
        if let boot, event.batch.equals(event.record.boot, boot.bytes) {
            // A report is written when it may.
            if event.record.witness != .report { heardInBoot = event.moment }
            return false
        }
        let isFirst = boot == nil
        boot = Name(event.record.boot, in: event.batch)
        return !isFirst && boot != nil
    }

    /// Whether the device went on in a boot for some time after a moment of it.
    func isHeard(inBoot boot: Name, after moment: Moment) -> Bool {
        let heard = boot.bytes == self.boot?.bytes ? heardInBoot : heardInBoots[boot.bytes]
        return heard.map { $0.since(moment) > TimelineWindows.shuttingDown } ?? false
    }

    /// The device was started and, as far as is known, not unlocked since.
    var isLocked: Bool { hasBooted && !isUnlockedSinceBoot }

    /// The user has unlocked the device: nobody can look at an app otherwise.
    mutating func unlock() { isUnlockedSinceBoot = true }

    /// A line tells that the screen was locked or unlocked.
    mutating func noteLock(isLocked: Bool) {
        tellsLocks = true
        if !isLocked { unlock() }
    }

    mutating func noteInstalled(_ app: String) {
        if installed.count < DeviceFacts.apps { installed.insert(app) }
    }

    mutating func noteUpdated(_ app: String) {
        if updated.count < DeviceFacts.apps { updated.insert(app) }
    }

    /// What the launch of a run follows; each is true of one launch only.
    mutating func takeContext(of key: String, at moment: Moment) -> RunMachine.LaunchContext {
        var context = RunMachine.LaunchContext()
        context.isFirstEver = installed.remove(key) != nil
        context.isAfterUpdate = updated.remove(key) != nil
        guard hasBooted else { return context }
        // A log in which nobody tells of unlocks says nothing by its silence, but shortly after the start.
        let isSoon = bootedAt.map { moment.time.subtractingClamped($0) <= TimelineWindows.stillLocked } ?? false
        context.isBeforeFirstUnlock = !isUnlockedSinceBoot && (tellsLocks || isSoon)
        if launchedSinceBoot.count < DeviceFacts.apps {
            context.isAfterBoot = launchedSinceBoot.insert(key).inserted
        }
        return context
    }

    /// Who has told of an app so far that it leaves the front, those included that did so in its last run.
    ///
    /// What one version tells another may not: only runs count whose version is the same, or where either is unknown.
    mutating func leavingTellers(
        of key: String, version: String?, and tellers: Set<WitnessClass>
    ) -> Set<WitnessClass> {
        if !tellers.isEmpty { DeviceFacts.change(&leaving, key, version, Set()) { $0.formUnion(tellers) } }
        return DeviceFacts.known(leaving, key, version).reduce(into: []) { $0.formUnion($1) }
    }

    /// The same of the background.
    mutating func backgroundTellers(
        of key: String, version: String?, and tellers: Set<WitnessClass>
    ) -> Set<WitnessClass> {
        if !tellers.isEmpty { DeviceFacts.change(&entering, key, version, Set()) { $0.formUnion(tellers) } }
        return DeviceFacts.known(entering, key, version).reduce(into: []) { $0.formUnion($1) }
    }

    /// The spans, by their bits, of which an end has been told of an app so far, those of its last run included.
    mutating func endsTold(of key: String, version: String?, and told: UInt64) -> UInt64 {
        if told != 0 { DeviceFacts.change(&ends, key, version, 0) { $0 |= told } }
        return DeviceFacts.known(ends, key, version).reduce(0, |)
    }

    /// What an app has shown so far of having scenes, in its last run or before.
    mutating func shownScenes(in key: String, version: String?, and shown: ShownScenes) -> ShownScenes {
        if !shown.isEmpty { DeviceFacts.change(&scenes, key, version, []) { $0.formUnion(shown) } }
        return DeviceFacts.known(scenes, key, version).reduce(into: []) { $0.formUnion($1) }
    }

    private static func change<Told>(
        _ known: inout [String: [String: Told]], _ key: String, _ version: String?, _ nothing: Told,
        _ body: (inout Told) -> Void
    ) {
        guard known.count < DeviceFacts.apps || known[key] != nil else { return }
        let version = version ?? ""
        let versions = known[key] ?? [:]
        guard versions.count < DeviceFacts.versions || versions[version] != nil else { return }
        body(&known[key, default: [:]][version, default: nothing])
    }

    private static func known<Told>(_ known: [String: [String: Told]], _ key: String, _ version: String?) -> [Told] {
        guard let versions = known[key] else { return [] }
        guard let version else { return Array(versions.values) }
        return [versions[version], versions[""]].compactMap(\.self)
    }

    mutating func remember(_ memory: AppMemory, of key: String) {
        if memories.count >= DeviceFacts.apps, memories[key] == nil { memories.removeAll(keepingCapacity: true) }
        memories[key] = memory
    }

    /// An app has a process id: one of those that were asked for, or another.
    mutating func noteHolder(of pid: Int32, isSelected: Bool) {
        if isSelected {
            foreignPIDs.remove(pid)
        } else if foreignPIDs.count < DeviceFacts.apps {
            foreignPIDs.insert(pid)
        }
    }

    func isHeldByOthers(_ pid: Int32) -> Bool { foreignPIDs.contains(pid) }

    /// Who ended last of an app without anybody telling its process id.
    func numberless(of app: String) -> (identity: RunIdentity, end: Int64)? { numberless[app] }

    mutating func noteNumberless(_ identity: RunIdentity, endedAt end: Int64, of app: String) {
        if let known = numberless[app], known.end > end { return }
        numberless[app] = (identity, end)
    }

    func memory(of key: String) -> AppMemory? { memories[key] }

    /// Takes the bundle id of a new run.
    mutating func noteApp(_ app: Name?) {
        guard let app, !hasSeveralApps else { return }
        if let onlyApp, onlyApp.bytes != app.bytes {
            hasSeveralApps = true
            self.onlyApp = nil
        } else {
            onlyApp = app
        }
    }
}
