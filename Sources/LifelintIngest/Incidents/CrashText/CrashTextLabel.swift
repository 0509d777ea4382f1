// SPDX-License-Identifier: MIT

/// The labels of a crash that is text.
enum CrashTextLabel: UInt32 {
    case incident, deviceKey, vendorKey, model, process, path, identifier, version, beta, codeType, role, parent
    case coalition, captured, launched, system, layout
    case triggered, highlighted
    case exceptionType, exceptionSubtype, exceptionMessage, exceptionCodes, exceptionReason, exceptionNote
    case terminationReason, terminationSignal, terminationDescription, terminator
    case information, lastBacktrace, images
    /// Where an exception was thrown that was thrown again.
    case rethrown
    /// What the linker could not go on with.
    case linker
    /// What an SDK that wrote the report supposes.
    case diagnosis
    /// What KSCrash knew of the app's state.
    case state
    /// A section that KSCrash adds, of which nothing is kept.
    case addition
    /// A section of which nothing is kept.
    case skipped

    private static let texts: [(text: String, label: CrashTextLabel)] = [
        ("Incident Identifier", .incident), ("CrashReporter Key", .deviceKey), ("Crash Reporter Key", .deviceKey),
        ("Anonymous UUID", .deviceKey), ("Beta Identifier", .vendorKey), ("Hardware Model", .model),
        ("Process", .process), ("Path", .path), ("Identifier", .identifier), ("Version", .version), ("Beta", .beta),
        ("Code Type", .codeType), ("Role", .role), ("Parent Process", .parent), ("Coalition", .coalition),
        ("Date/Time", .captured), ("Launch Time", .launched), ("OS Version", .system),
        ("Report Version", .layout),
        ("Triggered by Thread", .triggered), ("Crashed Thread", .triggered),
        ("Highlighted by Thread", .highlighted), ("Highlighted Thread", .highlighted),
        ("Exception Type", .exceptionType), ("Exception Subtype", .exceptionSubtype),
        ("Exception Message", .exceptionMessage), ("Exception Codes", .exceptionCodes),
        ("Exception Reason", .exceptionReason), ("Exception Note", .exceptionNote),
        ("Termination Reason", .terminationReason), ("Termination Signal", .terminationSignal),
        ("Termination Description", .terminationDescription), ("Terminating Process", .terminator),
        ("Application Specific Information", .information), ("Dyld Error Message", .linker),
        ("Last Exception Backtrace", .lastBacktrace), ("Binary Images", .images),
        ("CrashDoctor Diagnosis", .diagnosis), ("Rollbar Diagnosis", .diagnosis), ("Recrash Diagnosis", .addition),
        ("Filtered syslog", .skipped), ("Filtered log messages", .skipped), ("Kernel Triage", .skipped),
        ("VM Region Info", .skipped), ("VM Region Summary", .skipped),
        ("Global Trace Buffer (reverse chronological seconds)", .skipped),
        ("External Modification Summary", .skipped), ("Error Formulating Crash Report", .skipped),
        ("Diagnostic Output", .skipped), ("Application Specific Signatures", .skipped),
        ("Extra Information", .addition), ("Notable Addresses", .addition), ("Application Stats", .state),
        ("Full Report", .skipped),
    ]

    private static let table: ByteTable = {
        var table = ByteTable(capacity: texts.count)
        for entry in texts { table.insert(Array(entry.text.utf8), value: entry.label.rawValue) }
        return table
    }()

    /// Beginnings of sections whose label has more words.
    private static let prefixes: [(text: StaticString, label: CrashTextLabel)] = [
        ("Application Specific Backtrace", .rethrown), ("VM Regions Near ", .skipped),
    ]

    /// The label that a line begins with, and where its value begins; nil if it has none that is known.
    static func find(_ view: ByteView, _ start: Int, _ end: Int) -> (label: CrashTextLabel, value: Int)? {
        // All of them begin with a capital; registers and most of what is not kept do not.
        let initial = view[start]
        guard initial >= 0x41, initial <= 0x5A else { return nil }
        if initial == 0x41 || initial == 0x56,
            let found = prefixes.first(where: { view.starts($0.text, at: start, to: end) })
        {
            return (found.label, end)
        }
        guard let colon = view.firstIndex(of: 0x3A, from: start, to: min(end, start + 64)) else { return nil }
        return CrashTextLabel(rawValue: table.find(view, start, colon)).map { ($0, colon + 1) }
    }

    /// Whether what people paste of a report may begin with it: what tells of the process, the time, the system or the
    /// exception.
    var beginsRest: Bool {
        switch self {
        case .captured, .launched, .system, .model, .deviceKey, .vendorKey, .path, .version, .identifier, .codeType,
            .role,
            .parent, .coalition, .exceptionType, .exceptionSubtype, .exceptionCodes, .exceptionReason,
            .terminationReason,
            .terminationDescription:
            true
        default: false
        }
    }

    /// Whether its value has no words of its own, so that a label in it begins what was the next line.
    var mayRunOn: Bool {
        switch self {
        case .exceptionType, .exceptionSubtype, .exceptionMessage, .exceptionCodes, .exceptionNote: true
        default: false
        }
    }

    /// Whether it tells more of what was thrown, and is looked for on the line of a label that does.
    var mayBeRunOn: Bool {
        switch self {
        case .exceptionSubtype, .exceptionMessage, .exceptionCodes, .exceptionNote, .terminationReason, .triggered: true
        default: false
        }
    }

    /// Whether several of its kind on one line show that a whole report was pasted into it: no value holds such labels.
    var tellsRunTogether: Bool {
        switch self {
        case .incident, .model, .captured, .launched, .system, .codeType, .exceptionType, .terminationReason: true
        default: false
        }
    }

    /// Whether its value has a form of its own, and no words in which another report might be quoted.
    var hasPlainValue: Bool {
        switch self {
        case .incident, .deviceKey, .vendorKey, .model, .process, .identifier, .version, .codeType, .role, .parent,
            .captured, .launched, .system, .layout, .exceptionType, .exceptionCodes:
            true
        default: false
        }
    }

    /// The first label inside a line that tells of what was thrown, or of all that there are: where it begins, and
    /// where its value does.
    static func next(
        _ view: ByteView, _ start: Int, _ end: Int, ofAll: Bool
    ) -> (label: CrashTextLabel, at: Int, value: Int)? {
        // Behind a label there may be nothing in front of the next.
        var blank = view.firstIndex(of: 0x20, from: max(start - 1, 0), to: end)
        while let at = blank, at + 1 < end {
            // Values stand in a column, behind many blanks.
            if view[at + 1] == 0x20 {
                blank = at + 1
                continue
            }
            if let found = find(view, at + 1, end), found.value < end, ofAll || found.label.mayBeRunOn {
                return (found.label, at + 1, found.value)
            }
            blank = view.firstIndex(of: 0x20, from: at + 1, to: end)
        }
        return nil
    }

    /// Whether behind the label of a line so many others stand that it is all that is left of a report.
    static func holdsReport(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard mayHoldReport(start, end) else { return false }
        var told = 0
        var position = start
        while told < toldTogether, let next = next(view, position, end, ofAll: true) {
            if next.label.tellsRunTogether { told += 1 }
            position = next.value
        }
        return told == toldTogether
    }

    /// Whether a line is long enough for that: most are not, and need not be asked for their labels.
    static func mayHoldReport(_ start: Int, _ end: Int) -> Bool { end - start >= leastReport }

    /// No report is shorter, in bytes, and most lines are.
    private static let leastReport = 100
    /// So many labels on one line are no accident.
    private static let toldTogether = 3

    /// Labels that no value holds, as a whole report has them.
    static let telling = texts.filter { [.captured, .exceptionType, .terminationReason].contains($0.label) }
        .map { SoughtText("\($0.text):") }

    /// Whether it tells of the device or the time, and may stand in front of the name of a report's process.
    var isOfHead: Bool {
        switch self {
        case .deviceKey, .vendorKey, .model, .captured, .launched, .system: true
        default: false
        }
    }

    /// Whether what stands in a range is how a label, or the head of a thread, begins.
    static func mayBegin(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        let word = view.string(start, end)
        return "Thread ".hasPrefix(word) || texts.contains { $0.text.hasPrefix(word) }
    }

    /// Whether it begins something that last words cannot be part of.
    var isSection: Bool {
        switch self {
        case .information, .linker, .lastBacktrace, .rethrown, .images, .skipped, .addition, .diagnosis, .state: true
        default: false
        }
    }
}

/// Some of the labels: a bit for each, since every line of a report's head asks.
struct CrashTextLabels {
    private var bits: UInt64 = 0

    mutating func insert(_ label: CrashTextLabel) { bits |= 1 &<< UInt64(label.rawValue) }

    func contains(_ label: CrashTextLabel) -> Bool { bits & (1 &<< UInt64(label.rawValue)) != 0 }
}
