// SPDX-License-Identifier: MIT

/// What kind of trouble a problem is: the closed list that reports and tests use.
public enum ProblemCode: String, CaseIterable, Sendable {
    // Reading.
    case notALog = "not-a-log"
    case unreadable
    case empty
    case ownReport = "own-report"
    case unknownReportType = "unknown-report-type"
    case truncatedLine = "truncated-line"
    case invalidJSON = "invalid-json"
    case invalidUTF8 = "invalid-utf8"
    case noTime = "no-time"
    case noEvent = "no-event"
    case badTime = "bad-time"
    case badValue = "bad-value"
    case lineTooLong = "line-too-long"
    case nestingTooDeep = "nesting-too-deep"
    case tooLarge = "too-large"
    case archiveLimit = "archive-limit"
    case archivePath = "archive-path"
    case libraryMissing = "library-missing"
    // Order and identity.
    case outOfOrder = "out-of-order"
    case yearAssumed = "year-assumed"
    case zoneAssumed = "zone-assumed"
    case deviceAmbiguous = "device-ambiguous"
    // Rules and configuration.
    case ruleSyntax = "rule-syntax"
    case unknownKey = "unknown-key"
    case unknownEvent = "unknown-event"
    case unknownField = "unknown-field"
    case unknownRule = "unknown-rule"
    case unknownSpan = "unknown-span"
    case unknownCause = "unknown-cause"
    case badRule = "bad-rule"
    case missingTest = "missing-test"
    case recogniserTie = "recogniser-tie"
    case typeError = "type-error"
    case typeMismatch = "type-mismatch"
    case cycle
    case aliasLimit = "alias-limit"
    case duplicateID = "duplicate-id"
    case suppressionUnused = "suppression-unused"
    case suppressionExpired = "suppression-expired"

    /// Whether it may tell why something was read in part: other problems are about what was read.
    package var tellsBreak: Bool {
        switch self {
        case .unreadable, .archiveLimit, .tooLarge: true
        default: false
        }
    }
}
