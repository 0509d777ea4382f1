// SPDX-License-Identifier: MIT

/// What SDKs and reports of the system write where their readers look for it, as `rules/vocabulary/phrases.yml` says.
public struct Phrases: Sendable {
    /// What a phrase tells: the section of the file, and the key in it.
    public enum Key: String, CaseIterable, Sendable {
        case bugsnagHang = "bugsnag.hang"
        case bugsnagGuess = "bugsnag.guess"
        case bugsnagGivenUp = "bugsnag.givenUp"

        case sentryGuess = "sentry.guess"
        case sentryHang = "sentry.hang"
        case sentryHangType = "sentry.hangType"
        case sentryFatalHang = "sentry.fatalHang"
        case sentryCrash = "sentry.crash"
        case sentryLimit = "sentry.limit"

        case kscrashDeadlock = "kscrash.deadlock"

        case plcrashAsked = "plcrash.asked"

        case crashlyticsThrown = "crashlytics.thrown"
        case crashlyticsRecorded = "crashlytics.recorded"
        case crashlyticsCrashed = "crashlytics.crashed"
        case crashlyticsOwnCall = "crashlytics.ownCall"
        case crashlyticsSimulator = "crashlytics.simulator"
        case crashlyticsHandedOver = "crashlytics.handedOver"
        case crashlyticsRecorder = "crashlytics.recorder"
        case crashlyticsExceptionThread = "crashlytics.exceptionThread"
        case crashlyticsWidget = "crashlytics.widget"
        case crashlyticsWatch = "crashlytics.watch"

        case resourceLimit = "resource.limit"
        case resourceRate = "resource.rate"
        case resourceOver = "resource.over"
        case resourceLast = "resource.last"
        case resourceThrownLimit = "resource.thrownLimit"
        case resourceThrownRate = "resource.thrownRate"
        case resourceObserved = "resource.observed"
        case resourceMemoryLimit = "resource.memoryLimit"
        case resourceKilled = "resource.killed"
        case resourceSpared = "resource.spared"
        case resourceFront = "resource.front"

        case stackSystem = "stack.system"

        case notesHarmless = "notes.harmless"

        case panicButtons = "panic.buttons"
        case panicSilentService = "panic.silentService"
        case panicNamespace = "panic.namespace"
        case panicCode = "panic.code"

        case buildLog = "build.log"
        case buildCalls = "build.calls"
        case buildTest = "build.test"
        case buildSuite = "build.suite"
        case buildStarted = "build.started"
        case buildOver = "build.over"

        case consoleTool = "console.tool"
        case consoleSimulator = "console.simulator"
        case consoleLastWords = "console.lastWords"
        case consoleAround = "console.around"
        case consoleDetails = "console.details"
        case consoleDebugger = "console.debugger"
        case consoleThread = "console.thread"
        case consoleStop = "console.stop"
        case consoleThrown = "console.thrown"
        case consoleCalls = "console.calls"

        case simulatorLog = "simulator.log"
        case simulatorAppium = "simulator.appium"
    }

    /// The phrases by what they tell, each in all its wordings.
    public var phrases: [Key: [String]] = [:]

    /// No words: no text says anything.
    public init() {}

    /// The wordings of that; none where there are none.
    public subscript(key: Key) -> [String] { phrases[key] ?? [] }
}
