// SPDX-License-Identifier: MIT

import LifelintModel

/// Why what a rule found in an app does not count.
struct UncountedFindings {
    /// The fingerprints of what it stands under, then the rules that found that.
    private var primaries: Set<String> = []
    private var reasons: Set<String> = []
    private var isInBaseline = false

    /// As many rules and reasons as fit into a sentence.
    private static let maximumNamed = 4

    /// Takes the next finding that does not count.
    mutating func add(_ finding: Finding) {
        if let suppression = finding.suppressed {
            if reasons.count < Self.maximumNamed { reasons.insert(suppression.reason) }
        } else if finding.isInBaseline {
            isInBaseline = true
        } else if let primary = finding.relatedTo, primaries.count < Self.maximumNamed {
            primaries.insert(primary)
        }
    }

    /// The same with rules in place of fingerprints.
    func naming(_ rules: [String: String]) -> UncountedFindings {
        var named = self
        named.primaries = Set(primaries.compactMap { rules[$0] }.filter { !$0.isEmpty })
        return named
    }

    /// `its finding stands under scene-lifecycle-required; in the baseline`; nil where nothing is known.
    var text: String? {
        var parts: [String] = []
        if !primaries.isEmpty {
            parts.append("its finding stands under " + primaries.sorted().joined(separator: ", "))
        }
        if isInBaseline { parts.append("known in the baseline") }
        if !reasons.isEmpty {
            let told = reasons.filter { !$0.isEmpty }.sorted().joined(separator: "; ")
            parts.append("suppressed" + (told.isEmpty ? "" : ": " + told))
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
