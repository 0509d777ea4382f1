// SPDX-License-Identifier: MIT

import LifelintModel

/// Turns the bytes of one JSON object into events.
enum JSONRecordReader {
    /// Reads the object between `place.start` and `place.end`; false if it is a document with records of its own.
    ///
    /// - Parameter isCut: whether the input ends with this record, so that a missing end means that it was cut off.
    @inline(__always) static func read(
        _ view: ByteView, _ place: RecordPlace, isCut: Bool, into builder: inout RecordBuilder
    ) -> Bool {
        if FlatRecordScanner.add(view, place, to: &builder) { return true }
        return readCarefully(view, place, isCut: isCut, into: &builder)
    }

    @inline(never) private static func readCarefully(
        _ view: ByteView, _ place: RecordPlace, isCut: Bool, into builder: inout RecordBuilder
    ) -> Bool {
        do throws(JSONFault) {
            let (shape, stop) = try JSONRecordScanner.scan(view, place.start, place.end, into: &builder)
            if shape == .document { return false }
            let rest = view.skipWhiteSpace(from: stop, to: place.end)
            if rest < place.end {
                throw JSONFault(
                    position: rest, code: .invalidJSON,
                    message: IngestProblem.expected("the end of the line after the object", found: view[rest]))
            }
            if let position = view.firstInvalidUTF8(from: place.start, to: place.end) {
                builder.report(.invalidUTF8, at: position, place, view, IngestProblem.invalidUTF8)
            }
            builder.addRecord(view, place)
        } catch {
            if isCut, error.position >= place.end {
                builder.report(.truncatedLine, at: place.start, place, view, IngestProblem.truncatedLine)
            } else {
                builder.report(error.code, at: error.position, place, view, error.message)
                builder.noteUnreadable(view, place)
            }
        }
        return true
    }
}
