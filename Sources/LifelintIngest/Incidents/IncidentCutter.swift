// SPDX-License-Identifier: MIT

import LifelintModel

/// Cuts an input into the reports that were written into it one behind the other.
///
/// One JSON value is one document; a header line of an `.ips` belongs to what follows it; a text ends where the next
/// header or the next text report begins. An array becomes its elements if each of them is a report by itself.
enum IncidentCutter {
    /// The documents of an input, in its order.
    ///
    /// Their source is the decoded one where the input is UTF-16.
    ///
    /// - Parameter first: where the first document lies, if that was found before.
    static func documents(of source: IncidentSource, first: Range<Int>? = nil) -> [IncidentDocument] {
        let source = readable(source)
        guard !source.bytes.isEmpty else { return [] }
        // Behind the first one there is nothing more, as every line of the input has told.
        if let first, first.upperBound == source.bytes.count - trailingBlanks(source.bytes),
            source.bytes.count <= recognisedBytes
        {
            return [IncidentDocument(source, first)]
        }
        let whole = IncidentDocument(source, 0..<source.bytes.count)
        if isBinary(source.bytes) || isReadWhole(whole) { return [whole] }
        let ranges = source.bytes.withView { view in
            var cutter = IncidentLineCutter(view)
            return cutter.ranges(atMost: IngestLimits.incidentsPerInput)
        }
        return ranges.flatMap { elements(of: IncidentDocument(source, $0)) }
    }

    /// The first document of an input: what its format is recognised by.
    static func first(of source: IncidentSource) -> IncidentDocument? {
        let source = readable(source)
        guard !source.bytes.isEmpty else { return nil }
        let whole = IncidentDocument(source, 0..<source.bytes.count)
        if isBinary(source.bytes) || isReadWhole(whole) { return whole }
        let range = source.bytes.withView { view in
            var cutter = IncidentLineCutter(view)
            let first = cutter.ranges(atMost: 1, reach: recognisedBytes).first
            source.note(cutter)
            return first
        }
        return range.flatMap { elements(of: IncidentDocument(source, $0)).first }
    }

    /// How much of an input is looked at to find its first document: every format asks.
    private static let recognisedBytes = 256 << 10

    /// The source in UTF-8 and as it was written: itself, or a decoded one if it is UTF-16, or one without what was
    /// pasted around it.
    ///
    /// Places then refer to that text.
    static func readable(_ source: IncidentSource) -> IncidentSource {
        if source.isReadable { return source }
        let text = WideText.decoded(source.bytes)
        let mended = LooseForms.mended(text ?? source.bytes) ?? text
        if let bytes = PastedText.content(of: mended ?? source.bytes) ?? mended {
            return IncidentSource(readable: bytes)
        }
        source.isReadable = true
        return source
    }

    private static func trailingBlanks(_ bytes: [UInt8]) -> Int {
        var count = 0
        while count < bytes.count, IncidentValues.isBlank(bytes[bytes.count - 1 - count]) { count += 1 }
        return count
    }

    private static func isReadWhole(_ document: IncidentDocument) -> Bool {
        IncidentParsers.ofWholeInputs.contains { $0.recognises(document) && $0.isSpread(document) }
    }

    /// Zeros among the first bytes: text has none.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        bytes.withView { $0.firstIndex(of: 0, from: 0, to: min($0.count, 512)) != nil }
    }

    /// The elements of an array of reports; else the document itself.
    private static func elements(of document: IncidentDocument) -> [IncidentDocument] {
        guard !document.range.isEmpty, document.source.bytes[document.range.lowerBound] == 0x5B else {
            return [document]
        }
        let json = JSONDocument(Array(document.bytes))
        var parts: [Range<Int>] = []
        var areObjects = true
        json.withTape { tape in
            tape.forEachElement(of: 0) { element in
                areObjects = tape.nodes[element].kind == .object
                parts.append(tape.range(element))
                return areObjects && parts.count < IngestLimits.incidentsPerInput
            }
        }
        guard areObjects, !parts.isEmpty else { return [document] }
        let elements = parts.map { document.part($0) }
        return elements.allSatisfy { IncidentParsers.parser(of: $0) != nil } ? elements : [document]
    }
}
