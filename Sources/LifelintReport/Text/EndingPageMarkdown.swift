// SPDX-License-Identifier: MIT

public import LifelintModel

/// The page of an ending as Markdown, for the documentation.
public enum EndingPageMarkdown {
    /// The whole page.
    public static func render(_ cause: EndingCause) -> String {
        let content = cause.page
        var page = "# \(cause.rawValue)\n\n**\(content.title)**\n\n\(content.summary)\n\n\(content.meaning)\n"
        page += list("Usually because", content.usuallyBecause)
        page += list("What to do", content.whatToDo)
        page += list("Proved by", content.evidence)
        page += list("Beware", content.beware)
        return page + "\n## How bad\n\n" + EndingPageText.weight(of: content) + "\n"
    }

    private static func list(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "\n## \(title)\n\n" + items.map { "- \($0)\n" }.joined()
    }
}
