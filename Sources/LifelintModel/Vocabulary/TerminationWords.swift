// SPDX-License-Identifier: MIT

/// The words around what the system tells when it ends a process, as `rules/vocabulary/termination-words.yml` says it.
public struct TerminationWords: Sendable {
    /// What words tell: the section of the file, and the key in it.
    public enum Key: String, CaseIterable, Sendable {
        case thrownName = "thrown.name"
        case thrownReason = "thrown.reason"
        case thrownFreed = "thrown.freed"
        case thrownNoHandler = "thrown.noHandler"
        case thrownRegisteredLate = "thrown.registeredLate"

        case reasonNamespace = "reason.namespace"
        case reasonCode = "reason.code"

        case contextName = "context.name"
        case contextFields = "context.fields"
        case contextNamespace = "context.namespace"
        case contextCode = "context.code"
        case contextExplanation = "context.explanation"
        case contextReport = "context.report"
        case contextUnexplained = "context.unexplained"

        case transgression = "watchdog.transgression"
        case failed = "watchdog.failed"
        case inTime = "watchdog.inTime"
        case failedAfter = "watchdog.after"
        case exhausted = "watchdog.exhausted"
        case processor = "watchdog.processor"
        case allowance = "watchdog.allowance"
        case graceful = "watchdog.graceful"
        case timeLimit = "watchdog.limit"
        case watchdogEvent = "watchdog.event"
        case watchdogVisibility = "watchdog.watchdogVisibility"
        case processVisibility = "watchdog.processVisibility"
        case processState = "watchdog.processState"
        case totalProcessorTime = "watchdog.totalProcessorTime"
        case appProcessorTime = "watchdog.appProcessorTime"
        case thermalLevel = "watchdog.thermalLevel"
        case thermalState = "watchdog.thermalState"
        case share = "watchdog.share"

        case callDidFinishLaunching = "calls.didFinishLaunching"
        case callWillFinishLaunching = "calls.willFinishLaunching"
        case callLaunchDelegate = "calls.launchDelegate"
        case callLaunchDelegates = "calls.launchDelegates"
        case callLaunchScene = "calls.launchScene"
        case callLaunchCompletion = "calls.launchCompletion"
        case callDidEnterBackground = "calls.didEnterBackground"
        case callMessageWait = "calls.messageWait"
        case callRunLoopPort = "calls.runLoopPort"
        case callSceneMandate = "calls.sceneMandate"
        case callUncaught = "calls.uncaught"
        case callPrivacy = "calls.privacy"
        case callSwiftAssertion = "calls.swiftAssertion"
        case callAssertion = "calls.assertion"
        case callSwiftFatal = "calls.swiftFatal"
        case callConcurrencyFatal = "calls.concurrencyFatal"
        case callUnownedFailure = "calls.unownedFailure"
        case callCastFailure = "calls.castFailure"
        case callQueueAssertion = "calls.queueAssertion"
        case callSwiftFailure = "calls.swiftFailure"
        case callExecutorCheck = "calls.executorCheck"
        case callUnreportedCall = "calls.unreportedCall"
        case callSignalFrame = "calls.signalFrame"
        case callTerminate = "calls.terminate"
        case callCxxRuntime = "calls.cxxRuntime"
        case callFailedThrow = "calls.failedThrow"
        case callCxxThrow = "calls.cxxThrow"
        case callCxxRethrow = "calls.cxxRethrow"
        case callObjectThrow = "calls.objectThrow"
        case callObjectRethrow = "calls.objectRethrow"
        case callObjectTerminate = "calls.objectTerminate"
        case callLoaderFailure = "calls.loaderFailure"
        case callLoaderAbort = "calls.loaderAbort"
        case callLoader = "calls.loader"
        case callRecorderTerminate = "calls.recorderTerminate"
        case callRecorderExceptionTerminate = "calls.recorderExceptionTerminate"
        case callRecorderHandler = "calls.recorderHandler"
        case callRecorderCrash = "calls.recorderCrash"
        case callRecorderRequest = "calls.recorderRequest"
        case callScriptFatal = "calls.scriptFatal"
        case callScriptReport = "calls.scriptReport"
        case callScriptInvoke = "calls.scriptInvoke"
        case callScriptModule = "calls.scriptModule"
        case callScriptMethod = "calls.scriptMethod"

        case entryLoop = "entry.loop"
        case entryMain = "entry.main"
        case entryLoader = "entry.loader"
        case entryExtensionHost = "entry.extensionHost"
        case entryDebugLibrary = "entry.debugLibrary"

        case symbolFolded = "symbols.folded"
        case symbolOutlined = "symbols.outlined"
        case symbolHidden = "symbols.hidden"

        case exitAllowance = "exit.allowance"
        case exitGraceful = "exit.graceful"
        case exitLimit = "exit.limit"
        case exitLaunchAfter = "exit.launchAfter"
        case exitCreateAfter = "exit.createAfter"
        case exitProcessorExhausted = "exit.processorExhausted"
        case exitProcessorShare = "exit.processorShare"
        case exitTaskReason = "exit.taskReason"

        case exitAtLaunch = "exit.atLaunch"

        case crashSceneMandate = "crash.sceneMandate"
        case crashSceneRequired = "crash.sceneRequired"
        case crashUncaught = "crash.uncaught"
        case crashFatal = "crash.fatal"
        case crashAssertion = "crash.assertion"
        case crashAssertionFailure = "crash.assertionFailure"
        case crashFailedAssertion = "crash.failedAssertion"
        case crashPrecondition = "crash.precondition"
        case crashSwiftFailure = "crash.swiftFailure"
        case crashCast = "crash.cast"
        case crashAccess = "crash.access"
        case crashSender = "crash.sender"
        case crashDebugger = "crash.debugger"
        case crashDebuggerFront = "crash.debuggerFront"
        case crashXcode = "crash.xcode"
        case crashAborted = "crash.aborted"
        case crashOldLoaderMode = "crash.oldLoaderMode"
        case crashLoaderMode = "crash.loaderMode"
        case crashLoaderSettings = "crash.loaderSettings"
        case crashSimulatorNote = "crash.simulatorNote"
        case crashActionNote = "crash.actionNote"
        case crashRegion = "crash.region"
        case crashRegionSharing = "crash.regionSharing"
        case crashStackGuard = "crash.stackGuard"
    }

    /// Words as they are written.
    public struct Wording: Sendable {
        /// What is sought, blanks at its ends included.
        public var text: String
        /// How well it is known that they mean that: what rests on unproven words is at most likely.
        public var standing: TerminationTable.Standing

        /// Words of that standing.
        public init(_ text: String, standing: TerminationTable.Standing) {
            self.text = text
            self.standing = standing
        }
    }

    /// Words that tell where an app was going.
    public struct Direction: Sendable {
        /// Texts of which one must be there, without regard to case.
        public var texts: [String]
        /// Texts of which one must be there as well; none where there are none.
        public var and: [String]
        /// `detail.direction`.
        public var direction: String
        /// How well that is known.
        public var standing: TerminationTable.Standing

        /// A direction.
        public init(
            texts: [String], and: [String] = [], direction: String, standing: TerminationTable.Standing
        ) {
            self.texts = texts
            self.and = and
            self.direction = direction
            self.standing = standing
        }
    }

    /// What an SDK supposes of an end that it did not see.
    public struct Guess: Sendable {
        /// What its text holds, without regard to case.
        public var text: String
        /// What may lie behind it, most likely first.
        public var causes: [EndingCause]

        /// A guess.
        public init(text: String, causes: [EndingCause]) {
            self.text = text
            self.causes = causes
        }
    }

    /// The words by what they tell.
    public var wordings: [Key: Wording] = [:]
    /// Directions, in the order in which they are tried.
    public var directions: [Direction] = []
    /// What SDKs suppose, in the order in which it is tried.
    public var guesses: [Guess] = []
    /// The images with the code of the system that an app calls at its beginning, and that runs it until it ends; in no
    /// order.
    public var beginnings: [String] = []

    /// What a process says that gives up by itself: an assertion, or an error that it calls fatal.
    public static let givenUp: [Key] = [
        .crashFatal, .crashAssertion, .crashAssertionFailure, .crashFailedAssertion, .crashPrecondition, .crashCast,
        .crashSwiftFailure, .crashAccess,
    ]

    /// No words: nothing is found in any text.
    public init() {}

    /// The words that tell that; empty where there are none.
    public subscript(key: Key) -> String { wordings[key]?.text ?? "" }

    /// Whether a sentence only stands where nobody explained anything.
    public func explainsNothing(_ sentence: String) -> Bool { sentence == self[.contextUnexplained] }

    /// Whether what rests on these words may be certain.
    public func isProven(_ key: Key) -> Bool { wordings[key]?.standing != .unproven }

    /// An explanation for people to read: of RunningBoard's context the sentence in it, else all of it but what the
    /// context says behind it.
    public func sentence(in text: String) -> String {
        func bytes(_ key: Key) -> [UInt8] { Array(self[key].utf8) }
        guard let context = text[...].firstRange(ofASCII: [0x3C] + bytes(.contextName)),
            let start = text[context.upperBound...].firstRange(ofASCII: bytes(.contextExplanation))
        else {
            let end = text[...].firstRange(ofASCII: bytes(.contextReport))?.lowerBound ?? text.endIndex
            return end == text.startIndex ? text : String(text[..<end])
        }
        let rest = text[start.upperBound...].prefix { !$0.isNewline && $0 != "|" }
        let sentence = rest.firstRange(ofASCII: bytes(.contextReport)).map { rest[..<$0.lowerBound] } ?? rest
        return sentence.isEmpty ? text : String(sentence)
    }
}
