// SPDX-License-Identifier: MIT

/// A JSON body in as many pieces as damage has left of it: each is read as an object by itself.
///
/// The system indents the members of a body by two spaces and nothing else by as few, so that the next one can be found
/// behind a place that is no JSON.
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
            guard let next = CrashBodyPieces.nextMember(bytes, from: fault.offset) else { return }
            // One byte before the member becomes the brace that opens the object.
            bytes = [0x7B] + bytes[next...]
            start += next - 1
        }
    }

    private static func nextMember(_ bytes: [UInt8], from offset: Int) -> Int? {
        bytes.withView { view in
            ByteSearch.find("\n  \"", in: view, from: max(offset - 1, 0), to: view.count).map { $0 + 3 }
        }
    }
}
