// SPDX-License-Identifier: MIT

/// Which kind of report about one process a text is, by what it says itself: the number in a header above it may be
/// that of another.
enum ProcessText {
    enum Kind {
        case crash, resource, hang
    }

    /// The kind of what stands behind a header; nil for JSON, and where no line tells.
    static func kind(of document: IncidentDocument, behind header: Int) -> Kind? {
        document.source.bytes.withView { view in
            let body = SystemReport.body(document, view, behind: header)
            guard !body.isEmpty, view[body.lowerBound] != 0x7B else { return nil }
            return kind(of: document.source, view, body)
        }
    }

    /// Whether a document is a text of a kind: by what it says, and where it says nothing by the number above it.
    ///
    /// - Parameter alone: whether a text without a header is of that kind.
    static func isOne(
        _ document: IncidentDocument, _ kind: Kind, numbers: [String],
        alone: (IncidentSource, ByteView, Range<Int>) -> Bool
    ) -> Bool {
        SystemReport.isText(document) { bugType, view, body in
            guard let bugType else { return alone(document.source, view, body) }
            let told = ProcessText.kind(of: document.source, view, body)
            return told == kind || told == nil && numbers.contains(bugType)
        }
    }

    /// The kind of a text.
    static func kind(of source: IncidentSource, _ view: ByteView, _ body: Range<Int>) -> Kind? {
        if ResourceParser.isResourceText(source, view, body) { return .resource }
        if HangParser.isHangText(source, view, body) { return .hang }
        return endsBySignal(source, view, body) ? .crash : nil
    }

    /// Whether it says which signal the exception was told as: then it ended the process.
    private static func endsBySignal(_ source: IncidentSource, _ view: ByteView, _ body: Range<Int>) -> Bool {
        var lines = HeadLines(source, view, body, initials: "E")
        while let line = lines.next() {
            guard line.isLabelled("Exception Type", in: view) else { continue }
            return ByteSearch.find("(SIG", in: view, from: line.value.lowerBound, to: line.value.upperBound) != nil
        }
        return false
    }
}
