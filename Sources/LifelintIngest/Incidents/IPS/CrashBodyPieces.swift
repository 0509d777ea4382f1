// SPDX-License-Identifier: MIT

/// A JSON body in as many pieces as damage has left of it: each is read as an object by itself.
///
/// The system indents the members of a body by two spaces and nothing else by as few, so that the next one can be found
/// behind a place that is no JSON. Where others have written it anew, the next one is found by its name.
struct CrashBodyPieces {
    /// The pieces in their order, and how far behind the document's first byte each counts from.
    private(set) var pieces: [(json: JSONDocument, start: Int)] = []
    /// What is no JSON, counted from the document's first byte.
    private(set) var faults: [(offset: Int, message: String)] = []
    /// Whether images, threads and their calls have to be read from their bytes.
    private(set) var hasPassedCalls = false
    /// Whether something of the body is missing; what stands behind its end is not of it.
    private(set) var isDamaged = false

    /// How often reading starts anew: a body that is damaged in more places is not worth it.
    private static let limit = 8

    /// Most of a body is registers, calls of threads that have nothing to do with what happened, and images that no
    /// other call names.
    private static let passed = [
        JSONDocument.Passed(depth: 1, name: "threads", keepsElements: true),
        JSONDocument.Passed(depth: 1, name: "lastExceptionBacktrace"),
        JSONDocument.Passed(depth: 1, name: "usedImages", keepsElements: true),
    ]

    /// The pieces of the body that begins that many bytes behind the document's first.
    ///
    /// - Parameter wantsAllCalls: whether calls are on the tape; else each thread is one node without children.
    init(_ document: IncidentDocument, from start: Int, wantsAllCalls: Bool) {
        let first = document.range.lowerBound + start
        let range = first..<max(document.range.upperBound, first)
        // A call takes more than two bytes: where there is no room for all of them, they have to be counted.
        if !wantsAllCalls, range.count / 2 < IngestLimits.framesPerIncident {
            let json = JSONDocument(
                document.source.bytes, in: range, nesting: IngestLimits.nesting, passing: CrashBodyPieces.passed)
            if json.fault == nil {
                pieces = [(json, -document.range.lowerBound)]
                hasPassedCalls = true
                return
            }
        }
        var bytes = document.bytes(from: start)
        var start = start
        while pieces.count < CrashBodyPieces.limit {
            let json = JSONDocument(bytes)
            pieces.append((json, start))
            guard let fault = json.fault else { return }
            faults.append((start + fault.offset, fault.message))
            // The parser ends what is left open where the input ends.
            if let root = json.root, root.byteRange.upperBound < bytes.count { return }
            isDamaged = true
            // Lines that were broken inside of texts, and commas too many, leave one whole body.
            if pieces.count == 1, let whole = JSONMender.mended(bytes).map({ JSONDocument($0) }), whole.fault == nil {
                pieces = [(whole, start)]
                return
            }
            guard let next = CrashBodyPieces.nextMember(bytes, from: fault.offset) else { return }
            // One byte before the member becomes the brace that opens the object.
            bytes = [0x7B] + bytes[next...]
            start += next - 1
        }
    }

    private static func nextMember(_ bytes: [UInt8], from offset: Int) -> Int? {
        bytes.withView { view in
            let start = max(offset - 1, 0)
            func find(_ text: StaticString, from start: Int) -> Int? {
                ByteSearch.find(text, in: view, from: start, to: view.count)
            }
            // Where less is indented, two spaces stand before what lies deeper.
            if find("\n \"", from: 0) == nil, find("\n\t\"", from: 0) == nil, let next = find("\n  \"", from: start) {
                return next + 3
            }
            return namedMember(view, from: start)
        }
    }

    /// The next member that has a name of those at the top.
    private static func namedMember(_ view: ByteView, from start: Int) -> Int? {
        var position = start
        while let quote = view.firstIndex(of: 0x22, from: position, to: view.count) {
            position = quote + 1
            // A quote in a text has a mark.
            if quote > 0, view[quote - 1] == 0x5C { continue }
            guard let close = view.firstIndex(of: 0x22, from: position, to: view.count) else { return nil }
            let colon = view.skipWhiteSpace(from: close + 1, to: view.count)
            guard colon < view.count, view[colon] == 0x3A else { continue }
            if CrashBodyMember(view, position..<close) != nil || isList(view, position..<close) { return quote }
        }
        return nil
    }

    /// Whether it is one of the lists of calls and images, or what says which thread counts.
    private static func isList(_ view: ByteView, _ name: Range<Int>) -> Bool {
        lists.contains { view.matches($0, from: name.lowerBound, to: name.upperBound) }
    }

    private static let lists: [StaticString] = ["threads", "usedImages", "lastExceptionBacktrace", "faultingThread"]
}
