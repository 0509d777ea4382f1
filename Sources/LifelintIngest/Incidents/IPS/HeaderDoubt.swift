// SPDX-License-Identifier: MIT

import LifelintModel

/// Whether the first line of a report and what stands below it are of two reports: files are joined by hand, and cut.
///
/// Read is what stands below; the first line only says what that leaves out.
struct HeaderDoubt {
    /// What the numbers of kinds stand for, as far as reports of that kind are read.
    private enum Kind {
        case crash, resource, hang, panic, jetsam, stackshot

        init?(number: String) {
            switch number {
            case _ where ResourceParser.bugTypes.contains(number): self = .resource
            case _ where CrashIPSParser.isKind(number): self = .crash
            case _ where HangParser.bugTypes.contains(number): self = .hang
            case _ where PanicParser.bugTypes.contains(number): self = .panic
            case _ where JetsamParser.bugTypes.contains(number): self = .jetsam
            case _ where StackshotParser.bugTypes.contains(number): self = .stackshot
            default: return nil
            }
        }

        init?(of report: borrowing IncidentReport) {
            switch report.kind {
            case .crash, .fault: self = .crash
            case .resource: self = .resource
            case .hang: self = .hang
            case .panic, .forcedReset: self = .panic
            case .jetsam: self = .jetsam
            case .stackshot: self = .stackshot
            default: return nil
            }
        }

        var noun: String {
            switch self {
            case .crash: "a crash"
            case .resource: "a report of a limit"
            case .hang: "a hang"
            case .panic: "a panic"
            case .jetsam: "a jetsam report"
            case .stackshot: "a stackshot"
            }
        }
    }

    let header: IPSHeader
    /// Whether what stands below is text.
    let isText: Bool

    /// What they differ in, as a sentence; nil where they do not.
    func difference(from report: borrowing IncidentReport) -> String? {
        if let said = header.incident, let own = report.incident, !HeaderDoubt.isSame(said, own) {
            return sentence("the incident is \(said)", "“\(own)”")
        }
        if let said = header.bundle, let own = report.process.bundle, said != own {
            return sentence("the app is \(said)", "“\(own)”")
        }
        if let number = header.bugType, let said = Kind(number: number), let own = Kind(of: report), said != own,
            !mayBe(said, own)
        {
            return sentence("it is \(said.noun) (\(number))", own.noun)
        }
        return nil
    }

    /// Whether systems write a number above reports of another kind: some of limits and hangs have the body of a crash,
    /// and texts of limits and faults share numbers.
    private func mayBe(_ said: Kind, _ own: Kind) -> Bool {
        switch (said, own) {
        case (.resource, .crash), (.hang, .crash): !isText
        case (.crash, .resource): true
        default: false
        }
    }

    private func sentence(_ said: String, _ own: String) -> String {
        "The first line says that \(said), and what stands below tells of \(own): they may be of two "
            + "reports. The one below was read."
    }

    /// Whether two ids are the same, in whatever case somebody wrote them.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || one.lowercased() == other.lowercased()
    }
}
