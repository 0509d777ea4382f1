// SPDX-License-Identifier: MIT

extension EndingCause {
    /// What people are told about it.
    public var page: EndingPage { EndingCause.pages[self] ?? makePage() }

    // Why: reports ask for the page of every run, and a page is a dozen strings and lists.
    private static let pages: [EndingCause: EndingPage] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.makePage()) })

    private func makePage() -> EndingPage {
        switch self {
        case .watchdogLaunch: .watchdogLaunch
        case .watchdogSceneCreate: .watchdogSceneCreate
        case .watchdogSceneUpdate: .watchdogSceneUpdate
        case .watchdogOther: .watchdogOther
        case .watchdogExit: .watchdogExit
        case .backgroundTask: .backgroundTask
        case .urlSession: .urlSession
        case .fetch: .fetch
        case .fileLock: .fileLock
        case .voip: .voip
        case .watchBudget: .watchBudget
        case .memoryLimit: .memoryLimit
        case .systemPressure: .systemPressure
        case .reclaimed: .reclaimed
        case .cpuLimit: .cpuLimit
        case .wakeupsLimit: .wakeupsLimit
        case .diskWritesLimit: .diskWritesLimit
        case .thermal: .thermal
        case .crashException: .crashException
        case .crashAssertion: .crashAssertion
        case .crashSignal: .crashSignal
        case .codeSigning: .codeSigning
        case .dyld: .dyld
        case .exec: .exec
        case .guard: .guardViolation
        case .tcc: .tcc
        case .sandbox: .sandbox
        case .libxpc: .libxpc
        case .objc: .objc
        case .portSpace: .portSpace
        case .secureDraw: .secureDraw
        case .systemOther: .systemOther
        case .launchFailed: .launchFailed
        default: makeOrdinaryPage()
        }
    }

    /// Pages of endings that are nobody's fault, or of which nothing is known.
    private func makeOrdinaryPage() -> EndingPage {
        switch self {
        case .systemRequest: .systemRequest
        case .settingsChange: .settingsChange
        case .userQuit: .userQuit
        case .cleanExit: .cleanExit
        case .exitCode: .exitCode
        case .reboot: .reboot
        case .osUpdate: .osUpdate
        case .appUpdate: .appUpdate
        case .uninstalled: .uninstalled
        case .springboardRestart: .springboardRestart
        case .debuggerStop: .debuggerStop
        case .harnessStop: .harnessStop
        case .extensionEnd: .extensionEnd
        case .prewarmDiscarded: .prewarmDiscarded
        case .stillRunning: .stillRunning
        default: .unknownEnding
        }
    }
}
