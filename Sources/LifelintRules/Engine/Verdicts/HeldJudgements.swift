// SPDX-License-Identifier: MIT

import LifelintModel

/// Judgements that rest on events which no source has shown yet: a later run may show them.
///
/// They are kept as counters and findings by rule, app, version and set of source classes, once for each class that may
/// turn out to show what is missing.
struct HeldJudgements {
    /// What a judgement comes to under an assumption.
    struct Rendered {
        var counts: VerdictCounts
        var findings: [DraftFinding]
        /// Nothing that is required was missing under it.
        var isMet: Bool
    }

    struct Release {
        var rule: CompiledRule
        var counts: VerdictCounts
        var findings: [DraftFinding]
        var context: RunContext
    }

    private struct Key: Hashable {
        var rule: Int
        var app: String
        var version: String?
        var classes: [SourceClass]
    }

    private struct Group {
        var rule: CompiledRule
        var context: RunContext
        var lists: [[[CompiledRequirement]]]
        var now: Rendered
        var byClass: [SourceClass: Rendered]
        var number: Int
    }

    private var groups: [Key: Group] = [:]

    mutating func add(
        _ result: RuleResult, _ context: RunContext, _ place: RunPlace, now: Rendered,
        byClass: [(SourceClass, Rendered)], lists: [[[CompiledRequirement]]]
    ) {
        let key = Key(
            rule: result.rule.serial, app: context.app, version: context.facts.run.version,
            classes: context.classes)
        var group =
            groups[key]
            ?? Group(
                rule: result.rule, context: context, lists: lists,
                now: Rendered(counts: VerdictCounts(), findings: [], isMet: true), byClass: [:], number: groups.count)
        HeldJudgements.add(now, to: &group.now)
        for (sourceClass, rendered) in byClass {
            var known = group.byClass[sourceClass] ?? Rendered(counts: VerdictCounts(), findings: [], isMet: true)
            HeldJudgements.add(rendered, to: &known)
            group.byClass[sourceClass] = known
        }
        groups[key] = group
    }

    private static func add(_ rendered: Rendered, to total: inout Rendered) {
        total.counts.add(rendered.counts)
        total.findings += rendered.findings
        total.isMet = total.isMet && rendered.isMet
    }

    /// Every judgement as it is now that all runs are known.
    func finish(_ shows: Shows) -> [Release] {
        groups.values.sorted { $0.number < $1.number }.map { group in
            let chosen = choice(group, shows)
            return Release(
                rule: group.rule, counts: chosen.counts, findings: chosen.findings, context: group.context)
        }
    }

    private func choice(_ group: Group, _ shows: Shows) -> Rendered {
        for sourceClass in group.context.classes {
            guard let rendered = group.byClass[sourceClass] else { continue }
            // The class has to show something that was missing.
            let isShowing = group.lists.joined().joined().contains { requirement in
                guard case .event(let number, false, _) = requirement else { return false }
                return shows.classes(showing: number, app: group.context.app, version: group.context.facts.run.version)
                    .contains(sourceClass) && group.context.told[number]?.contains(sourceClass) != true
            }
            if isShowing, rendered.isMet || rendered.counts != group.now.counts { return rendered }
        }
        return group.now
    }
}
