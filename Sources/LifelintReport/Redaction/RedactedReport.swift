// SPDX-License-Identifier: MIT

public import LifelintModel

/// A report without personal data: what renderers see of it is masked, so that none of them has to know.
///
/// Masks are counted in the order in which values are met; devices are met first, in the order of the runs.
public struct RedactedReport: ReportContents {
    private let base: any ReportContents
    private let redactor: Redactor
    /// Everything that is small.
    public let header: ReportHeader

    /// The report behind masks; those of another report where both are shown together.
    public init(_ base: any ReportContents, maskedLike other: RedactedReport? = nil) throws {
        self.base = base
        let redactor = other?.redactor ?? Redactor()
        for device in try RedactedReport.devices(of: base) { redactor.remember(device: device) }
        self.redactor = redactor
        header = redactor.redacted(base.header)
    }

    /// The pages of the rules; where they are configured is a path of somebody's.
    public var rulePages: [RulePageText] {
        base.rulePages.map { page in
            var page = page
            if let place = page.configuredAt { page.configuredAt?.file = redactor.path(place.file) }
            return page
        }
    }

    /// The path of a file that is named beside the report.
    public func maskedPath(_ path: String) -> String { redactor.path(path) }

    /// Calls `body` with each run, in report order.
    public func forEachRun(_ body: (AppRun) throws -> Void) throws {
        try base.forEachRun { try body(redactor.redacted($0)) }
    }

    /// Calls `body` with each run as the JSON object that stands in the report, in report order.
    public func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var encoder = RunEncoder()
        var output = OutputBuffer()
        try base.forEachRun { run in
            output.bytes.removeAll(keepingCapacity: true)
            encoder.encode(redactor.redacted(run), into: &output)
            try body(output.bytes[...])
        }
    }

    /// Calls `body` with each finding, in report order.
    public func forEachFinding(_ body: (Finding) throws -> Void) throws {
        try base.forEachFinding { try body(redactor.redacted($0)) }
    }

    /// Calls `body` with each finding as the JSON object that stands in the report, in report order.
    public func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var output = OutputBuffer()
        try base.forEachFinding { finding in
            output.bytes.removeAll(keepingCapacity: true)
            FindingEncoding.encode(redactor.redacted(finding), into: &output)
            try body(output.bytes[...])
        }
    }

    /// The devices of the runs, each once, in the order of the runs.
    static func devices(of base: any ReportContents) throws -> [String] {
        var names: [String] = []
        var known: Set<[UInt8]> = []
        var hasEscapes = false
        try base.forEachEncodedRun { object in
            guard let name = device(in: object), !known.contains(Array(name)) else { return }
            known.insert(Array(name))
            hasEscapes = hasEscapes || name.contains(0x5C)
            names.append(String(decoding: name, as: UTF8.self))
        }
        guard hasEscapes else { return names }
        names = []
        var seen: Set<String> = []
        try base.forEachRun { run in
            if let device = run.device, seen.insert(device).inserted { names.append(device) }
        }
        return names
    }

    /// The device of an encoded run, with its escapes: a key is the only place where its quotes stand unescaped.
    private static func device(in object: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let key = deviceKey
        var start = object.startIndex
        while let index = object[start...].firstIndex(of: 0x2C) {
            start = index + 1
            guard object[index...].starts(with: key) else { continue }
            let begin = index + key.count
            var end = begin
            while end < object.endIndex, object[end] != 0x22 { end += object[end] == 0x5C ? 2 : 1 }
            return end <= object.endIndex ? object[begin..<end] : nil
        }
        return nil
    }

    private static let deviceKey = Array(#","device":""#.utf8)
}
