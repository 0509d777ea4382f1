// SPDX-License-Identifier: MIT

/// The labels of a crash that is text.
enum CrashTextLabel {
    case incident, deviceKey, vendorKey, model, process, path, identifier, version, beta, codeType, role, parent
    case coalition, captured, launched, system
    case triggered, highlighted
    case exceptionType, exceptionSubtype, exceptionMessage, exceptionCodes, exceptionReason, exceptionNote
    case terminationReason, terminationSignal, terminationDescription, terminator
    case information, lastBacktrace, images
    /// What an SDK that wrote the report supposes.
    case diagnosis
    /// A section that KSCrash adds, of which nothing is kept.
    case addition
    /// A section of which nothing is kept.
    case skipped

    private static let table: [(text: StaticString, label: CrashTextLabel)] = [
        ("Incident Identifier", .incident), ("CrashReporter Key", .deviceKey), ("Crash Reporter Key", .deviceKey),
        ("Anonymous UUID", .deviceKey), ("Beta Identifier", .vendorKey), ("Hardware Model", .model),
        ("Process", .process), ("Path", .path), ("Identifier", .identifier), ("Version", .version), ("Beta", .beta),
        ("Code Type", .codeType), ("Role", .role), ("Parent Process", .parent), ("Coalition", .coalition),
        ("Date/Time", .captured), ("Launch Time", .launched), ("OS Version", .system),
        ("Triggered by Thread", .triggered), ("Crashed Thread", .triggered),
        ("Highlighted by Thread", .highlighted), ("Highlighted Thread", .highlighted),
        ("Exception Type", .exceptionType), ("Exception Subtype", .exceptionSubtype),
        ("Exception Message", .exceptionMessage), ("Exception Codes", .exceptionCodes),
        ("Exception Reason", .exceptionReason), ("Exception Note", .exceptionNote),
        ("Termination Reason", .terminationReason), ("Termination Signal", .terminationSignal),
        ("Termination Description", .terminationDescription), ("Terminating Process", .terminator),
        ("Application Specific Information", .information), ("Dyld Error Message", .information),
        ("Last Exception Backtrace", .lastBacktrace), ("Binary Images", .images),
        ("CrashDoctor Diagnosis", .diagnosis), ("Rollbar Diagnosis", .diagnosis), ("Recrash Diagnosis", .diagnosis),
        ("Filtered syslog", .skipped), ("Filtered log messages", .skipped), ("Kernel Triage", .skipped),
        ("VM Region Info", .skipped), ("VM Region Summary", .skipped),
        ("Global Trace Buffer (reverse chronological seconds)", .skipped),
        ("External Modification Summary", .skipped), ("Error Formulating Crash Report", .skipped),
        ("Diagnostic Output", .skipped), ("Application Specific Signatures", .skipped),
        ("Extra Information", .addition), ("Notable Addresses", .addition), ("Application Stats", .addition),
        ("Full Report", .skipped),
    ]

    /// Beginnings of sections whose label has more words.
    private static let prefixes: [StaticString] = ["Application Specific Backtrace", "VM Regions Near "]

    /// The label that a line begins with, and where its value begins; nil if it has none that is known.
    static func find(_ view: ByteView, _ start: Int, _ end: Int) -> (label: CrashTextLabel, value: Int)? {
        for prefix in prefixes {
            let stop = start + prefix.utf8CodeUnitCount
            if stop <= end, view.matches(prefix, from: start, to: stop) { return (.skipped, end) }
        }
        guard let colon = view.firstIndex(of: 0x3A, from: start, to: min(end, start + 64)) else { return nil }
        for entry in table where view.matches(entry.text, from: start, to: colon) { return (entry.label, colon + 1) }
        return nil
    }

    /// Whether it begins something that last words cannot be part of.
    var isSection: Bool {
        switch self {
        case .information, .lastBacktrace, .images, .skipped, .addition, .diagnosis: true
        default: false
        }
    }
}
