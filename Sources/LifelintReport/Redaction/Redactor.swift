// SPDX-License-Identifier: MIT

import LifelintModel

/// Masks what tells who somebody is: user names in paths, device ids, e-mail addresses, tokens.
///
/// The same value has the same mask within a report: who reads it can still tell that two runs were on one device.
final class Redactor {
    private var devices = DeviceNames()
    /// The same devices as they stand where no number is kept.
    private var numberlessDevices = DeviceNames()
    private var masks: [PersonalData.Kind: [String: String]] = [:]
    /// The masks of values as those stand where no number is kept.
    private var numberlessMasks: [PersonalData.Kind: [String: String]] = [:]
    /// The file of the place before: nearly all places of a run have the same.
    private var file = (plain: "", masked: "")

    /// Remembers a device, so that it is found in texts, too.
    func remember(device: String) {
        guard !Self.isMask(device.utf8, .device) else { return }
        devices.add(device)
        devices.addQuoted(device)
        if let spelling = NumberlessWords.spelling(of: device) { numberlessDevices.add(spelling) }
        _ = mask(device, .device)
    }

    /// A text of a log, or one that quotes it, with masks.
    func text(_ text: String) -> String { masked(text, .log) }

    /// A sentence of a report with masks: of what it says in words of its own none is the name of a device.
    func sentence(_ text: String) -> String { masked(text, .sentence) }

    /// The path of a file with masks; it may begin with `Users` or `home` and no slash.
    func path(_ text: String) -> String { masked(text, .path) }

    private func masked(_ text: String, _ kind: PersonalDataScanner.Kind) -> String {
        guard text.utf8.count > 1 else { return text }
        let written = Array(text.utf8)
        var bytes = WrittenEscapes.resolved(written) ?? written
        let wasCut = dropCutWords(&bytes)
        var found = PersonalDataScanner.scan(bytes, devices: devices, kind: kind)
        if devices.hasPhrases { found = adding(phrasesIn: bytes, of: devices, to: found) }
        guard !found.isEmpty else {
            return wasCut || text.utf8.count != bytes.count ? String(decoding: bytes, as: UTF8.self) : text
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var start = 0
        for data in found where !Self.isMask(bytes[data.range], data.kind) {
            output.append(contentsOf: bytes[start..<data.range.lowerBound])
            output.append(contentsOf: mask(String(decoding: bytes[data.range], as: UTF8.self), data.kind).utf8)
            start = data.range.upperBound
        }
        output.append(contentsOf: bytes[start...])
        return String(decoding: output, as: UTF8.self)
    }

    /// Who is to blame by a finding: of what was said of an end it keeps no number.
    ///
    /// Whatever was met before has the same mask here.
    func culprit(_ text: String) -> String {
        guard let words = NumberlessWords(text) else { return self.text(text) }
        let devices = numberlessDevices
        var found = PersonalDataScanner.scan(words.bytes, devices: devices)
        if devices.hasPhrases { found = adding(phrasesIn: words.bytes, of: devices, to: found) }
        for range in words.brokenIDs where !found.contains(where: { $0.range.overlaps(range) }) {
            found.append(PersonalData(kind: .device, range: range))
        }
        let written = Array(text.utf8)
        var output: [UInt8] = []
        var start = 0
        for data in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where !Self.isMask(words.bytes[data.range], data.kind) {
            output.append(contentsOf: written[start..<data.range.lowerBound])
            let value = String(decoding: words.bytes[data.range], as: UTF8.self)
            output.append(contentsOf: mask(numberless: value, data.kind).utf8)
            start = data.range.upperBound
        }
        output.append(contentsOf: written[start...])
        // Devices that have no number in their names, and words that were cut.
        return self.text(String(decoding: output, as: UTF8.self))
    }

    /// The mask of a value without its numbers: that of a known one that is written so, whatever it was taken for.
    private func mask(numberless value: String, _ kind: PersonalData.Kind) -> String {
        for kind in [kind] + PersonalData.Kind.allCases {
            if let known = numberlessMasks[kind]?[Self.key(value, kind)] { return known }
        }
        return mask(value, kind)
    }

    /// Drops the word in front of each `…`: nobody knows any more what the rest of an address or a token was part of.
    ///
    /// Whether there was one.
    private func dropCutWords(_ bytes: inout [UInt8]) -> Bool {
        guard bytes.contains(0xE2) else { return false }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var wasCut = false
        for (index, byte) in bytes.enumerated() {
            if byte == 0xE2, bytes[index...].starts(with: Self.cutMark) {
                wasCut = true
                // A name with spaces may have been cut in any of its words.
                if devices.hasPhrases, let start = devices.cutPhrase(in: output) {
                    output.removeLast(output.count - start)
                }
                while let last = output.last, !Self.wordEnds.contains(last) { output.removeLast() }
                // Tokens are written in words of eight digits, in angle brackets or behind `bytes = 0x`.
                if let open = output.lastIndex(where: { !$0.isHexDigit && $0 != 0x20 }),
                    output[open] == 0x3C
                        || output[open] == 0x78 && output[..<open].suffix(9).elementsEqual(Self.dataLead)
                {
                    // What is left of a prefix would be half of a word.
                    output.removeLast(output.count - (output[open] == 0x3C ? open + 1 : open - 1))
                }
            }
            output.append(byte)
        }
        if wasCut { bytes = output }
        return wasCut
    }

    private static let cutMark = Array("…".utf8)
    private static let dataLead = Array("bytes = 0".utf8)
    private static let wordEnds = Set(" \t\n\"'`,;<>()[]{}=|".utf8)

    /// A text that may be missing.
    func text(_ text: String?) -> String? { text.map { self.text($0) } }

    /// The mask of a device, whatever it is called.
    func device(_ name: String) -> String { Self.isMask(name.utf8, .device) ? name : mask(name, .device) }

    /// A run's id: `app/device/pid@start`.
    func runID(_ id: String) -> String {
        guard let first = id.utf8.firstIndex(of: 0x2F), let last = id.utf8.lastIndex(of: 0x2F), first < last else {
            return id
        }
        // A process may be named with a slash: then the device is what is known as one.
        var start = id.utf8.index(after: first)
        var candidate = start
        while candidate < last, masks[.device]?[Self.key(String(id[candidate..<last]), .device)] == nil {
            guard let slash = id.utf8[candidate..<last].firstIndex(of: 0x2F) else {
                candidate = start
                break
            }
            candidate = id.utf8.index(after: slash)
        }
        start = candidate
        let name = String(id[start..<last])
        return name == "-" || name.isEmpty ? id : String(id[..<start]) + device(name) + String(id[last...])
    }

    /// A place: its file.
    func place(_ place: SourceLocation) -> SourceLocation {
        var place = place
        if place.file != file.plain { file = (place.file, path(place.file)) }
        place.file = file.masked
        return place
    }

    // MARK: Masks

    private func mask(_ value: String, _ kind: PersonalData.Kind) -> String {
        let key = Self.key(value, kind)
        if let known = masks[kind]?[key] { return known }
        let mask = "\(kind.rawValue)-\((masks[kind]?.count ?? 0) + 1)"
        masks[kind, default: [:]][key] = mask
        if let spelling = NumberlessWords.spelling(of: value) {
            let key = Self.key(spelling, kind)
            if numberlessMasks[kind]?[key] == nil { numberlessMasks[kind, default: [:]][key] = mask }
        }
        return mask
    }

    /// What makes two values the same: ids and addresses are written in either case.
    private static func key(_ value: String, _ kind: PersonalData.Kind) -> String {
        let value = value.utf8.contains(0x5C) ? value.filter { $0 != "\\" } : value
        return kind == .device || kind == .email ? value.lowercased() : value
    }

    /// Whether a value is a mask already, as in a report that was redacted before.
    static func isMask(_ value: some Collection<UInt8>, _ kind: PersonalData.Kind) -> Bool {
        let lead = kind.rawValue.utf8
        guard value.count > lead.count + 1, value.starts(with: lead) else { return false }
        let rest = value.dropFirst(lead.count)
        return rest.first == 0x2D && rest.dropFirst().allSatisfy(\.isDigit)
    }

    private func adding(
        phrasesIn bytes: [UInt8], of devices: DeviceNames, to found: [PersonalData]
    ) -> [PersonalData] {
        var all = found
        var index = 0
        while index < bytes.count {
            guard let end = devices.phraseEnd(in: bytes, at: index) else {
                index += 1
                continue
            }
            let range = index..<end
            if !all.contains(where: { $0.range.overlaps(range) }) {
                all.append(PersonalData(kind: .device, range: range))
            }
            index = end
        }
        return all.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
