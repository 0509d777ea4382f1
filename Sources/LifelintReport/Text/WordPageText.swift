// SPDX-License-Identifier: MIT

public import LifelintModel

/// The page of a word or a line as plain text, for `lifelint explain 0x8badf00d`.
public enum WordPageText {
    /// The whole page, wrapped to that width.
    public static func render(_ meanings: [WordMeaning], width: Int = 80) -> String {
        var page = TextPage(width: width, usesColor: false)
        for (index, meaning) in meanings.enumerated() {
            if index > 0 { page.endLine() }
            page.paragraph(meaning.title, indent: 0)
            for sentence in meaning.sentences { page.paragraph(sentence, indent: 2) }
            let ofCause = meaning.isMixed ? [] : meaning.causes.first?.page.usuallyBecause ?? []
            let reasons = meaning.usually.isEmpty ? ofCause : meaning.usually
            if !reasons.isEmpty {
                page.line("Usually because:", indent: 2)
                for reason in reasons.prefix(4) { page.paragraph(reason, indent: 4, lead: "- ") }
            }
            if !meaning.causes.isEmpty {
                page.line("Endings that it stands for:", indent: 2)
                for cause in meaning.causes {
                    page.paragraph("\(cause.rawValue): \(meaning.titles[cause] ?? cause.page.title)", indent: 4)
                }
            }
            if !meaning.rules.isEmpty {
                page.line(meaning.causes.isEmpty ? "Rules about it:" : "Rules that look for them:", indent: 2)
                page.paragraph(meaning.rules.joined(separator: ", "), indent: 4)
            }
            for link in meaning.links { page.paragraph(link, indent: 2, lead: "More: ") }
            if let standing = meaning.standing { page.paragraph(words(standing), indent: 2) }
        }
        let topic = meanings.flatMap(\.causes).first?.rawValue ?? meanings.flatMap(\.rules).first
        if let topic {
            page.endLine()
            page.paragraph("More: lifelint explain \(topic)", indent: 0)
        }
        return page.output.string
    }

    private static func words(_ standing: TerminationTable.Standing) -> String {
        switch standing {
        case .proven: "How well it is known: seen in real files, in public source, or documented."
        case .decoded: "How well it is known: read from names inside the system; not documented."
        case .unproven: "How well it is known: one weak source; not proven."
        }
    }
}
