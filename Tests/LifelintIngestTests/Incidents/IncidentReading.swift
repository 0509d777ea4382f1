// SPDX-License-Identifier: MIT

import LifelintModel

@testable import LifelintIngest

/// Short forms of what reports say, for tables.
extension IncidentReport {
    /// Whose it is.
    var who: String { process.bundle ?? process.name ?? "" }
    /// What was thrown.
    var thrown: String { [exception?.type, exception?.signal].compactMap { $0 }.joined(separator: " ") }
    /// Who ended it, the code in hexadecimal digits.
    var ended: String {
        [termination?.namespace, termination?.code.map { String($0, radix: 16) }].compactMap { $0 }
            .joined(separator: " ")
    }
    /// Which process did.
    var endedBy: String {
        [termination?.byProcess, termination?.byPID.map { String($0) }].compactMap { $0 }.joined(separator: " ")
    }
    /// How many calls all threads have.
    var frameCount: Int { threads.map(\.frames.count).reduce(0, +) }
}

extension IncidentReadout {
    static func of(_ text: String) -> IncidentReadout { IncidentParsers.read(Array(text.utf8)) }

    var codes: [ProblemCode] { problems.map(\.code) }
}
