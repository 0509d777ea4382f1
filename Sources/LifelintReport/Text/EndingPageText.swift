// SPDX-License-Identifier: MIT

public import LifelintModel

/// The page of an ending as plain text, for `lifelint explain CAUSE`.
public enum EndingPageText {
    /// The whole page, wrapped to that width.
    public static func render(_ cause: EndingCause, width: Int = 80) -> String {
        let content = cause.page
        var page = TextPage(width: width, usesColor: false)
        page.line(cause.rawValue)
        page.paragraph(content.title, indent: 0)
        page.endLine()
        page.paragraph(content.summary, indent: 0)
        page.endLine()
        page.paragraph(content.meaning, indent: 0)
        list("Usually because", content.usuallyBecause, on: &page)
        list("What to do", content.whatToDo, on: &page)
        list("Proved by", content.evidence, on: &page)
        list("Beware", content.beware, on: &page)
        page.endLine()
        page.paragraph("How bad: " + weight(of: content), indent: 0)
        return page.output.string
    }

    private static func list(_ title: String, _ items: [String], on page: inout TextPage) {
        if items.isEmpty { return }
        page.endLine()
        page.line(title + ":")
        for item in items { page.paragraph(item, indent: 2, lead: "- ") }
    }

    static func weight(of page: EndingPage) -> String {
        let usual = usualWeight(of: page)
        return page.exceptions.map { "\(usual) \($0)" } ?? usual
    }

    private static func usualWeight(of page: EndingPage) -> String {
        switch (page.visibleSeverity, page.backgroundSeverity) {
        case (nil, nil): "no defect by itself."
        case (let visible?, nil): "\(visible.rawValue) where the user saw it; no defect out of sight."
        case (nil, let background?): "\(background.rawValue) out of the user's sight."
        case (let visible?, let background?):
            visible == background
                ? "\(visible.rawValue), whether the user saw it or not."
                : "\(visible.rawValue) where the user saw it, \(background.rawValue) out of sight."
        }
    }
}
