// SPDX-License-Identifier: MIT

/// Every rendering that `--report` knows, in the order in which help lists them: the default first.
public enum ReportFormats {
    /// The renderings.
    public static let all: [any ReportRenderer] = [
        TextRenderer(), BriefRenderer(), JSONRenderer(), NDJSONRenderer(),
        SARIFRenderer(), JUnitRenderer(), GitHubRenderer(), GitLabRenderer(), CheckstyleRenderer(),
        OTLPRenderer(), SQLRenderer(),
        MarkdownRenderer(), HTMLRenderer(), TraceRenderer(),
    ]

    /// The rendering with that name.
    public static func format(named id: String) -> (any ReportRenderer)? { all.first { $0.id == id } }
}
