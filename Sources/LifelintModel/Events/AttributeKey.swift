// SPDX-License-Identifier: MIT

/// The type a value has by the vocabulary.
public enum AttributeType: String, Sendable {
    case string, integer, number, bool, duration, bytes
    /// The type it is written with.
    case any
}

/// The key of an attribute: one the vocabulary types, or one of the app's own.
@frozen public enum AttributeKey: UInt16, CaseIterable, Sendable, BitwiseCopyable {
    case account
    case age
    case allowance
    case answer
    case api
    case app
    case appState
    case bugType
    case byProc
    case bytes
    case code
    case count
    case cpuShare
    case debugger
    case document
    case elapsed
    case empty
    case error
    case exception
    case explanation
    case fatal
    case footprint
    case from
    case handler
    case harness
    case ignored
    case indicator
    case intent
    case kind
    case level
    case limit
    case locked
    case mask
    case message
    case mustReport
    case name
    case namespace
    case ok
    case owner
    case path
    case playing
    case proven
    case reason
    case reasons
    case result
    case role
    case sceneMandate
    case sdkGuess
    case session
    case shared
    case shouldResume
    case signal
    case signature
    case silent
    case simulated
    case simulator
    case size
    case sourceLine
    case status
    case thrown
    case transaction
    case trigger
    case url
    case value
    case visibility
    case volume
    case waitedIn
    case was
    case wasPlaying
    case windowed
    /// A key outside the vocabulary; the attribute carries its text.
    case custom

    /// Every key of the vocabulary with its type.
    public static let declarations: [(key: AttributeKey, name: String, type: AttributeType)] = [
        (.account, "account", .string),
        (.age, "age", .duration),
        (.allowance, "allowance", .duration),
        (.answer, "answer", .bool),
        (.api, "api", .string),
        (.app, "app", .string),
        (.appState, "appState", .string),
        (.bugType, "bugType", .string),
        (.byProc, "byProc", .string),
        (.bytes, "bytes", .bytes),
        (.code, "code", .any),
        (.count, "count", .integer),
        (.cpuShare, "cpuShare", .number),
        (.debugger, "debugger", .bool),
        (.document, "document", .string),
        (.elapsed, "elapsed", .duration),
        (.empty, "empty", .bool),
        (.error, "error", .string),
        (.exception, "exception", .string),
        (.explanation, "explanation", .string),
        (.fatal, "fatal", .bool),
        (.footprint, "footprint", .bytes),
        (.from, "from", .string),
        (.handler, "handler", .bool),
        (.harness, "harness", .bool),
        (.ignored, "ignored", .bool),
        (.indicator, "indicator", .string),
        (.intent, "intent", .string),
        (.kind, "kind", .string),
        (.level, "level", .string),
        (.limit, "limit", .any),
        (.locked, "locked", .bool),
        (.mask, "mask", .integer),
        (.message, "message", .string),
        (.mustReport, "mustReport", .bool),
        (.name, "name", .string),
        (.namespace, "namespace", .string),
        (.ok, "ok", .bool),
        (.owner, "owner", .string),
        (.path, "path", .string),
        (.playing, "playing", .bool),
        (.proven, "proven", .bool),
        (.reason, "reason", .string),
        (.reasons, "reasons", .string),
        (.result, "result", .string),
        (.role, "role", .string),
        (.sceneMandate, "sceneMandate", .bool),
        (.sdkGuess, "sdkGuess", .string),
        (.session, "session", .string),
        (.shared, "shared", .bool),
        (.shouldResume, "shouldResume", .bool),
        (.signal, "signal", .integer),
        (.signature, "signature", .string),
        (.silent, "silent", .bool),
        (.simulated, "simulated", .bool),
        (.simulator, "simulator", .bool),
        (.size, "size", .bytes),
        (.sourceLine, "sourceLine", .integer),
        (.status, "status", .integer),
        (.thrown, "thrown", .bool),
        (.transaction, "transaction", .bool),
        (.trigger, "trigger", .string),
        (.url, "url", .string),
        (.value, "value", .any),
        (.visibility, "visibility", .string),
        (.volume, "volume", .number),
        (.waitedIn, "waitedIn", .string),
        (.was, "was", .integer),
        (.wasPlaying, "wasPlaying", .bool),
        (.windowed, "windowed", .bool),
    ]

    private static let names: [String] = {
        var names = [String](repeating: "", count: AttributeKey.allCases.count)
        for row in declarations { names[Int(row.key.rawValue)] = row.name }
        return names
    }()

    /// The key as it is written; empty for ``custom``.
    public var name: String { AttributeKey.names[Int(rawValue)] }
}
