// SPDX-License-Identifier: MIT

@testable import LifelintIngest

/// Where reports begin, as ``IncidentLineCutter`` finds it, found by looking at every line: what its shortcuts have to
/// say.
struct PlainLineCutter {
    private enum Mode { case none, header, json, text }

    private let bytes: [UInt8]
    private var mode = Mode.none
    private var start = 0
    private var lastSolid: UInt8 = 0
    private var textLines = 0
    private var hasSaidWhat = false
    private var hasImages = false
    private var process: String?
    private var isTranslation = false
    private var incident: String?
    private var valueEnd = 0
    private var ranges: [Range<Int>] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The ranges of the documents, without the white space around them.
    static func ranges(_ bytes: [UInt8]) -> [Range<Int>] {
        var cutter = PlainLineCutter(bytes)
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
            let blanks: [UInt8] = [0x20, 0x09, 0x0D]
            if let first = (position..<end).first(where: { !blanks.contains(bytes[$0]) }) {
                cutter.take(position, first, end)
                let last = bytes[first..<end].lastIndex { !IncidentValues.isBlank($0) } ?? first
                if cutter.mode != .json || cutter.valueEnd == 0 || "\",[]{}".utf8.contains(bytes[first]) {
                    cutter.lastSolid = bytes[last]
                    let isEnd = cutter.mode == .json && last == position && "}]".utf8.contains(bytes[last])
                    cutter.valueEnd = isEnd ? last + 1 : 0
                }
            }
            position = end + 1
        }
        cutter.close(at: bytes.count)
        return cutter.ranges
    }

    private mutating func take(_ lineStart: Int, _ first: Int, _ end: Int) {
        let isValue = bytes[first] == 0x7B || bytes[first] == 0x5B
        if isValue, first == lineStart || mode == .none || mode == .header {
            takeValue(first, end)
        } else if mode != .json || lastSolid == 0x7D || lastSolid == 0x5D {
            takeText(first, end)
        }
    }

    private mutating func takeValue(_ first: Int, _ end: Int) {
        if bytes[first] == 0x7B, bytes.withView({ IPSHeader.isHeader($0, first, end) }) { return begin(.header, first) }
        switch mode {
        case .header: mode = .json
        case .none: begin(.json, first)
        case .json: if lastSolid == 0x7D || lastSolid == 0x5D { begin(.json, first) }
        case .text:
            if !hasSaidWhat && textLines <= 8 {
                begin(.json, first, isPreamble: true)
            } else if isTranslation {
                begin(.json, first)
            } else if hasImages, beginsReport(first) {
                begin(.json, first)
            }
        }
    }

    private func beginsReport(_ first: Int) -> Bool {
        if lastSolid == 0x3A { return false }
        let inner = bytes[(first + 1)...].first { !IncidentValues.isBlank($0) }
        return inner == (bytes[first] == 0x7B ? 0x22 : 0x7B)
    }

    private mutating func takeText(_ first: Int, _ end: Int) {
        func starts(_ text: String) -> Bool { bytes[first..<end].starts(with: text.utf8) }
        switch mode {
        case .none: begin(.text, first)
        case .header:
            mode = .text
            (textLines, hasSaidWhat, hasImages, process, isTranslation) = (0, false, false, nil, false)
            incident = nil
        case .json:
            guard
                starts("Incident Identifier:") || starts("Process:") || starts("Translated Report (Full Report Below)")
            else { return }
            begin(.text, first)
        case .text:
            let isAnother =
                hasSaidWhat
                ? starts("Incident Identifier:") || starts("Process:") && (hasImages || namesAnother(first, end))
                : starts("Incident Identifier:") && process != nil && incident != nil
                    && incident != namedIncident(first, end)
            if textLines > 1, isAnother { begin(.text, headStart(first), isPreamble: isGist(first)) }
        }
        textLines += 1
        if starts("Exception Type:") { hasSaidWhat = true }
        if hasSaidWhat, starts("Binary Images:") { hasImages = true }
        if process == nil, starts("Process:") { process = named(first, end) }
        if incident == nil, starts("Incident Identifier:") {
            incident = namedIncident(first, end)
        }
        if starts("Translated Report (Full Report Below)") { isTranslation = true }
    }

    private func isGist(_ first: Int) -> Bool {
        if process != nil || incident != nil || hasImages || bytes[start] == 0x7B { return false }
        let lines = bytes[start..<first].split(separator: 0x0A)
        let isHeadless = bytes.withView { view in
            CrashTextLabel.find(view, start, start + (lines.first?.count ?? 0))?.label.beginsRest ?? false
        }
        return !isHeadless || !lines.contains { $0.starts(with: "Date/Time:".utf8) || $0.starts(with: "Thread ".utf8) }
    }

    private mutating func begin(_ next: Mode, _ position: Int, isPreamble: Bool = false) {
        let isOriginal = mode == .text && isTranslation && next != .text && isFullReport(position)
        if !isPreamble, !isOriginal { close(at: mode == .json && valueEnd > 0 ? valueEnd : position) }
        (incident, valueEnd) = (nil, 0)
        (mode, start) = (next, position)
        (textLines, hasSaidWhat, hasImages, process, isTranslation) = (0, false, false, nil, false)
    }

    private func isFullReport(_ position: Int) -> Bool {
        let before = bytes[max(start, position - 256)..<position]
        if let label = before.ranges(of: Array("Full Report".utf8)).last,
            before[label.upperBound...].allSatisfy({ $0 == 0x2D || IncidentValues.isBlank($0) })
        {
            return true
        }
        guard let incident, !incident.isEmpty else {
            guard let process, let number = IncidentValues.named(process).number else { return true }
            return ["\"pid\" : ", "\"pid\": ", "\"pid\":"].contains { key in
                !bytes[position...].prefix(16_384).ranges(of: Array("\(key)\(number),".utf8)).isEmpty
            }
        }
        return !bytes[position...].prefix(16_384).ranges(of: Array(incident.utf8)).isEmpty
    }

    private func namedIncident(_ first: Int, _ end: Int) -> String {
        IncidentValues.trim(String(decoding: bytes[(first + 20)..<end], as: UTF8.self))
    }

    /// The value of the label that is eight bytes long, if a number stands behind a name in it.
    private func named(_ first: Int, _ end: Int) -> String? {
        let value = IncidentValues.trim(String(decoding: bytes[(first + 8)..<end], as: UTF8.self))
        return IncidentValues.named(value).number == nil ? nil : value
    }

    private func namesAnother(_ first: Int, _ end: Int) -> Bool {
        guard let process, let other = named(first, end), other != process else { return false }
        let blanks: [UInt8] = [0x20, 0x09, 0x0D, 0x0A]
        guard let next = bytes[end...].firstIndex(where: { !blanks.contains($0) }) else { return false }
        let stop = bytes[next...].firstIndex(of: 0x0A) ?? bytes.count
        guard bytes.withView({ CrashTextLabel.find($0, next, stop)?.label.beginsRest ?? false }) else { return false }
        return !bytes[end...].prefix(4_096).ranges(of: Array("\nException Type:".utf8)).isEmpty
    }

    private func headStart(_ first: Int) -> Int {
        var head = first
        var line = bytes[start..<first].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
        while line > start {
            let previous = bytes[start..<(line - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
            guard let solid = bytes[previous..<(line - 1)].firstIndex(where: { !IncidentValues.isBlank($0) }),
                bytes.withView({ CrashTextLabel.find($0, solid, line - 1)?.label.isOfHead ?? false })
            else { break }
            (head, line) = (solid, previous)
        }
        return head
    }

    private mutating func close(at end: Int) {
        guard mode != .none else { return }
        if let last = bytes[start..<end].lastIndex(where: { !IncidentValues.isBlank($0) }) {
            ranges.append(start..<(last + 1))
        }
    }
}
