// SPDX-License-Identifier: MIT

/// By what a report of the system is recognised: the number in its header, or without one what its body holds.
struct SystemReportSigns {
    /// Apple's numbers for the kinds that are meant.
    let bugTypes: [String]
    /// Members of which a body without a header has to have all.
    let members: [StaticString]
    /// Members of which it may have none: they are signs of other kinds.
    var foreign: [StaticString] = []

    func fit(_ document: IncidentDocument) -> Bool {
        if let kind = IPSHeader.kind(of: document) {
            guard let number = kind.bugType else { return fit(document, behind: kind.body) }
            guard bugTypes.contains(number) else { return false }
            // A header may stand above the report of another kind: what it holds says which.
            return fit(document, behind: kind.body) || !isOther(document, behind: kind.body)
        }
        return fit(document, behind: 0)
    }

    /// Whether what stands behind a header is known to be the body of another kind.
    private func isOther(_ document: IncidentDocument, behind header: Int) -> Bool {
        isCrash(document, behind: header) || ProcessText.kind(of: document, behind: header) != nil
            || OtherIPSParser.parser(ofBodyIn: document, behind: header) != nil
    }

    /// Whether what begins that many bytes behind the document's first has all members.
    func fit(_ document: IncidentDocument, behind header: Int) -> Bool {
        document.source.bytes.withView { view in
            let body = SystemReport.body(document, view, behind: header)
            guard !body.isEmpty, view[body.lowerBound] == 0x7B else { return false }
            return fit(LooseJSON(view, at: body.lowerBound, limit: body.upperBound))
        }
    }

    /// Whether what stands behind a header is the body of a crash, whatever the header says.
    private func isCrash(_ document: IncidentDocument, behind header: Int) -> Bool {
        let keys = CrashBodyKeys(document, from: header, atMost: SystemReportSigns.headBytes)
        return keys.isObject && keys.isOfProcess && !keys.isOther && keys.count >= 3
    }

    /// How much of a body is looked at.
    private static let headBytes = 8 << 10

    private func fit(_ json: LooseJSON) -> Bool {
        var missing = members
        var walk = json.members
        while walk.next() != nil {
            if foreign.contains(where: { walk.isKey($0) }) { return false }
            missing.removeAll { walk.isKey($0) }
        }
        return missing.isEmpty
    }
}
