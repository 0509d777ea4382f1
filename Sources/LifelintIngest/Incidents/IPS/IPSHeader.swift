// SPDX-License-Identifier: MIT

import LifelintModel

/// What is known of the first line of a document that was looked at last.
///
/// A class, since every parser asks and none takes more than a part of it.
final class KnownHeader: Sendable {
    let range: Range<Int>
    /// The header, as it is read without any settings; nil if the line is none.
    let header: IPSHeader?
    /// The kind that it names, and where the body begins behind it.
    let kind: (bugType: String?, body: Int)?

    init(range: Range<Int>, header: IPSHeader?) {
        self.range = range
        self.header = header
        kind = header.map { ($0.bugType, $0.length) }
    }
}

/// The first document of an input as it was recognised: what was read for that need not be read again.
struct RecognisedDocument: Sendable {
    let range: Range<Int>
    /// Its header, where it was asked for.
    let header: KnownHeader?
    /// Where the lines of its input begin, as far as that was looked for.
    var lines: KnownLines
    /// How many bytes were looked at, if they are those of the input itself.
    private let plainBytes: Int?

    init(_ document: IncidentDocument) {
        range = document.range
        header = document.source.knownHeader
        lines = document.source.lines
        plainBytes = document.source.isAsWritten ? document.source.bytes.count : nil
    }

    /// Whether an input of that many bytes was looked at whole, and nothing stands around what it holds.
    func isAllPlain(_ count: Int) -> Bool { plainBytes == count }
}

/// The first line of an `.ips`: one JSON object that says what kind of report follows, whose, and when it was written.
struct IPSHeader: Sendable {
    /// Apple's number for the kind of report.
    var bugType: String?
    var name: String?
    var bundle: String?
    var version: String?
    var build: String?
    var system: String?
    var systemBuild: String?
    var incident: String?
    var uuid: String?
    var platform: Int64?
    var isBeta: Bool?
    var isSimulated: Bool?
    var written: IncidentTime?
    /// Where the time stands that could not be read.
    var badTime: IncidentPlace?
    /// Where it stands.
    var place: IncidentPlace
    /// Whether it could be read to its end.
    var isWhole = true
    /// How many bytes of the document it takes, its line feed included.
    private(set) var length = 0

    /// The number of the first line that is a header, counted from one; nil if none is.
    static func line(in bytes: [UInt8]) -> Int? {
        bytes.withView { view in
            var start = 0
            var number = 1
            while start < view.count {
                let end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
                if isHeader(view, view.skipWhiteSpace(from: start, to: end), end) { return number }
                start = end + 1
                number += 1
            }
            return nil
        }
    }

    /// Whether a line is a header: an object with a kind, or with all else that those of the system have, and nothing
    /// that only bodies have.
    static func isHeader(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard end - start <= IngestLimits.headerBytes, view[start] == 0x7B else { return false }
        let words = words
        var hasKind = false
        var saysMore = false
        var (hasTime, hasIncident, hasSystem) = (false, false, false)
        var quote = view.firstIndex(of: 0x22, from: start, to: end)
        while let open = quote {
            let first = open + 1
            quote = view.firstIndex(of: 0x22, from: first, to: end)
            // What has no end in the line is no name, but for the one that is written in two ways.
            let close = quote ?? first
            switch Word(rawValue: words.find(view, first, close)) {
            case .kind: hasKind = true
            case .more: saysMore = true
            case .time: hasTime = true
            case .incident: hasIncident = true
            case .body: return false
            case nil: if !hasSystem { hasSystem = view.starts("os_version", at: first, to: end) }
            }
        }
        if hasTime && hasIncident && hasSystem { return true }
        return hasKind && (saysMore || hasTime || hasIncident || hasSystem)
    }

    /// Where the header that begins there ends; nil if none does.
    ///
    /// Mostly that is its line. Where somebody broke it over several, or put what follows behind it, it is one object
    /// all the same, which is looked for up to `bound`.
    static func end(_ view: ByteView, _ start: Int, line end: Int, to bound: Int) -> Int? {
        let line = isHeader(view, start, end) ? end : nil
        var last = end
        while last > start, IncidentValues.isBlank(view[last - 1]) { last -= 1 }
        if line != nil, view[last - 1] == 0x7D { return line }
        guard view[start] == 0x7B, let close = flatEnd(view, start, min(bound, start + brokenBytes)),
            line != nil || isHeader(view, start, close), view.skipWhiteSpace(from: close, to: bound) < bound
        else { return line }
        return close
    }

    /// The position behind an object in which there are neither objects nor lists: headers hold none.
    private static func flatEnd(_ view: ByteView, _ start: Int, _ limit: Int) -> Int? {
        var position = start + 1
        while position < limit {
            switch view[position] {
            case 0x22: position = JSONStretches.stringEnd(view, position + 1, limit)
            case 0x7B, 0x5B: return nil
            case 0x7D: return position + 1
            default: position += 1
            }
        }
        return nil
    }

    /// So far the end of an object is looked for that may be a header: that costs all that begins with one.
    private static let brokenBytes = 4 << 10

    /// What a text in a first line says of it: its kind, more about the report, or that it is none but a body.
    private enum Word: UInt32, CaseIterable { case kind, more, time, incident, body }

    private static let words: ByteTable = {
        var words = ByteTable()
        for word in Word.allCases {
            for name in names(word) { words.insert(Array(name.utf8), value: word.rawValue) }
        }
        return words
    }()

    private static func names(_ word: Word) -> [String] {
        switch word {
        case .kind: ["bug_type"]
        case .more: ["app_name", "name", "app_version"]
        case .time: ["timestamp"]
        case .incident: ["incident_id"]
        case .body:
            [
                "captureTime", "processes", "panicString", "threads", "processByPid", "date", "memoryStatus",
                "usedImages",
            ]
        }
    }

    /// The header that a document begins with; nil if it has none.
    static func read(_ document: IncidentDocument, _ settings: IncidentSettings = IncidentSettings()) -> IPSHeader? {
        known(document, settings).header
    }

    /// What is known of a document's first line.
    static func known(_ document: IncidentDocument, _ settings: IncidentSettings) -> KnownHeader {
        let known = known(document)
        // Only times without a zone depend on the settings.
        if settings.zoneOffset == nil || known.header?.written?.isZoneAssumed != true { return known }
        return KnownHeader(range: document.range, header: readAnew(document, settings))
    }

    /// The kind that a document's header names, and where its body begins, without reading more of it.
    static func kind(of document: IncidentDocument) -> (bugType: String?, body: Int)? {
        known(document).kind
    }

    private static func known(_ document: IncidentDocument) -> KnownHeader {
        if let known = document.source.knownHeader, known.range == document.range { return known }
        let known = KnownHeader(range: document.range, header: readAnew(document, IncidentSettings()))
        document.source.knownHeader = known
        return known
    }

    private static func readAnew(_ document: IncidentDocument, _ settings: IncidentSettings) -> IPSHeader? {
        guard let line = line(of: document) else { return nil }
        // Where it was broken, that may have been inside of a text.
        let json = JSONDocument(document.bytes.prefix(line).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        var header = IPSHeader(place: document.place(0..<line))
        header.isWhole = json.fault == nil
        let hasFeed = line < document.range.count && document.source.bytes[document.range.lowerBound + line] == 0x0A
        header.length = hasFeed ? line + 1 : line
        json.withTape { header.read($0, document, settings) }
        return header
    }

    private static func line(of document: IncidentDocument) -> Int? {
        document.source.bytes.withView { view in
            let start = document.range.lowerBound
            let end = view.firstIndex(of: 0x0A, from: start, to: document.range.upperBound) ?? document.range.upperBound
            if let known = document.source.headerLine, known.lowerBound == start,
                known.upperBound <= document.range.upperBound
            {
                return known.count
            }
            return IPSHeader.end(view, start, line: end, to: document.range.upperBound).map { $0 - start }
        }
    }

    private mutating func read(_ tape: JSONTape, _ document: IncidentDocument, _ settings: IncidentSettings) {
        tape.forEachMember(of: 0) { key, value in
            if tape.isKey(key, "bug_type") {
                bugType = tape.string(value) ?? tape.unsigned(value).map { String($0) }
            } else if tape.isKey(key, "timestamp") {
                let range = tape.range(value)
                let place = document.place(range)
                written = IncidentValues.time(tape.view, range, at: place, settings)
                if written == nil, !range.isEmpty { badTime = place }
            } else if tape.isKey(key, "name") {
                name = tape.text(value) ?? name
            } else if tape.isKey(key, "app_name") {
                name = name ?? tape.text(value)
            } else if tape.isKey(key, "bundleID") {
                bundle = tape.text(value)
            } else if tape.isKey(key, "app_version") {
                version = tape.text(value)
            } else if tape.isKey(key, "build_version") {
                build = tape.text(value)
            } else if tape.isKey(key, "os_version") || tape.isKey(key, "os_version ") {
                (system, systemBuild) = IncidentValues.system(tape.string(value))
            } else if tape.isKey(key, "incident_id") {
                incident = tape.text(value)
            } else if tape.isKey(key, "slice_uuid") {
                uuid = tape.text(value)
            } else if tape.isKey(key, "platform") {
                platform = tape.integer(value)
            } else if tape.isKey(key, "is_beta") {
                isBeta = tape.bool(value)
            } else if tape.isKey(key, "is_simulated") {
                isSimulated = tape.bool(value)
            }
        }
    }

    /// Fills what a report does not say itself.
    func complete(_ report: inout IncidentReport) {
        report.bugType = report.bugType ?? bugType
        report.incident = report.incident ?? incident
        report.written = report.written ?? written
        report.process.name = report.process.name ?? name
        // In texts of older systems the build stands in front of the version: the header tells them apart, if it is of
        // that app.
        let isOfApp = bundle == nil || report.process.bundle == nil || report.process.bundle == bundle
        report.process.bundle = report.process.bundle ?? bundle
        report.process.version = isOfApp ? version ?? report.process.version : report.process.version ?? version
        report.process.build = isOfApp ? build ?? report.process.build : report.process.build ?? build
        report.process.uuid = isOfApp ? uuid ?? report.process.uuid : report.process.uuid ?? uuid
        if isOfApp { report.process.sliceUUID = uuid }
        report.process.isBeta = report.process.isBeta ?? isBeta
        report.device.system = report.device.system ?? system
        report.device.systemBuild = report.device.systemBuild ?? systemBuild
        if let platform, isSimulator(platform) { report.process.isSimulated = true }
        if isSimulated == true, report.endsNothing == nil {
            report.endsNothing = IncidentText("is_simulated", at: place)
        }
    }

    /// The loader's numbers of the simulators' platforms.
    private func isSimulator(_ platform: Int64) -> Bool {
        platform == 7 || platform == 8 || platform == 9 || platform == 12
    }
}
