// SPDX-License-Identifier: MIT

/// Finds where reports begin by looking at the beginnings of lines: one pass that damage inside a report cannot
/// confuse.
struct IncidentLineCutter {
    private enum Mode { case none, header, json, text }

    private let view: ByteView
    private var ranges: [Range<Int>] = []
    /// Where lines begin, of those at least that were looked at.
    private(set) var lines = KnownLines()
    /// Where the first header lies.
    private(set) var headerLine: Range<Int>?
    /// Where a header ends that goes on over lines.
    private var headerEnd = 0
    private var mode = Mode.none
    private var start = 0
    /// The last byte that is no white space on the lines before.
    private var lastSolid: UInt8 = 0
    /// Lines of a text so far.
    private var textLines = 0
    /// Whether the text has said what happened, so that another first line begins another report.
    private var hasSaidWhat = false
    /// Whether one line of the text holds all of a report, as where a page ran its lines together.
    private var isOneLine = false
    /// Whether the text has come to its list of images, behind which only another report names a process, or opens an
    /// object.
    private var hasImages = false
    /// What the text names as its process, with the number behind it.
    private var process: Range<Int>?
    /// Whether the text is a translation, with the original behind it.
    private var isTranslation = false
    /// What the text names as its incident.
    private var incident: Range<Int>?
    /// Where the value ended that is open, if its last bracket has a line of its own: what stands behind is none of it.
    private var valueEnd = 0

    init(_ view: ByteView) { self.view = view }

    /// The ranges of the documents, without the white space around them.
    ///
    /// Behind `reach` bytes no line is looked at: the document that is open there goes on to the end.
    mutating func ranges(atMost limit: Int, reach: Int = .max) -> [Range<Int>] {
        let bound = min(view.count, reach)
        lines.find(in: view, to: bound)
        // Not through `self`: what is of it is looked up anew for each line.
        let kept = lines.kept
        var index = 0
        while index < kept.count, ranges.count < limit {
            switch mode {
            case .json: skipIndented(kept, &index)
            case .text: skipCommon(kept, &index)
            case .none, .header: break
            }
            let start = index > 0 ? Int(kept[index].start) : view.hasByteOrderMark ? 3 : 0
            guard start < bound else { break }
            let following = index + 1 < kept.count ? kept[index + 1] : nil
            let leftOut = (following.map { Int($0.number) } ?? lines.count) - Int(kept[index].number) - 1
            if leftOut == 0, let following {
                take(start, Int(following.start) - 1)
            } else {
                take(start, view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count)
                if leftOut > 0 { pass(leftOut, before: following.map { Int($0.start) } ?? bound) }
            }
            index += 1
        }
        if ranges.count < limit { close(at: view.count) }
        return ranges
    }

    /// Steps over lines inside of a value, which nearly all lines of a body are, to the first other one.
    private mutating func skipIndented(_ kept: [KnownLines.Line], _ index: inout Int) {
        var line = index
        var solid = lastSolid
        let view = view
        while line &+ 1 < kept.count, solid != 0x7D, solid != 0x5D, view[Int(kept[line].start)] == 0x20 {
            let last = view[Int(kept[line &+ 1].start) &- 2]
            guard last > 0x20 else { break }
            solid = last
            line &+= 1
        }
        lastSolid = solid
        index = line
    }

    /// Steps over lines of a text that say nothing of where reports begin, to the first that may.
    private mutating func skipCommon(_ kept: [KnownLines.Line], _ index: inout Int) {
        var line = index
        var empty = 0
        let view = view
        while line &+ 1 < kept.count {
            var first = Int(kept[line].start)
            while view[first] == 0x20 { first &+= 1 }
            if view[first] == 0x0A { empty &+= 1 } else if IncidentLineCutter.mayTell(view, first) { break }
            line &+= 1
        }
        textLines += Int(kept[line].number) - Int(kept[index].number) - empty
        index = line
    }

    /// Whether a line of a text may be one of those that are asked for, by its first bytes that are not blank.
    @inline(__always) private static func mayTell(_ view: ByteView, _ first: Int) -> Bool {
        switch view[first] {
        case 0x54: view[first &+ 1] == 0x72
        case 0x42, 0x45, 0x49, 0x50, 0x5B, 0x7B: true
        case let initial: initial <= 0x20
        }
    }

    /// Passes over lines that begin with a digit, and stand behind one that does.
    private mutating func pass(_ count: Int, before end: Int) {
        if mode != .json { return textLines += count }
        if valueEnd > 0 { return }
        var last = end - 1
        while last > 0, IncidentValues.isBlank(view[last]) { last -= 1 }
        lastSolid = view[last]
    }

    private mutating func take(_ lineStart: Int, _ lineEnd: Int) {
        let first = view.skipWhiteSpace(from: max(lineStart, headerEnd), to: lineEnd)
        guard first < lineEnd else { return }
        let initial = view[first]
        // Inside of a value lines are indented, or follow a comma; only the first may stand anywhere.
        if (initial == 0x7B || initial == 0x5B) && (first == lineStart || mode == .none || mode == .header) {
            takeValue(first, lineEnd, isObject: initial == 0x7B)
        } else if mode != .json || lastSolid == 0x7D || lastSolid == 0x5D {
            takeText(first, lineEnd)
        }
        // Only inside of a value it matters how a line ends.
        guard mode == .json else { return }
        var last = lineEnd - 1
        while last > first, IncidentValues.isBlank(view[last]) { last -= 1 }
        if valueEnd > 0, !IncidentLineCutter.mayGoOn(initial) { return }
        lastSolid = view[last]
        valueEnd = last == lineStart && (initial == 0x7D || initial == 0x5D) ? last + 1 : 0
    }

    /// Whether a line may be one of a value that goes on, by its first byte that is not blank; else it stands between
    /// two reports, as headings, rules and the names of files do.
    private static func mayGoOn(_ initial: UInt8) -> Bool {
        switch initial {
        case 0x22, 0x2C, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: false
        }
    }

    private mutating func takeValue(_ first: Int, _ lineEnd: Int, isObject: Bool) {
        // What stands in a body is not broken: nothing of it is looked through again.
        if isObject,
            let end = mode == .none
                ? IPSHeader.end(view, first, line: lineEnd, to: view.count)
                : IPSHeader.isHeader(view, first, lineEnd) ? lineEnd : nil
        {
            if headerLine == nil { headerLine = first..<end }
            headerEnd = end
            begin(.header, at: first)
            if end < lineEnd { take(end, lineEnd) }
            return
        }
        switch mode {
        case .header: mode = .json
        case .none: begin(.json, at: first)
        case .json: if lastSolid == 0x7D || lastSolid == 0x5D { begin(.json, at: first) }
        case .text:
            let isPreamble = !hasSaidWhat && textLines <= IncidentLineCutter.preambleLines
            if isPreamble {
                begin(.json, at: first, isPreamble: true)
            } else if isTranslation {
                begin(.json, at: first)
            } else if hasImages, beginsReport(first, isObject: isObject) {
                begin(.json, at: first)
            }
        }
    }

    /// Whether what opens there may be a report that is JSON: an object with a member, or a list of objects, and not
    /// what a label stands in front of.
    private func beginsReport(_ first: Int, isObject: Bool) -> Bool {
        var last = first
        while last > start, IncidentValues.isBlank(view[last - 1]) { last -= 1 }
        guard last > start, view[last - 1] != 0x3A else { return false }
        return view[view.skipWhiteSpace(from: first + 1, to: view.count)] == (isObject ? 0x22 : 0x7B)
    }

    private mutating func takeText(_ first: Int, _ lineEnd: Int) {
        switch mode {
        case .none: begin(.text, at: first)
        case .header:
            mode = .text
            forgetText()
        case .json:
            guard
                starts("Incident Identifier:", first, lineEnd) || starts("Process:", first, lineEnd)
                    || starts(IncidentLineCutter.translation, first, lineEnd)
            else { return }
            begin(.text, at: first)
        case .text:
            // One line alone is no report, unless it holds all of one: it may stand before what mostly is the first.
            let isReport = textLines > 1 || isOneLine
            if isReport, hasSaidWhat ? beginsAnother(first, lineEnd) : namesAnotherIncident(first, lineEnd) {
                begin(.text, at: headStart(before: first), isPreamble: isGist(before: first))
            }
        }
        textLines += 1
        if takeTogether(first, lineEnd) { return }
        switch view[first] {
        case 0x45: if starts("Exception Type:", first, lineEnd) { hasSaidWhat = true }
        case 0x42: if hasSaidWhat, starts("Binary Images:", first, lineEnd) { hasImages = true }
        case 0x50: if process == nil, starts("Process:", first, lineEnd) { process = named(first, lineEnd) }
        case 0x49:
            if incident == nil, starts("Incident Identifier:", first, lineEnd) {
                incident = incident(first + 20, lineEnd)
            }
        case 0x54: if starts(IncidentLineCutter.translation, first, lineEnd) { isTranslation = true }
        default: break
        }
    }

    /// Takes a line into which the lines of a report were run together; false if it is another one.
    private mutating func takeTogether(_ first: Int, _ lineEnd: Int) -> Bool {
        guard CrashTextLabel.mayHoldReport(first, lineEnd), let head = CrashTextLabel.find(view, first, lineEnd),
            CrashTextLabel.holdsReport(view, head.value, lineEnd)
        else { return false }
        var (label, value) = head
        while true {
            let next = CrashTextLabel.next(view, value, lineEnd, ofAll: true)
            let end = next?.at ?? lineEnd
            switch label {
            case .incident: if incident == nil { incident = incident(value, end) }
            case .process: if process == nil { process = process(value, end) }
            case .exceptionType:
                hasSaidWhat = true
                isOneLine = true
            default: break
            }
            guard let next else { return true }
            (label, value) = (next.label, next.value)
        }
    }

    /// What a line names as its incident: one word.
    private func incident(_ from: Int, _ to: Int) -> Range<Int>? {
        guard let value = IncidentValues.meant(view, from, to) else { return nil }
        let blank = view.firstIndex(of: 0x20, from: value.lowerBound, to: value.upperBound)
        return value.lowerBound..<(blank ?? value.upperBound)
    }

    /// Whether a line names another incident than the text so far, which has named its process: two incidents are two
    /// reports, however little is left of the first.
    private func namesAnotherIncident(_ first: Int, _ lineEnd: Int) -> Bool {
        guard process != nil, let incident, starts("Incident Identifier:", first, lineEnd),
            let other = self.incident(first + 20, lineEnd)
        else { return false }
        return view.string(incident.lowerBound, incident.upperBound) != view.string(other.lowerBound, other.upperBound)
    }

    /// Whether the text so far only tells the gist of the report behind it: it names neither its process nor its
    /// incident, and is no excerpt that is read by itself.
    private func isGist(before first: Int) -> Bool {
        if process != nil || incident != nil || isOneLine || hasImages || view[start] == 0x7B { return false }
        let stop = view.firstIndex(of: 0x0A, from: start, to: first) ?? first
        guard CrashTextLabel.find(view, start, stop)?.label.beginsRest ?? false else { return true }
        return !starts("Date/Time:", start, stop)
            && ["\nDate/Time:", "\nThread "].allSatisfy { ByteSearch.find($0, in: view, from: start, to: first) == nil }
    }

    /// Whether a line of a text that has said what happened begins another one.
    private func beginsAnother(_ first: Int, _ lineEnd: Int) -> Bool {
        switch view[first] {
        case 0x49: starts("Incident Identifier:", first, lineEnd)
        case 0x50: starts("Process:", first, lineEnd) && (hasImages || namesAnother(first, lineEnd))
        default: false
        }
    }

    /// Whether a line that names a process is the head of another report, where the list of images was cut off the one
    /// that is open: what people paste mostly lacks it, and without a look at who died two deaths would be one.
    ///
    /// Last words may hold such a line, too, but nothing of what happened stands behind it then; and who shows the gist
    /// of a report in front of it names the same process twice.
    private func namesAnother(_ first: Int, _ lineEnd: Int) -> Bool {
        guard let process, let other = named(first, lineEnd),
            view.string(process.lowerBound, process.upperBound) != view.string(other.lowerBound, other.upperBound)
        else { return false }
        if CrashTextLabel.holdsReport(view, first + 8, lineEnd) { return true }
        let next = view.skipWhiteSpace(from: lineEnd, to: view.count)
        let stop = view.firstIndex(of: 0x0A, from: next, to: view.count) ?? view.count
        guard CrashTextLabel.find(view, next, stop)?.label.beginsRest ?? false else { return false }
        return ByteSearch.find("\nException Type:", in: view, from: lineEnd, to: min(view.count, lineEnd + 4_096))
            != nil
    }

    /// The value of a line that names a process by its name and its number: `Process: Notes [4711]`.
    private func named(_ first: Int, _ lineEnd: Int) -> Range<Int>? {
        process(first + 8, CrashTextLabel.next(view, first + 8, lineEnd, ofAll: true)?.at ?? lineEnd)
    }

    private func process(_ from: Int, _ to: Int) -> Range<Int>? {
        guard let value = IncidentValues.meant(view, from, min(to, from + IngestLimits.incidentTextBytes)),
            IncidentValues.named(view, value).number != nil
        else { return nil }
        return value
    }

    /// Where a report begins whose process is named at a position: the lines right in front of it tell of its device.
    private func headStart(before first: Int) -> Int {
        var head = first
        var line = view.lineStart(around: first, from: start)
        while line > start {
            let previous = view.lineStart(around: line - 1, from: start)
            let solid = view.skipWhiteSpace(from: previous, to: line - 1)
            guard let found = CrashTextLabel.find(view, solid, line - 1), found.label.isOfHead,
                !CrashTextLabel.holdsReport(view, found.value, line - 1)
            else { break }
            head = solid
            line = previous
        }
        return head
    }

    /// Lines in front of a value that are taken for what is left of a damaged header.
    private static let preambleLines = 8

    private static let translation: StaticString = "Translated Report (Full Report Below)"

    private mutating func begin(_ next: Mode, at position: Int, isPreamble: Bool = false) {
        // The original says more than its translation in front of it.
        let isOriginal = mode == .text && isTranslation && next != .text && isFullReport(at: position)
        if !isPreamble, !isOriginal { close(at: mode == .json && valueEnd > 0 ? valueEnd : position) }
        valueEnd = 0
        mode = next
        start = position
        forgetText()
    }

    /// Nothing is known yet of a text that begins.
    private mutating func forgetText() {
        textLines = 0
        hasSaidWhat = false
        isOneLine = false
        hasImages = false
        process = nil
        isTranslation = false
        incident = nil
    }

    /// Whether what begins there is the original of the translation in front of it: it says so, or names no other
    /// incident.
    private func isFullReport(at position: Int) -> Bool {
        if let label = ByteSearch.findLast("Full Report", in: view, from: max(start, position - 256), to: position),
            (label + 11..<position).allSatisfy({ view[$0] == 0x2D || IncidentValues.isBlank(view[$0]) })
        {
            return true
        }
        let end = min(view.count, position + IncidentLineCutter.headReach)
        guard let incident, !incident.isEmpty else {
            guard let process, let number = IncidentValues.named(view, process).number else { return true }
            return ["\"pid\" : ", "\"pid\": ", "\"pid\":"].contains { key in
                SoughtText("\(key)\(number),").find(in: view, from: position, to: end) != nil
            }
        }
        let sought = SoughtText(view.string(incident.lowerBound, incident.upperBound))
        return sought.find(in: view, from: position, to: end) != nil
    }

    /// So near its beginning a report names its incident.
    private static let headReach = 16_384

    /// Ends the document that is open.
    private mutating func close(at end: Int) {
        guard mode != .none else { return }
        var last = end
        while last > start, IncidentValues.isBlank(view[last - 1]) { last -= 1 }
        if last > start { ranges.append(start..<last) }
    }

    private func starts(_ text: StaticString, _ first: Int, _ end: Int) -> Bool {
        let stop = first + text.utf8CodeUnitCount
        return stop <= end && view.matches(text, from: first, to: stop)
    }
}
