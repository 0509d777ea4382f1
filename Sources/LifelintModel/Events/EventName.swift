// SPDX-License-Identifier: MIT

/// A canonical event: one name of the vocabulary that every stage shares.
///
/// Names are in the words of UIKit. Everything lifelint knows about *its own* names stands in ``declarations``, once;
/// how others spell them (selectors, notifications, an app's own words) is data in `rules/`.
/// A name outside this list is a custom event: it travels as ``custom`` with its text beside it.
@frozen public enum EventName: UInt16, CaseIterable, Sendable, BitwiseCopyable {
    // The life cycle proper.
    case appWillFinishLaunching
    case appDidFinishLaunching
    case appDidBecomeActive
    case appWillResignActive
    case appDidEnterBackground
    case appWillEnterForeground
    case appWillTerminate
    case appConfigurationForConnecting
    case appDidDiscardSceneSessions
    case appProtectedDataWillBecomeUnavailable
    case appProtectedDataDidBecomeAvailable
    case appOpenURL
    case appSignificantTimeChange
    case sceneWillConnect
    case sceneDidBecomeActive
    case sceneWillResignActive
    case sceneWillEnterForeground
    case sceneDidEnterBackground
    case sceneDidDisconnect
    case sceneDidDiscard
    // What UIKit says of the app's scenes.
    case sceneLifecycleMissing
    // The process, as the system saw it.
    case processLaunch
    case processState
    case watchdogWarning
    case processMain
    case processExit
    case processSuspend
    case processResume
    case processDeactivation
    // The device: facts that end or excuse.
    case deviceBoot
    case deviceShutdown
    case deviceOsUpdate
    case deviceRespring
    case appUpdated
    case appUninstalled
    case clockChanged
    case timezoneChanged
    case localeChanged
    case frontAppChanged
    case screenLock
    case screenUnlock
    case lowPowerChanged
    case permissionPrompt
    case permissionChanged
    case appInstalled
    case logGap
    // Saving.
    case dataChange
    case dataSave
    case dataSaveFailed
    case dataLoad
    case dataDelete
    // Restoration.
    case restorationEncode
    case restorationRestore
    case restorationShouldSave
    case restorationShouldRestore
    // Background tasks.
    case backgroundTaskBegin
    case backgroundTaskEnd
    case backgroundTaskExpire
    case backgroundTaskOverdue
    case backgroundTaskStillOpenAfterExpiry
    case backgroundTaskEndUnknown
    case backgroundTaskRefused
    case backgroundTimeRemaining
    // Scheduled tasks.
    case scheduledTaskRegister
    case scheduledTaskSubmit
    case scheduledTaskSubmitFailed
    case scheduledTaskStart
    case scheduledTaskProgress
    case scheduledTaskComplete
    case scheduledTaskExpire
    case scheduledTaskCancel
    case scheduledTaskNoHandler
    case scheduledTaskRegisteredLate
    // Push, fetch, sessions.
    case pushReceive
    case pushComplete
    case fetchBegin
    case fetchComplete
    case urlSessionWake
    case urlSessionComplete
    case voipReceive
    case voipReported
    case voipComplete
    case notificationReceived
    case notificationTapped
    case notificationHandled
    case intentBegin
    case intentEnd
    case extensionBegin
    case extensionExpire
    case extensionComplete
    // Memory.
    case memoryWarning
    case memoryPressure
    case memoryFootprint
    case memoryLimitExceeded
    case cachePurge
    // Activities.
    case activityStart
    case activityPause
    case activityResume
    case activityStop
    case locationUpdate
    case timerFire
    // Audio and calls.
    case audioInterruptionBegin
    case audioInterruptionEnd
    case audioPlay
    case audioPause
    case audioRecord
    case audioRecordStop
    case audioSessionActivate
    case audioSessionDeactivate
    case callBegin
    case callEnd
    case pipStart
    case pipStop
    case carplayConnect
    case carplayDisconnect
    // Interface.
    case uiFirstFrame
    case uiViewDidAppear
    case uiRefresh
    case uiOffMainThread
    case uiSnapshot
    case uiCover
    case uiUncover
    case uiTeardown
    case gpuRejected
    // Resources.
    case resourceAcquire
    case resourceRelease
    case fileLock
    case fileUnlock
    case networkBegin
    case networkEnd
    case databaseBegin
    case databaseEnd
    case keychainRead
    case defaultsRead
    case userLogout
    case sdkInit
    // Main thread.
    case hang
    case runloopStall
    // Power and heat.
    case thermalState
    case batteryLevel
    case cpuViolation
    case wakeupsViolation
    case diskWritesViolation
    // Reports.
    case reportCrash
    case reportJetsam
    case reportHang
    case reportResource
    case reportPanic
    case reportSaved
    /// A name outside the vocabulary; the record carries its text.
    case custom
}

extension EventName {
    /// Every canonical event with what is known about it; the order is that of the documentation.
    public static let declarations: [EventDeclaration] = [
        // The life cycle proper.
        .init(.appWillFinishLaunching, "app.willFinishLaunching", .callback, .app, "the life cycle proper"),
        .init(.appDidFinishLaunching, "app.didFinishLaunching", .callback, .app, "the life cycle proper"),
        .init(.appDidBecomeActive, "app.didBecomeActive", .callback, .app, "the life cycle proper"),
        .init(.appWillResignActive, "app.willResignActive", .callback, .app, "the life cycle proper"),
        .init(.appDidEnterBackground, "app.didEnterBackground", .callback, .app, "the life cycle proper"),
        .init(.appWillEnterForeground, "app.willEnterForeground", .callback, .app, "the life cycle proper"),
        .init(.appWillTerminate, "app.willTerminate", .callback, .app, "the life cycle proper"),
        .init(
            .appConfigurationForConnecting, "app.configurationForConnecting", .callback, .app, "the life cycle proper"),
        .init(.appDidDiscardSceneSessions, "app.didDiscardSceneSessions", .callback, .app, "the life cycle proper"),
        .init(
            .appProtectedDataWillBecomeUnavailable, "app.protectedDataWillBecomeUnavailable", .callback, .app,
            "the life cycle proper"),
        .init(
            .appProtectedDataDidBecomeAvailable, "app.protectedDataDidBecomeAvailable", .callback, .app,
            "the life cycle proper"),
        .init(.appOpenURL, "app.openURL", .callback, .app, "the life cycle proper"),
        .init(.appSignificantTimeChange, "app.significantTimeChange", .callback, .app, "the life cycle proper"),
        .init(.sceneWillConnect, "scene.willConnect", .callback, .app, "the life cycle proper"),
        .init(.sceneDidBecomeActive, "scene.didBecomeActive", .callback, .app, "the life cycle proper"),
        .init(.sceneWillResignActive, "scene.willResignActive", .callback, .app, "the life cycle proper"),
        .init(.sceneWillEnterForeground, "scene.willEnterForeground", .callback, .app, "the life cycle proper"),
        .init(.sceneDidEnterBackground, "scene.didEnterBackground", .callback, .app, "the life cycle proper"),
        .init(.sceneDidDisconnect, "scene.didDisconnect", .callback, .app, "the life cycle proper"),
        .init(.sceneDidDiscard, "scene.didDiscard", .callback, .app, "the life cycle proper"),
        // What UIKit says of the app's scenes.
        .init(
            .sceneLifecycleMissing, "scene.lifecycleMissing", .operation, .uikit, "what UIKit says of the app's scenes"),
        // The process, as the system saw it.
        .init(.processLaunch, "process.launch", .operation, .frontboard, "the process, as the system saw it"),
        .init(.processState, "process.state", .operation, .frontboard, "the process, as the system saw it"),
        .init(.watchdogWarning, "watchdog.warning", .operation, .frontboard, "the process, as the system saw it"),
        .init(.processMain, "process.main", .operation, .app, "the process, as the system saw it"),
        .init(.processExit, "process.exit", .operation, .runningboard, "the process, as the system saw it"),
        .init(.processSuspend, "process.suspend", .operation, .runningboard, "the process, as the system saw it"),
        .init(.processResume, "process.resume", .operation, .runningboard, "the process, as the system saw it"),
        .init(.processDeactivation, "process.deactivation", .operation, .uikit, "the process, as the system saw it"),
        // The device: facts that end or excuse.
        .init(.deviceBoot, "device.boot", .operation, .system, "the device: facts that end or excuse"),
        .init(.deviceShutdown, "device.shutdown", .operation, .system, "the device: facts that end or excuse"),
        .init(.deviceOsUpdate, "device.osUpdate", .operation, .system, "the device: facts that end or excuse"),
        .init(.deviceRespring, "device.respring", .operation, .system, "the device: facts that end or excuse"),
        .init(.appUpdated, "app.updated", .operation, .system, "the device: facts that end or excuse"),
        .init(.appUninstalled, "app.uninstalled", .operation, .system, "the device: facts that end or excuse"),
        .init(.clockChanged, "clock.changed", .operation, .system, "the device: facts that end or excuse"),
        .init(.timezoneChanged, "timezone.changed", .operation, .system, "the device: facts that end or excuse"),
        .init(.localeChanged, "locale.changed", .operation, .system, "the device: facts that end or excuse"),
        .init(.frontAppChanged, "frontApp.changed", .operation, .system, "the device: facts that end or excuse"),
        .init(.screenLock, "screen.lock", .operation, .system, "the device: facts that end or excuse"),
        .init(.screenUnlock, "screen.unlock", .operation, .system, "the device: facts that end or excuse"),
        .init(.lowPowerChanged, "lowPower.changed", .operation, .system, "the device: facts that end or excuse"),
        .init(.permissionPrompt, "permission.prompt", .operation, .system, "the device: facts that end or excuse"),
        .init(.permissionChanged, "permission.changed", .operation, .system, "the device: facts that end or excuse"),
        .init(.appInstalled, "app.installed", .operation, .system, "the device: facts that end or excuse"),
        .init(.logGap, "log.gap", .operation, .system, "the device: facts that end or excuse"),
        // Saving.
        .init(.dataChange, "data.change", .operation, .app, "saving"),
        .init(.dataSave, "data.save", .operation, .app, "saving"),
        .init(.dataSaveFailed, "data.saveFailed", .operation, .app, "saving"),
        .init(.dataLoad, "data.load", .operation, .app, "saving"),
        .init(.dataDelete, "data.delete", .operation, .app, "saving"),
        // Restoration.
        .init(.restorationEncode, "restoration.encode", .operation, .app, "restoration"),
        .init(.restorationRestore, "restoration.restore", .operation, .app, "restoration"),
        .init(.restorationShouldSave, "restoration.shouldSave", .operation, .app, "restoration"),
        .init(.restorationShouldRestore, "restoration.shouldRestore", .operation, .app, "restoration"),
        // Background tasks.
        .init(.backgroundTaskBegin, "backgroundTask.begin", .operation, .app, "background tasks"),
        .init(.backgroundTaskEnd, "backgroundTask.end", .operation, .app, "background tasks"),
        .init(.backgroundTaskExpire, "backgroundTask.expire", .operation, .app, "background tasks"),
        .init(.backgroundTaskOverdue, "backgroundTask.overdue", .operation, .app, "background tasks"),
        .init(
            .backgroundTaskStillOpenAfterExpiry, "backgroundTask.stillOpenAfterExpiry", .operation, .app,
            "background tasks"),
        .init(.backgroundTaskEndUnknown, "backgroundTask.endUnknown", .operation, .app, "background tasks"),
        .init(.backgroundTaskRefused, "backgroundTask.refused", .operation, .app, "background tasks"),
        .init(.backgroundTimeRemaining, "backgroundTime.remaining", .operation, .app, "background tasks"),
        // Scheduled tasks.
        .init(.scheduledTaskRegister, "scheduledTask.register", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskSubmit, "scheduledTask.submit", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskSubmitFailed, "scheduledTask.submitFailed", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskStart, "scheduledTask.start", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskProgress, "scheduledTask.progress", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskComplete, "scheduledTask.complete", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskExpire, "scheduledTask.expire", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskCancel, "scheduledTask.cancel", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskNoHandler, "scheduledTask.noHandler", .operation, .app, "scheduled tasks"),
        .init(.scheduledTaskRegisteredLate, "scheduledTask.registeredLate", .operation, .app, "scheduled tasks"),
        // Push, fetch, sessions.
        .init(.pushReceive, "push.receive", .operation, .app, "push, fetch, sessions"),
        .init(.pushComplete, "push.complete", .operation, .app, "push, fetch, sessions"),
        .init(.fetchBegin, "fetch.begin", .operation, .app, "push, fetch, sessions"),
        .init(.fetchComplete, "fetch.complete", .operation, .app, "push, fetch, sessions"),
        .init(.urlSessionWake, "urlSession.wake", .operation, .app, "push, fetch, sessions"),
        .init(.urlSessionComplete, "urlSession.complete", .operation, .app, "push, fetch, sessions"),
        .init(.voipReceive, "voip.receive", .operation, .app, "push, fetch, sessions"),
        .init(.voipReported, "voip.reported", .operation, .app, "push, fetch, sessions"),
        .init(.voipComplete, "voip.complete", .operation, .app, "push, fetch, sessions"),
        .init(.notificationReceived, "notification.received", .operation, .app, "push, fetch, sessions"),
        .init(.notificationTapped, "notification.tapped", .operation, .app, "push, fetch, sessions"),
        .init(.notificationHandled, "notification.handled", .operation, .app, "push, fetch, sessions"),
        .init(.intentBegin, "intent.begin", .operation, .app, "push, fetch, sessions"),
        .init(.intentEnd, "intent.end", .operation, .app, "push, fetch, sessions"),
        .init(.extensionBegin, "extension.begin", .operation, .app, "push, fetch, sessions"),
        .init(.extensionExpire, "extension.expire", .operation, .app, "push, fetch, sessions"),
        .init(.extensionComplete, "extension.complete", .operation, .app, "push, fetch, sessions"),
        // Memory.
        .init(.memoryWarning, "memory.warning", .operation, .app, "memory"),
        .init(.memoryPressure, "memory.pressure", .operation, .app, "memory"),
        .init(.memoryFootprint, "memory.footprint", .operation, .app, "memory"),
        .init(.memoryLimitExceeded, "memory.limitExceeded", .operation, .app, "memory"),
        .init(.cachePurge, "cache.purge", .operation, .app, "memory"),
        // Activities.
        .init(.activityStart, "activity.start", .operation, .app, "activities"),
        .init(.activityPause, "activity.pause", .operation, .app, "activities"),
        .init(.activityResume, "activity.resume", .operation, .app, "activities"),
        .init(.activityStop, "activity.stop", .operation, .app, "activities"),
        .init(.locationUpdate, "location.update", .operation, .app, "activities"),
        .init(.timerFire, "timer.fire", .operation, .app, "activities"),
        // Audio and calls.
        .init(.audioInterruptionBegin, "audio.interruptionBegin", .operation, .app, "audio and calls"),
        .init(.audioInterruptionEnd, "audio.interruptionEnd", .operation, .app, "audio and calls"),
        .init(.audioPlay, "audio.play", .operation, .app, "audio and calls"),
        .init(.audioPause, "audio.pause", .operation, .app, "audio and calls"),
        .init(.audioRecord, "audio.record", .operation, .app, "audio and calls"),
        .init(.audioRecordStop, "audio.recordStop", .operation, .app, "audio and calls"),
        .init(.audioSessionActivate, "audio.sessionActivate", .operation, .app, "audio and calls"),
        .init(.audioSessionDeactivate, "audio.sessionDeactivate", .operation, .app, "audio and calls"),
        .init(.callBegin, "call.begin", .operation, .app, "audio and calls"),
        .init(.callEnd, "call.end", .operation, .app, "audio and calls"),
        .init(.pipStart, "pip.start", .operation, .app, "audio and calls"),
        .init(.pipStop, "pip.stop", .operation, .app, "audio and calls"),
        .init(.carplayConnect, "carplay.connect", .operation, .app, "audio and calls"),
        .init(.carplayDisconnect, "carplay.disconnect", .operation, .app, "audio and calls"),
        // Interface.
        .init(.uiFirstFrame, "ui.firstFrame", .operation, .app, "interface"),
        .init(.uiViewDidAppear, "ui.viewDidAppear", .operation, .app, "interface"),
        .init(.uiRefresh, "ui.refresh", .operation, .app, "interface"),
        .init(.uiOffMainThread, "ui.offMainThread", .operation, .app, "interface"),
        .init(.uiSnapshot, "ui.snapshot", .operation, .app, "interface"),
        .init(.uiCover, "ui.cover", .operation, .app, "interface"),
        .init(.uiUncover, "ui.uncover", .operation, .app, "interface"),
        .init(.uiTeardown, "ui.teardown", .operation, .app, "interface"),
        .init(.gpuRejected, "gpu.rejected", .operation, .app, "interface"),
        // Resources.
        .init(.resourceAcquire, "resource.acquire", .operation, .app, "resources"),
        .init(.resourceRelease, "resource.release", .operation, .app, "resources"),
        .init(.fileLock, "file.lock", .operation, .app, "resources"),
        .init(.fileUnlock, "file.unlock", .operation, .app, "resources"),
        .init(.networkBegin, "network.begin", .operation, .app, "resources"),
        .init(.networkEnd, "network.end", .operation, .app, "resources"),
        .init(.databaseBegin, "database.begin", .operation, .app, "resources"),
        .init(.databaseEnd, "database.end", .operation, .app, "resources"),
        .init(.keychainRead, "keychain.read", .operation, .app, "resources"),
        .init(.defaultsRead, "defaults.read", .operation, .app, "resources"),
        .init(.userLogout, "user.logout", .operation, .app, "resources"),
        .init(.sdkInit, "sdk.init", .operation, .app, "resources"),
        // Main thread.
        .init(.hang, "hang", .operation, .app, "main thread"),
        .init(.runloopStall, "runloop.stall", .operation, .app, "main thread"),
        // Power and heat.
        .init(.thermalState, "thermal.state", .operation, .system, "power and heat"),
        .init(.batteryLevel, "battery.level", .operation, .system, "power and heat"),
        .init(.cpuViolation, "cpu.violation", .operation, .system, "power and heat"),
        .init(.wakeupsViolation, "wakeups.violation", .operation, .system, "power and heat"),
        .init(.diskWritesViolation, "diskWrites.violation", .operation, .system, "power and heat"),
        // Reports.
        .init(.reportCrash, "report.crash", .operation, .report, "reports"),
        .init(.reportJetsam, "report.jetsam", .operation, .report, "reports"),
        .init(.reportHang, "report.hang", .operation, .report, "reports"),
        .init(.reportResource, "report.resource", .operation, .report, "reports"),
        .init(.reportPanic, "report.panic", .operation, .report, "reports"),
        .init(.reportSaved, "report.saved", .operation, .report, "reports"),
    ]

    private static let table: [EventDeclaration?] = {
        var table = [EventDeclaration?](repeating: nil, count: EventName.allCases.count)
        for declaration in declarations { table[Int(declaration.event.rawValue)] = declaration }
        return table
    }()

    /// What is known about this event; nil for ``custom``.
    public var declaration: EventDeclaration? { EventName.table[Int(rawValue)] }

    /// The name as it is written in logs, rules and reports; empty for ``custom``.
    public var text: String { declaration?.name ?? "" }
}
