// SPDX-License-Identifier: MIT

extension AnalyzerOptions {
    /// Has rules run: those that ship, as a configuration and the caller want them.
    ///
    /// - Parameters:
    ///   - configuration: the path of a `.lifelint.yml`; nil where there is none. No folder is searched for one.
    ///   - rules: files and folders of rules of one's own.
    ///   - select: ids and patterns of rules, in place of the recommended ones.
    /// - Throws: what is wrong with a rule or the configuration, with its place.
    public mutating func useRules(
        configuration: String? = nil, rules: [String] = [], select: [String]? = nil
    ) throws(AnalyzerError) {
        try RulesInForce.load(file: configuration, rulePaths: rules, select: select, isBrief: true).apply(to: &self)
    }
}
