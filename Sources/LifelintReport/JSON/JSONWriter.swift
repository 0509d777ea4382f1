// SPDX-License-Identifier: MIT

package import LifelintModel

/// Writes JSON without white space: commas, quotes and escapes, and nothing about what they mean.
///
/// A report is as large as the log it speaks of, so keys are static strings, plain stretches of a string are copied
/// whole, and keys and times are put together on the stack: one append each instead of one per byte. The unsafe spots
/// read the UTF-8 of a string in place or fill such a stack buffer; no pointer leaves its closure.
package struct JSONWriter {
    /// What was written so far.
    package var output: OutputBuffer
    /// A value was written that the next one must be parted from.
    private var needsComma = false
    /// The day of ``dayText``, which is `"YYYY-MM-DDT`: times of one run share theirs, and the calendar costs more than
    /// the clock.
    private var day = Int64.min
    private var dayText: [UInt8] = []

    /// A writer that appends to that buffer.
    package init(_ output: consuming OutputBuffer = OutputBuffer()) { self.output = output }

    // MARK: Structure

    /// Opens an object, as the next value.
    package mutating func beginObject() { open(0x7B) }

    /// Closes an object.
    package mutating func endObject() { close(0x7D) }

    /// Opens an array, as the next value.
    package mutating func beginArray() { open(0x5B) }

    /// Closes an array.
    package mutating func endArray() { close(0x5D) }

    /// Writes a key of the program's own.
    package mutating func key(_ name: StaticString) {
        let hasComma = needsComma ? 1 : 0
        let length = name.utf8CodeUnitCount
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length + 4) { buffer in
            unsafe buffer.initialize(repeating: 0x22)
            if needsComma { unsafe buffer[0] = 0x2C }
            name.withUTF8Buffer { text in
                _ = unsafe buffer[(hasComma + 1)...].update(fromContentsOf: text)
            }
            unsafe buffer[hasComma + length + 2] = 0x3A
            unsafe output.bytes.append(contentsOf: buffer[..<(hasComma + length + 3)])
        }
        needsComma = false
    }

    /// Writes a key that an input or a rule named.
    package mutating func key(named name: String) {
        separate()
        quote(name)
        output.append(byte: 0x3A)
        needsComma = false
    }

    /// Writes a value that is JSON already, as it is.
    package mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        output.append(contentsOf: json)
        needsComma = true
    }

    /// Writes keys and their values, as they are, into the object that is open.
    mutating func members(_ stretch: borrowing JSONStretch) {
        separate()
        stretch.write(to: &output)
        needsComma = true
    }

    /// Breaks the line where white space is allowed: a line feed, after the comma if one is due.
    package mutating func breakLine() {
        separate()
        output.append(byte: 0x0A)
        needsComma = false
    }

    // MARK: Values

    /// Writes a string, or null.
    package mutating func value(_ text: String?) {
        separate()
        if let text { quote(text) } else { output.append("null") }
        needsComma = true
    }

    /// Writes a string of the program's own that needs no escapes.
    package mutating func value(plain text: String) {
        separate()
        output.append(byte: 0x22)
        output.append(text)
        output.append(byte: 0x22)
        needsComma = true
    }

    /// Writes true or false.
    package mutating func value(_ flag: Bool) {
        separate()
        if flag { output.append("true") } else { output.append("false") }
        needsComma = true
    }

    /// Writes a whole number.
    package mutating func value(_ number: Int) { value(Int64(number)) }

    /// Writes a whole number.
    package mutating func value(_ number: Int64) {
        separate()
        append(decimal: number)
        needsComma = true
    }

    /// Writes a number: whole ones without a fraction, and null for those that are not finite.
    package mutating func value(_ number: Double) {
        separate()
        if let whole = Int64(exactly: number) {
            append(decimal: whole)
        } else if number.isFinite {
            output.append(number.description)
        } else {
            output.append("null")
        }
        needsComma = true
    }

    /// Writes nanoseconds as a number of seconds, exactly.
    package mutating func value(seconds nanoseconds: Int64) {
        separate()
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if whole == 0, rest < 0 { output.append(byte: 0x2D) }
        append(decimal: whole)
        if rest != 0 {
            output.append(byte: 0x2E)
            output.append(padded: Int(rest.magnitude), width: 9)
            while output.bytes.last == 0x30 { output.bytes.removeLast() }
        }
        needsComma = true
    }

    /// Writes an instant as RFC 3339, or null.
    package mutating func value(_ instant: Timestamp?) {
        separate()
        if let instant { append(instant) } else { output.append("null") }
        needsComma = true
    }

    /// Writes a day as `YYYY-MM-DD`, or null.
    package mutating func value(_ day: CalendarDay?) {
        separate()
        if let day {
            output.append(byte: 0x22)
            output.append(padded: day.year, width: 4)
            output.append(byte: 0x2D)
            output.append(padded: day.month, width: 2)
            output.append(byte: 0x2D)
            output.append(padded: day.day, width: 2)
            output.append(byte: 0x22)
        } else {
            output.append("null")
        }
        needsComma = true
    }
}

// MARK: - Bytes

extension JSONWriter {
    private mutating func open(_ byte: UInt8) {
        separate()
        output.append(byte: byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        output.append(byte: byte)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { output.append(byte: 0x2C) }
    }

    private mutating func append(decimal number: Int64) {
        if (0..<10).contains(number) {
            output.append(byte: UInt8(truncatingIfNeeded: number) &+ 0x30)
            return
        }
        // Why 20: the longest magnitude has 19 digits, and a sign may stand before it.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var magnitude = number.magnitude
            var start = 20
            while magnitude > 0 {
                start -= 1
                unsafe buffer[start] = UInt8(truncatingIfNeeded: magnitude % 10) &+ 0x30
                magnitude /= 10
            }
            if number < 0 {
                start -= 1
                unsafe buffer[start] = 0x2D
            }
            unsafe output.bytes.append(contentsOf: buffer[start...])
        }
    }

    private mutating func append(_ instant: Timestamp) {
        let perDay: Int64 = 86_400_000_000_000
        var (day, ofDay) = instant.nanoseconds.quotientAndRemainder(dividingBy: perDay)
        if ofDay < 0 {
            day -= 1
            ofDay += perDay
        }
        if day != self.day {
            var text = OutputBuffer(capacity: 32)
            text.append(Timestamp(nanoseconds: instant.nanoseconds, digits: 0))
            self.day = day
            dayText = [0x22] + text.bytes.prefix { $0 != 0x54 } + [0x54]
        }
        appendQuoted(ofDay: ofDay, digits: Int(min(instant.digits, 9)))
    }

    /// The day in ``dayText`` with that time of day, in quotes.
    private mutating func appendQuoted(ofDay: Int64, digits: Int) {
        let second = UInt32(truncatingIfNeeded: ofDay / 1_000_000_000)
        let nanosecond = UInt32(truncatingIfNeeded: ofDay % 1_000_000_000)
        let start = dayText.count
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: start + 24) { buffer in
            unsafe buffer.initialize(repeating: 0x3A)
            _ = unsafe buffer.update(fromContentsOf: dayText)
            unsafe JSONWriter.write(second / 3_600, at: start, to: buffer)
            unsafe JSONWriter.write(second / 60 % 60, at: start + 3, to: buffer)
            unsafe JSONWriter.write(second % 60, at: start + 6, to: buffer)
            var end = start + 8
            if digits > 0 {
                unsafe buffer[end] = 0x2E
                var divisor: UInt32 = 100_000_000
                for place in 1...digits {
                    unsafe buffer[end + place] = UInt8(truncatingIfNeeded: nanosecond / divisor % 10) &+ 0x30
                    divisor = max(divisor / 10, 1)
                }
                end += digits + 1
            }
            unsafe buffer[end] = 0x5A
            unsafe buffer[end + 1] = 0x22
            unsafe output.bytes.append(contentsOf: buffer[..<(end + 2)])
        }
    }

    private static func write(_ number: UInt32, at place: Int, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        unsafe buffer[place] = UInt8(truncatingIfNeeded: number / 10) &+ 0x30
        unsafe buffer[place + 1] = UInt8(truncatingIfNeeded: number % 10) &+ 0x30
    }

    private mutating func quote(_ text: String) {
        output.append(byte: 0x22)
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                let byte = unsafe utf8[index]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                    unsafe output.bytes.append(contentsOf: utf8[start..<index])
                    escape(byte)
                    start = index + 1
                }
                index += 1
            }
            unsafe output.bytes.append(contentsOf: utf8[start...])
        }
        // Why: a string bridged from elsewhere may have no UTF-8 in one piece.
        if isDone == nil {
            for byte in text.utf8 {
                if byte < 0x20 || byte == 0x22 || byte == 0x5C { escape(byte) } else { output.append(byte: byte) }
            }
        }
        output.append(byte: 0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        output.append(byte: 0x5C)
        switch byte {
        case 0x22, 0x5C: output.append(byte: byte)
        case 0x0A: output.append(byte: 0x6E)
        case 0x0D: output.append(byte: 0x72)
        case 0x09: output.append(byte: 0x74)
        default:
            output.append("u00")
            output.append(byte: byte < 0x10 ? 0x30 : 0x31)
            let low = byte & 0x0F
            output.append(byte: low < 10 ? 0x30 &+ low : 0x57 &+ low)
        }
    }
}
