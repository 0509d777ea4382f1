// SPDX-License-Identifier: MIT

/// Finds personal data in a text: one pass over its words, each looked at with what stands around it.
///
/// Log text is quoted in many ways (`\"udid\":\"…\"`, `\/Users\/…`): separators may be any number of slashes,
/// backslashes and quotes.
struct PersonalDataScanner {
    /// What a text is.
    enum Kind {
        /// Of a log, or one that quotes it.
        case log
        /// A sentence of a report.
        case sentence
        /// Where a file is.
        case path
    }

    private let bytes: [UInt8]
    private let devices: DeviceNames
    /// Where the text quotes somebody, if it is a sentence of ours: elsewhere in it words are our own.
    private let quotes: [Range<Int>]?
    /// The text is a path, which may begin without a slash.
    private let isPath: Bool
    private(set) var found: [PersonalData] = []
    private var index = 0
    /// Up to where what stands here is known to hold no dot.
    private var dotlessEnd = 0

    init(_ bytes: [UInt8], devices: DeviceNames, kind: Kind = .log) {
        self.bytes = bytes.contains(0xE2) ? Self.withoutTypography(bytes) : bytes
        self.devices = devices
        quotes = kind == .sentence ? Self.quotes(in: bytes) : nil
        isPath = kind == .path
    }

    /// What stands between “ and ”, or between quotes of ASCII; an apostrophe is none.
    private static func quotes(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var open: (start: Int, end: UInt8)?
        for (index, byte) in bytes.enumerated() {
            if let (start, end) = open {
                guard byte == end, end != 0x27 || index + 1 == bytes.count || !isWord(bytes[index + 1]),
                    end != 0x9D || bytes[..<index].suffix(2).elementsEqual([0xE2, 0x80])
                else { continue }
                ranges.append(start..<index)
                open = nil
            } else if byte == 0x9C, bytes[..<index].suffix(2).elementsEqual([0xE2, 0x80]) {
                open = (index, 0x9D)
            } else if byte == 0x22 || byte == 0x27, index == 0 || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x28 {
                open = (index, byte)
            }
        }
        // What was cut may have lost its end.
        if let open { ranges.append(open.start..<bytes.count) }
        return ranges
    }

    /// The bytes with zeros in place of typographic quotes, dashes and their kin, which end words like those of ASCII;
    /// an apostrophe, which may stand inside of a name, is ones.
    private static func withoutTypography(_ bytes: [UInt8]) -> [UInt8] {
        var plain = bytes
        var index = 0
        while index + 2 < plain.count {
            if plain[index] == 0xE2, plain[index + 1] < 0xB0 {
                let isApostrophe = plain[index + 1] == 0x80 && plain[index + 2] == 0x99
                for offset in 0..<3 { plain[index + offset] = isApostrophe ? apostrophe : 0 }
                index += 2
            }
            index += 1
        }
        return plain
    }

    /// What stands for each byte of a typographic apostrophe.
    static let apostrophe: UInt8 = 1

    /// All of it, in order.
    static func scan(_ bytes: [UInt8], devices: DeviceNames, kind: Kind = .log) -> [PersonalData] {
        var scanner = PersonalDataScanner(bytes, devices: devices, kind: kind)
        scanner.scan()
        return scanner.found
    }

    private mutating func scan() {
        if let host = SyslogRow.host(of: bytes) { take(.device, host) }
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isWord(byte) {
                let start = index
                while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
                word(start..<index)
            } else {
                if byte == 0x40 { at(index, width: 1) }
                if byte == 0x25, index + 2 < bytes.count, bytes[index + 1] == 0x34, bytes[index + 2] == 0x30 {
                    at(index, width: 3)
                }
                index += 1
            }
        }
    }

    /// Takes a find that does not overlap the one before, and goes on behind it.
    private mutating func take(_ kind: PersonalData.Kind, _ range: Range<Int>) {
        guard !range.isEmpty, range.lowerBound >= found.last?.range.upperBound ?? 0 else { return }
        found.append(PersonalData(kind: kind, range: range))
        index = max(index, range.upperBound)
    }

    // MARK: Words

    private mutating func word(_ range: Range<Int>) {
        if let name = userName(after: range) { return take(.user, name) }
        if let token = token(at: range) { return take(.token, token) }
        if let (kind, value) = labelled(range) { return take(kind, value) }
        for part in devices.ranges(in: bytes, word: range) where !isOwnWord(part) { take(.device, part) }
        if let address = NetworkAddress.range(in: bytes, word: range) { return take(.address, address) }
        if range.count == 64, bytes[range].allSatisfy(\.isHexDigit) { take(.token, range) }
        if let data = printedData(at: range) { take(.token, data) }
    }

    /// Whether a word is one of ours in a sentence of ours: neither quoted, nor behind "device", nor a part of a path.
    private func isOwnWord(_ range: Range<Int>) -> Bool {
        // A file that is called otherwise is not found.
        if isPath { return OwnWords.contains(bytes[range].map(\.lowercased)) }
        guard let quotes, OwnWords.contains(bytes[range].map(\.lowercased)) else { return false }
        if quotes.contains(where: { $0.contains(range.lowerBound) }) { return false }
        if range.lowerBound > 0, Self.isSlash(bytes[range.lowerBound - 1]) { return false }
        if range.upperBound < bytes.count, Self.isSlash(bytes[range.upperBound]) { return false }
        return !bytes[..<range.lowerBound].suffix(7).map(\.lowercased).elementsEqual("device ".utf8)
    }

    /// The name in `/Users/name/…`, `/home/name/…`, `C:\Users\name\…`, with slashes quoted in any way.
    private func userName(after range: Range<Int>) -> Range<Int>? {
        let word = bytes[range].map(\.lowercased)
        // Percent-encoded, the slash before it is a part of the word.
        let isEncoded = word.starts(with: "2f".utf8) && range.lowerBound > 0 && bytes[range.lowerBound - 1] == 0x25
        let name = isEncoded ? word[2...] : word[...]
        guard name.elementsEqual("users".utf8) || name.elementsEqual("home".utf8) else { return nil }
        var position = range.upperBound
        if isEncoded {
            guard bytes[position...].starts(with: "%2F".utf8) || bytes[position...].starts(with: "%2f".utf8) else {
                return nil
            }
            position += 3
        } else {
            let isFirst = isPath && range.lowerBound == 0
            guard isFirst || range.lowerBound > 0 && Self.isSlash(bytes[range.lowerBound - 1]) else { return nil }
            while position < bytes.count, Self.isSlash(bytes[position]) { position += 1 }
            guard position > range.upperBound else { return nil }
        }
        let isWindows = !isEncoded && bytes[range.upperBound] == 0x5C && !bytes[..<position].suffix(2).contains(0x2F)
        var end = position
        while end < bytes.count, !Self.endsName(bytes[end]), !(isEncoded && bytes[end] == 0x25) { end += 1 }
        // Names may have spaces where the path goes on behind them.
        if isWindows, end < bytes.count, bytes[end] == 0x20 {
            var further = end
            while further < bytes.count, bytes[further] == 0x20 || !Self.endsName(bytes[further]) { further += 1 }
            if further < bytes.count, bytes[further] == 0x5C { end = further }
        }
        // A file in a folder called so is nobody.
        if range.lowerBound == 0, end == bytes.count || !Self.isSlash(bytes[end]) { return nil }
        return Self.isNobody(bytes[position..<end]) ? nil : position..<end
    }

    /// A secret that is known by how it begins, or by `Bearer` before it.
    private mutating func token(at range: Range<Int>) -> Range<Int>? {
        let word = bytes[range]
        if word.count == 6 || word.count == 5, range.upperBound < bytes.count, bytes[range.upperBound] == 0x20 {
            let lower = word.map(\.lowercased)
            if lower.elementsEqual("bearer".utf8) || lower.elementsEqual("basic".utf8) {
                let value = secret(from: range.upperBound + 1)
                // Basic is a word of the language, too.
                let isEncoded = word.count == 6 ? Self.isMixed(bytes[value]) : bytes[value].last == 0x3D
                return Self.isSecret(bytes[value]) || isEncoded && value.count >= 8 ? value : nil
            }
        }
        // Only what begins like one is looked at to its end, and each stretch once: texts may be one long word.
        let rest = bytes[range.lowerBound...]
        let isObject = rest.starts(with: "eyJ".utf8) && range.lowerBound >= dotlessEnd
        let isKnown = PersonalData.tokenPrefixes.contains { rest.starts(with: $0) }
        guard isObject || isKnown else { return nil }
        let value = range.lowerBound..<secret(from: range.lowerBound).upperBound
        let text = bytes[value]
        // Two encoded objects and a signature.
        if isObject, text.contains(0x2E) { return value.count >= 16 ? value : nil }
        if isObject { dotlessEnd = value.upperBound }
        return isKnown && value.count >= 16 && Self.isSecret(text) ? value : nil
    }

    /// The bytes of data as the system prints them, at least so many that they may be a push token:
    /// `<740f4707 bebcf74f …>`, `bytes = 0x740f4707 bebcf74f 9b7c25d4 8e335894 ... 462c7eaf 61bb78ad`.
    private func printedData(at range: Range<Int>) -> Range<Int>? {
        guard range.lowerBound > 0 else { return nil }
        let hasPrefix = range.count == 10 && bytes[range].starts(with: "0x".utf8)
        guard hasPrefix || range.count == 8 && bytes[range.lowerBound - 1] == 0x3C,
            bytes[range].dropFirst(hasPrefix ? 2 : 0).allSatisfy(\.isHexDigit)
        else { return nil }
        let (end, words) = dataEnd(from: range.upperBound)
        return words >= (hasPrefix ? 5 : 7) ? range.lowerBound..<end : nil
    }

    /// Where words of eight digits end that follow each other, the last of which may be shorter, and how many there
    /// are.
    private func dataEnd(from start: Int) -> (end: Int, words: Int) {
        var (end, words) = (start, 0)
        while end < bytes.count, bytes[end] == 0x20 {
            var first = end + 1
            if bytes[first...].starts(with: "... ".utf8) { first += 4 }
            var next = first
            while next < bytes.count, bytes[next].isHexDigit { next += 1 }
            guard (1...8).contains(next - first), next == bytes.count || !Self.isWord(bytes[next]) else { break }
            end = next
            words += 1
            if next - first < 8 { break }
        }
        return (end, words)
    }

    private func secret(from start: Int) -> Range<Int> {
        var end = min(start, bytes.count)
        let begin = end
        while end < bytes.count {
            if let slash = quotedSlash(at: end) {
                end = slash + 1
            } else if Self.isWord(bytes[end]) || "_.~+/=%".utf8.contains(bytes[end]) {
                end += 1
            } else {
                break
            }
        }
        while end > begin, bytes[end - 1] == 0x2E || Self.isSlash(bytes[end - 1]) { end -= 1 }
        return begin..<end
    }

    /// The slash that backslashes stand before, as JSON may write it; nil if none does.
    private func quotedSlash(at index: Int) -> Int? {
        guard bytes[index] == 0x5C else { return nil }
        let slash = endOfBackslashes(from: index)
        return slash < bytes.count && bytes[slash] == 0x2F ? slash : nil
    }

    private func endOfBackslashes(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == 0x5C { end += 1 }
        return end
    }

    // MARK: Labels

    /// The value behind a word that names it.
    private func labelled(_ range: Range<Int>) -> (PersonalData.Kind, Range<Int>)? {
        var position = range.upperBound
        while position < bytes.count, position - range.upperBound < 4, Self.isQuote(bytes[position]) { position += 1 }
        let isKey = position > range.upperBound
        if position < bytes.count, bytes[position] == 0x20 { position += 1 }
        guard position < bytes.count, bytes[position] == 0x3D || bytes[position] == 0x3A else { return nil }
        let name = name(endingAt: range)
        let isParameter = name.startIndex > 0 && "?&".utf8.contains(bytes[name.startIndex - 1])
        guard let label = PersonalData.Label(name, isParameter: isParameter) else { return nil }
        let isAssigned = isKey || bytes[position] == 0x3D && position == range.upperBound
        position += 1
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        // As Swift prints what may be missing.
        if bytes[position...].starts(with: "Optional(".utf8) { position += "Optional(".utf8.count }
        // Of what has parts each is looked at by itself.
        let rest = bytes[min(position, bytes.count)...]
        if label == .credential, rest.first == 0x7B, !rest.starts(with: Self.dataLead.utf8) { return nil }
        let value = value(from: position, label, isKey: isKey)
        guard !value.isEmpty, !Self.isNothing(bytes[value]) else { return nil }
        switch label {
        case .device: return value.count > 1 ? (.device, value) : nil
        case .deviceName:
            let isOrdinary = value.count < 2 || DeviceNames.isOrdinary(String(decoding: bytes[value], as: UTF8.self))
            return isOrdinary ? nil : (.device, value)
        case .user: return value.count > 1 ? (.user, value) : nil
        case .account: return Self.isUUID(bytes[value]) ? (.user, value) : nil
        case .password, .cookie: return (.token, value)
        case .credential:
            return bytes[value].first == 0x7B || Self.isOutcome(bytes[value]) ? nil : (.token, value)
        case .authorization:
            return Self.isSecret(bytes[value]) || isBehindAuthScheme(value.lowerBound) ? (.token, value) : nil
        case .token:
            let isMixed = isAssigned && value.count >= 8 && Self.isMixed(bytes[value])
            return Self.isSecret(bytes[value]) || isMixed ? (.token, value) : nil
        }
    }

    /// The name that ends with a word, underscores and the one label of two words included.
    private func name(endingAt range: Range<Int>) -> ArraySlice<UInt8> {
        var start = range.lowerBound
        while start > 0, Self.isWord(bytes[start - 1]) || bytes[start - 1] == 0x5F { start -= 1 }
        let before = Array("CrashReporter ".utf8)
        if bytes[range].elementsEqual("Key".utf8), bytes[..<start].suffix(before.count).elementsEqual(before) {
            return ("crashreporterkey".utf8).map { $0 }[...]
        }
        return bytes[start..<range.upperBound]
    }

    private func value(from position: Int, _ label: PersonalData.Label, isKey: Bool) -> Range<Int> {
        // An account's id may stand beside words.
        let quoted = label == .account ? nil : QuotedValue(bytes, at: position, isKey: isKey)
        var start = quoted?.range.lowerBound ?? position
        if quoted == nil {
            while start < bytes.count, Self.isBlank(bytes[start]) || Self.isQuote(bytes[start]) { start += 1 }
        }
        // The bytes of a push token: `<740f4707 bebcf74f …>`.
        if start < bytes.count, bytes[start] == 0x3C {
            var end = start + 1
            while end < bytes.count, bytes[end].isHexDigit || bytes[end] == 0x20 { end += 1 }
            if end < bytes.count, bytes[end] == 0x3E, end - start > 8 { return (start + 1)..<end }
            if let end = quoted?.range.upperBound, end > start + 1, bytes[end - 1] == 0x3E {
                return (start + 1)..<(end - 1)
            }
            if quoted == nil { start += 1 }
        }
        // The same as it is printed since: `{length = 32, bytes = 0x740f4707 …}`.
        if let data = describedData(at: start) { return data }
        var end = quoted?.range.upperBound ?? self.end(of: label, from: start)
        if label == .authorization {
            let scheme = bytes[start..<min(end + 1, start + 9, bytes.count)]
            if let blank = scheme.firstIndex(of: 0x20) {
                start = blank + 1
                if quoted == nil { end = self.end(of: label, from: start) }
            }
        }
        return start..<end
    }

    private static let dataLead = "{length = "

    private func describedData(at start: Int) -> Range<Int>? {
        guard bytes[min(start, bytes.count)...].starts(with: Self.dataLead.utf8) else { return nil }
        var place = start + Self.dataLead.utf8.count
        while place < bytes.count, bytes[place].isDigit { place += 1 }
        let lead = ", bytes = 0x"
        guard bytes[place...].starts(with: lead.utf8) else { return nil }
        place += lead.utf8.count
        var end = place
        while end < bytes.count, bytes[end].isHexDigit { end += 1 }
        return (place - 2)..<dataEnd(from: end).end
    }

    /// Whether the word before a place says of what kind the credentials are that stand there.
    private func isBehindAuthScheme(_ place: Int) -> Bool {
        guard place > 0, bytes[place - 1] == 0x20 else { return false }
        var start = place - 1
        while start > 0, Self.isWord(bytes[start - 1]) { start -= 1 }
        let scheme = bytes[start..<(place - 1)].map(\.lowercased)
        return ["basic", "bearer", "token", "apikey", "dpop"].contains { scheme.elementsEqual($0.utf8) }
    }

    /// Where a value ends that no quotes are around.
    private func end(of label: PersonalData.Label, from start: Int) -> Int {
        var end = start
        // An account's id is short, and whatever is longer is none.
        let limit = label == .account ? min(start + 64, bytes.count) : bytes.count
        while end < limit {
            if let slash = quotedSlash(at: end) {
                end = slash + 1
            } else if Self.endsValue(bytes[end], label) {
                break
            } else {
                end += 1
            }
        }
        guard label == .deviceName, let sign = bytes[start..<end].firstIndex(of: 0x3D) else { return end }
        // What is behind the name is another word with a value: `deviceName=Anna's iPhone pid=7`.
        return bytes[start..<sign].lastIndex(of: 0x20) ?? sign
    }

    // MARK: Addresses

    /// What stands around an `@`: an e-mail address, or name and password of a URL.
    private mutating func at(_ place: Int, width: Int) {
        var start = place
        while start > 0, Self.isLocalPart(bytes[start - 1]) {
            // Encoded, the slash or the sign before it would be taken for a part of it.
            if bytes[start - 1] == 0x25, start + 2 <= place {
                start += 2
                break
            }
            start -= 1
        }
        if let userInfo = userInfo(before: place) { return take(.token, userInfo) }
        if Redactor.isMask(bytes[start..<place], .token) { return }
        while start < place, bytes[start] == 0x2E || bytes[start] == 0x2D { start += 1 }
        var end = place + width
        while end < bytes.count, Self.isWord(bytes[end]) || bytes[end] == 0x2E { end += 1 }
        while end > place, bytes[end - 1] == 0x2E || bytes[end - 1] == 0x2D { end -= 1 }
        let domain = bytes[min(place + width, end)..<end]
        guard start < place, let dot = domain.lastIndex(of: 0x2E), dot > domain.startIndex else { return }
        let top = domain[(dot + 1)...]
        // `icon@2x.png` is a picture.
        if domain.prefix(3).elementsEqual("2x.".utf8) || domain.prefix(3).elementsEqual("3x.".utf8) { return }
        guard top.count >= 2, top.allSatisfy({ $0.isLetter || $0 >= 0x80 }) else { return }
        if let last = found.last, last.range.upperBound > start, last.range.lowerBound >= start { found.removeLast() }
        take(.email, start..<end)
    }

    /// `name:password` in `https://name:password@host`.
    private func userInfo(before place: Int) -> Range<Int>? {
        var start = place
        while start > 0, place - start < 256, Self.isUserInfo(bytes[start - 1]) { start -= 1 }
        guard start < place, isBehindScheme(start), bytes[start..<place].contains(0x3A) else { return nil }
        return start..<place
    }

    /// Whether `://` stands before a place, with slashes quoted in any way.
    private func isBehindScheme(_ place: Int) -> Bool {
        var start = place
        for _ in 0..<2 {
            guard start > 0, bytes[start - 1] == 0x2F else { return false }
            start -= 1
            while start > 0, bytes[start - 1] == 0x5C { start -= 1 }
        }
        return start > 0 && bytes[start - 1] == 0x3A
    }
}

// MARK: - Bytes

extension PersonalDataScanner {
    /// Letters, digits, dashes, and all that is not ASCII.
    static func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == 0x2D || byte >= 0x80 }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x5C }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 || byte == 0x5C }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || isSlash(byte) || "\"'`,:;()[]{}<>|&?*=".utf8.contains(byte)
    }

    private static func endsValue(_ byte: UInt8, _ label: PersonalData.Label) -> Bool {
        if byte == apostrophe, label == .deviceName { return false }
        if byte < 0x20 || byte == 0x22 || byte == 0x5C { return true }
        // Cookies are several, and passwords may hold anything but a blank.
        if label == .cookie { return false }
        if label == .deviceName { return ",;)]}>&|<".utf8.contains(byte) }
        return byte == 0x20 || ",;)]}>&|<'".utf8.contains(byte)
    }

    private static func isLocalPart(_ byte: UInt8) -> Bool { isWord(byte) || "._%+".utf8.contains(byte) }

    /// `6E1D3C0A-0000-4000-8000-0123456789AB`.
    private static func isUUID(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 36
            && word.enumerated().allSatisfy { offset, byte in
                [8, 13, 18, 23].contains(offset) ? byte == 0x2D : byte.isHexDigit
            }
    }

    private static func isUserInfo(_ byte: UInt8) -> Bool {
        byte > 0x20 && !isSlash(byte) && !isQuote(byte) && byte != 0x40
    }

    /// Accounts of the system, which everybody has.
    private static func isNobody(_ name: ArraySlice<UInt8>) -> Bool {
        name.isEmpty || ["Shared", "mobile", "Public", "Default", "root"].contains { name.elementsEqual($0.utf8) }
    }

    private static func isNothing(_ value: ArraySlice<UInt8>) -> Bool {
        ["null", "nil", "none", "true", "false", "unknown", "-"].contains {
            value.map(\.lowercased).elementsEqual($0.utf8)
        }
    }

    /// What logs say of a token in its place.
    private static func isOutcome(_ value: ArraySlice<UInt8>) -> Bool {
        let word = value.map(\.lowercased)
        return outcomes.contains { word.elementsEqual($0.utf8) }
    }

    private static let outcomes = [
        "expired", "missing", "invalid", "valid", "empty", "present", "absent", "refreshed", "revoked", "received",
        "registered", "cancelled", "canceled", "failed", "required", "ok", "granted", "denied", "changed", "updated",
        "error", "found", "not",
    ]

    /// Whether a small letter has a capital behind it.
    private static func isMixed(_ value: ArraySlice<UInt8>) -> Bool {
        zip(value, value.dropFirst()).contains { $0.isLetter && $0 >= 0x61 && $1.isLetter && $1 < 0x61 }
    }

    /// Long or mixed enough that it is no word of a language.
    private static func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
        value.count >= 20 || (value.count >= 8 && value.contains(where: \.isDigit))
    }
}
