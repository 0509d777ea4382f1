// SPDX-License-Identifier: MIT

/// What a YAML file may cost: far beyond what people write, far below what hurts.
public struct YAMLLimits: Sendable {
    /// Bytes of one file: the largest rule file in use anywhere is below 100 KB.
    public var bytes = 4 << 20
    /// Nesting, the one that aliases bring included: readers walk nodes recursively.
    public var depth = YAMLLimits.standardDepth
    /// Nodes after all aliases are expanded.
    public var nodes = 100_000
    /// Aliases that are expanded.
    public var aliases = 10_000

    static let standardDepth = 64

    /// The usual limits.
    public init() {}
}
