// SPDX-License-Identifier: MIT

/// A finished analysis, as renderers see it: a small header, and runs and findings that are walked in report order.
///
/// Runs of a large log do not fit into memory: they are walked, as often as a renderer wants, and never collected.
public protocol ReportContents {
    /// Everything that is small.
    var header: ReportHeader { get }
    /// The pages of the rules that were in force, by id; those that are not known are missing.
    var rulePages: [RulePageText] { get }
    /// Calls `body` with each run, in report order.
    func forEachRun(_ body: (AppRun) throws -> Void) throws
    /// Calls `body` with each run as the JSON object that stands in the report, in report order.
    func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws
    /// Calls `body` with each finding, in report order.
    func forEachFinding(_ body: (Finding) throws -> Void) throws
    /// Calls `body` with each finding as the JSON object that stands in the report, in report order.
    func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws
}

extension ReportContents {
    /// No page is known.
    public var rulePages: [RulePageText] { [] }
}
