// SPDX-License-Identifier: MIT

import LifelintModel

/// Looks at the first records of an input and tells whether they are an SDK's, by the keys that only those have.
struct BreadcrumbsSniffer {
    /// Whose records they are.
    enum Owner { case breadcrumbs, analytics }

    /// What a breadcrumb may have: more is a log of somebody else, who uses some of the words.
    private static let crumbKeys: Set<String> = [
        "timestamp", "category", "type", "level", "message", "data", "origin", "event_id",
    ]
    private static let crumbLevels: Set<String> = ["debug", "info", "warning", "error", "fatal", "critical"]
    private static let analyticsTypes: Set<String> = ["track", "screen", "identify", "group", "alias", "page"]

    /// Whose the input is; nil if it is of no SDK that is known.
    private(set) var owner: Owner?

    /// A look at that head.
    init(_ head: InputHead, _ words: CompiledVocabulary) {
        let initial = head.bytes.first { !ByteView.isWhiteSpace($0) && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        guard initial == 0x7B || initial == 0x5B else { return }
        owner = head.bytes.withView { BreadcrumbsSniffer.owner($0, words) }
    }

    private static func owner(_ view: ByteView, _ words: CompiledVocabulary) -> Owner? {
        var scanner = DocumentScanner(recordKeys: BreadcrumbsFormat.recordKeys)
        scanner.scanHead(view, records: IngestLimits.headLines)
        var builder = RecordBuilder(ReadingSettings(words: words), format: "", durability: .unknown)
        builder.begin(chunkCount: view.count)
        var isDocument = false
        var seen = 0
        var counts = (crumbs: 0, typed: 0, analytics: 0)
        for item in scanner.items.prefix(4 * IngestLimits.headLines) {
            if case .documentBegin = item { isDocument = true }
            guard case .record(let start, let end, _, _) = item, seen < IngestLimits.headLines else { continue }
            seen += 1
            guard let keys = texts(view, start, end, &builder) else { continue }
            if isAnalytics(keys) { counts.analytics += 1 }
            guard isCrumb(keys) else { continue }
            counts.crumbs += 1
            if keys["type"] ?? nil != nil { counts.typed += 1 }
        }
        if counts.analytics * 2 > seen { return .analytics }
        // Without a document that says so, a level and a category are words of any log.
        guard counts.crumbs * 2 > seen, isDocument || counts.typed > 0 else { return nil }
        return .breadcrumbs
    }

    /// The keys of a record with the texts of its strings; members of nested objects count as the object.
    private static func texts(
        _ view: ByteView, _ start: Int, _ end: Int, _ builder: inout RecordBuilder
    ) -> [String: String?]? {
        guard let scanned = try? JSONRecordScanner.scan(view, start, end, into: &builder), case .record = scanned.shape
        else { return nil }
        var texts: [String: String?] = [:]
        for field in builder.fields {
            let path = builder.bytes(field.key, view)
            let key = String(decoding: path.prefix { $0 != 0x2E }, as: UTF8.self)
            let isText = field.form == .string && key.utf8.count == path.count
            texts[key] = .some(isText ? String(decoding: builder.bytes(field.value, view), as: UTF8.self) : nil)
        }
        return texts
    }

    private static func isCrumb(_ texts: [String: String?]) -> Bool {
        guard texts.keys.contains("timestamp"), texts["category"] ?? nil != nil,
            texts.keys.allSatisfy(crumbKeys.contains)
        else { return false }
        if let level = texts["level"] ?? nil { return crumbLevels.contains(level) }
        return texts["type"] ?? nil != nil
    }

    private static func isAnalytics(_ texts: [String: String?]) -> Bool {
        guard let type = texts["type"] ?? nil, analyticsTypes.contains(type) else { return false }
        let times = ["timestamp", "originalTimestamp", "sentAt"]
        return texts.keys.contains("messageId") && times.contains { texts.keys.contains($0) }
    }
}
