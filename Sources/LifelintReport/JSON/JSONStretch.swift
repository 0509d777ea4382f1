// SPDX-License-Identifier: MIT

import LifelintModel

/// JSON in the making whose shape is known: stretches of keys and punctuation, and the values between them.
///
/// Reports are as large as the logs they speak of. ``JSONWriter`` asks before each value whether a comma is due and
/// appends piece by piece; here a comma is part of the key's text, room is asked for once a value, and strings are
/// searched for escapes eight bytes at a time.
///
/// Why unsafe: bytes are stored through one pointer. Every method asks for the room that it fills, and no pointer to
/// the storage leaves it.
@safe struct JSONStretch: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes there are.
    private(set) var count = 0
    /// The day of ``dayText``, which is `"YYYY-MM-DDT`: most times lie on the day of the one before.
    private var day = Int64.min
    private var dayText: [UInt8] = []

    init(capacity: Int = 32 << 10) {
        unsafe base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { unsafe base.deallocate() }

    /// Forgets the bytes, but keeps their room.
    mutating func removeAll() { count = 0 }

    /// Appends all bytes to an output.
    func write(to output: inout OutputBuffer) {
        unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }

    // MARK: Pieces

    /// Adds text of the program's own, as it is.
    @inline(__always) mutating func add(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe (base + count).update(from: text.utf8Start, count: length)
        count &+= length
    }

    /// Adds bytes that are JSON already.
    mutating func add(raw bytes: [UInt8]) {
        reserve(bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe (base + count).update(from: start, count: source.count) }
        }
        count &+= bytes.count
    }

    /// Adds a string, or null.
    @inline(__always) mutating func add(quoted text: String?) {
        if let text { add(quoted: text) } else { add("null") }
    }

    /// Adds a string.
    mutating func add(quoted text: String) {
        // Room for the worst: each byte becomes `\u00XX`.
        reserve(text.utf8.count &* 6 &+ 10)
        put(0x22)
        // Without a copy, which would count a reference.
        if unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe addEscaped($0) }) == nil {
            var text = text
            text.withUTF8 { unsafe addEscaped($0) }
        }
        put(0x22)
    }

    /// Adds true or false.
    @inline(__always) mutating func add(_ flag: Bool) {
        if flag { add("true") } else { add("false") }
    }

    /// Adds a whole number.
    mutating func add(_ number: Int64) {
        reserve(20)
        var magnitude = number.magnitude
        if number < 0 { put(0x2D) }
        var digits = 1
        var bound: UInt64 = 10
        while digits < 20, magnitude >= bound {
            digits &+= 1
            bound = digits < 20 ? bound &* 10 : .max
        }
        var place = count &+ digits
        count = place
        repeat {
            place &-= 1
            unsafe base[place] = UInt8(truncatingIfNeeded: magnitude % 10) &+ 0x30
            magnitude /= 10
        } while magnitude > 0
    }

    /// Adds an instant as RFC 3339, or null.
    @inline(__always) mutating func add(_ instant: Timestamp?) {
        if let instant { add(instant) } else { add("null") }
    }

    /// Adds an instant as RFC 3339.
    mutating func add(_ instant: Timestamp) {
        let perDay: Int64 = 86_400_000_000_000
        var (day, ofDay) = instant.nanoseconds.quotientAndRemainder(dividingBy: perDay)
        if ofDay < 0 {
            day &-= 1
            ofDay &+= perDay
        }
        if day != self.day { begin(day: day, instant) }
        add(raw: dayText)
        reserve(24)
        let second = UInt32(truncatingIfNeeded: ofDay / 1_000_000_000)
        put(twoDigits: second / 3_600)
        put(0x3A)
        put(twoDigits: second / 60 % 60)
        put(0x3A)
        put(twoDigits: second % 60)
        let digits = Int(min(instant.digits, 9))
        if digits > 0 { put(fraction: UInt32(truncatingIfNeeded: ofDay % 1_000_000_000), digits: digits) }
        put(0x5A)
        put(0x22)
    }

    /// Adds where in its file something stands: the members behind `file`.
    mutating func add(positionOf place: SourceLocation) {
        add(",\"line\":")
        add(Int64(place.line))
        add(",\"column\":")
        add(Int64(place.column))
        add(",\"offset\":")
        add(place.offset)
        add(",\"length\":")
        add(Int64(place.length))
    }

    // MARK: Bytes

    @inline(__always) private mutating func reserve(_ room: Int) {
        if capacity &- count < room { grow(room) }
    }

    @inline(never) private mutating func grow(_ room: Int) {
        let wanted = max(capacity * 2, count + room)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = wanted
    }

    /// Stores one byte, for which there is room.
    @inline(__always) private mutating func put(_ byte: UInt8) {
        unsafe base[count] = byte
        count &+= 1
    }

    @inline(__always) private mutating func put(twoDigits number: UInt32) {
        put(UInt8(truncatingIfNeeded: number / 10) &+ 0x30)
        put(UInt8(truncatingIfNeeded: number % 10) &+ 0x30)
    }

    @inline(__always) private mutating func put(fraction nanosecond: UInt32, digits: Int) {
        var rest = nanosecond
        for _ in digits..<9 { rest /= 10 }
        put(0x2E)
        var place = count &+ digits
        count = place
        for _ in 0..<digits {
            place &-= 1
            unsafe base[place] = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
            rest /= 10
        }
    }

    @inline(never) private mutating func begin(day: Int64, _ instant: Timestamp) {
        self.day = day
        var text = OutputBuffer(capacity: 32)
        text.append(Timestamp(nanoseconds: instant.nanoseconds, digits: 0))
        dayText = [0x22] + text.bytes.prefix { $0 != 0x54 } + [0x54]
    }

    /// Stores text for which there is room: eight bytes together, as far as none of them needs an escape.
    private mutating func addEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        let source = unsafe UnsafeRawPointer(start)
        var index = 0
        while index &+ 8 <= text.count {
            let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Whatever of it is not meant is written over.
            unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt64.self)
            let plain = JSONStretch.escapes(word).trailingZeroBitCount &>> 3
            count &+= plain
            index &+= plain
            if plain == 8 { continue }
            unsafe putEscaped(text[index])
            index &+= 1
        }
        while index < text.count {
            unsafe putEscaped(text[index])
            index &+= 1
        }
    }

    /// Marks of eight bytes those that are control characters, quotes or backslashes: the lowest mark is right, those
    /// above it may be of others.
    @inline(__always) private static func escapes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & high
    }

    @inline(__always) private mutating func putEscaped(_ byte: UInt8) {
        if byte >= 0x20, byte != 0x22, byte != 0x5C { return put(byte) }
        put(0x5C)
        switch byte {
        case 0x22, 0x5C: put(byte)
        case 0x0A: put(0x6E)
        case 0x0D: put(0x72)
        case 0x09: put(0x74)
        default:
            for unit: UInt8 in [0x75, 0x30, 0x30] { put(unit) }
            put(byte < 0x10 ? 0x30 : 0x31)
            let low = byte & 0x0F
            put(low < 10 ? 0x30 &+ low : 0x57 &+ low)
        }
    }
}
