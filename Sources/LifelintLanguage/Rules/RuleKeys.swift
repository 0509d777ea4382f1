// SPDX-License-Identifier: MIT

/// A key of a file, with what it means in a sentence: readers check it, the schema for editors shows it.
package struct DeclaredKey: Sendable {
    package let name: String
    package let meaning: String

    package init(_ name: String, _ meaning: String) {
        self.name = name
        self.meaning = meaning
    }
}

/// A kind of check, and the keys it is written with; the first one tells it.
package struct CheckForm: Sendable {
    package let name: String
    package let keys: [String]
    /// The key that tells it.
    let lead: String

    init(_ name: String, _ lead: String, _ keys: String...) {
        self.name = name
        self.lead = lead
        self.keys = [lead] + keys
    }
}

/// The keys of rule files.
package enum RuleKeys {
    package static let header: [DeclaredKey] = [
        .init("id", "The name of the rule: that of its file, in kebab-case; it names the bad pattern."),
        .init("title", "One line for people."),
        .init("topic", "The folder the rule is in."),
        .init("preset", "Which preset selects it: recommended (the default), strict or all."),
        .init("severity", "How bad a violation is; not beside a map of limits by severity."),
        .init("params", "Names and values that configuration can set; used as \"{name}\"."),
        .init("params_by", "Other values of the parameters for some runs: the first entry that holds."),
        .init("severity_by", "Other severities: the first entry that holds, else “severity”; none is no finding."),
        .init("message", "What is told, with {fields}; [ … {field} … ]? is dropped where the field is missing."),
        .init("why", "Why it is a mistake."),
        .init("fix", "What to do instead, with code where code is the fix."),
        .init("blind_spots", "What the rule cannot see."),
        .init("links", "Addresses of documentation."),
        .init("aliases", "Former ids."),
        .init("culprit", "The field that says who is to blame; of several, the first that is told."),
        .init("let", "Names for the last, or first, event of a kind before the trigger."),
        .init("evidence", "How many runs must be there before the rule speaks: { min_runs: 3 }."),
        .init("unless_next", "What the next run may show that takes a violation back."),
        .init("interrupted_by", "Events that make a window inconclusive."),
        .init("usually", "The rule speaks only of apps that mostly do this."),
        .init("once_per", "One finding for each app version instead of one for each run."),
        .init("subsumes", "Rules whose violations of the same run stand under this one."),
        .init("uses", "Rules whose violations are events, named rule.<id>."),
        .init("overrides", "Replaces the shipped rule of this id."),
        .init("tests", "Logs with the verdict that they must give."),
        .init("any_of", "Several checks: violated if any of them is."),
        .init("all_of", "Several checks: violated if all of them are."),
        .init("none_of", "Several checks: violated if all of them are satisfied."),
    ]

    package static let branchPreset = DeclaredKey(
        "preset", "Which higher preset selects this check of the rule: strict or all.")
    package static let branchAtMost = DeclaredKey(
        "at_most", "How sure this check is at most: likely or possible.")

    package static let guards: [DeclaredKey] = [
        .init("for_each", "What is judged one by one: run, scene, device, app, or a span with a key."),
        .init("same", "Further fields that belong to the key."),
        .init("while", "A span that must be open at the trigger."),
        .init("where", "A condition on the triggering event, or on the span that the check is about."),
        .init("applies_if", "A condition on the run."),
        .init("requires", "Events that the log must be able to show, for their absence to mean something."),
        .init("clock", "What time limits count: running (the default), wall, background or active."),
    ]

    /// What a branch has of its own, beside its check.
    static let branch = guards.map(\.name) + ["preset", "at_most", "severity", "message"]

    package static let checks: [DeclaredKey] = [
        .init("after", "After this event …"), .init("expect", "… this event must follow, or must have come before."),
        .init("forbid", "This event must not happen."), .init("within", "The time limit."),
        .init("unless", "An event that makes the expected one needless."),
        .init("until", "The event that ends the window."),
        .init(
            "told_by",
            "What tells only now and then whether the expected event came: where the window closed without it, the next such "
                + "event decides."),
        .init("on_run_end", "What a seen end of the run makes of an open window: violated or satisfied."),
        .init("pairs", "in_order: one expected event answers one trigger, the oldest."),
        .init("before", "Before this event …"), .init("since", "… since this event."),
        .init("between", "Two events: from the first to the second."),
        .init("count", "The events that are counted, or { open: span }."),
        .init("more_than", "The limit of a count, or of a share."),
        .init("during", "The span within which events are counted."),
        .init("per", "What is counted over: run, appVersion or all."),
        .init("distinct", "Counts the different values of this field."), .init("sum", "Adds up this field."),
        .init("without", "An event that sets the count to nothing."),
        .init("span", "The span that is measured, or compared with others."),
        .init("longer_than", "The limit, or limits by severity."), .init("shorter_than", "The least length."),
        .init(
            "on_silence",
            "What a span comes to that seems open at the run's end, if its log stops before the limit is over and another "
                + "tells the end: violated (at most likely; the default) or inconclusive. With told_by, what it comes to where "
                + "no such event follows: inconclusive (the default), violated or possible."),
        .init("overlaps", "A span that must not be open at the same time."),
        .init("inside", "A span that it must not lie within."),
        .init("outlives", "A span that must not close before it."),
        .init("covered_by", "Only where such a span is open."),
        .init("not_covered_by", "Only where no such span is open."),
        .init("event", "The event whose place counts."), .init("only_during", "Spans in which it belongs."),
        .init("never_during", "Spans in which it does not belong."),
        .init("across", "What is looked at as a whole: run, appVersion or all."),
        .init("still_open", "The span that must not be open."), .init("when", "At run_end (the default) or suspended."),
        .init("when_run_ends", "The causes: { by: […] }, and during what."),
        .init("sequence", "Steps in order."), .init("strictly", "No other events between the steps."),
        .init("runs", "What holds of runs that follow each other."),
        .init("share", "What is counted …"), .init("of", "… among these."),
        .init("at_least", "A share such as 3 of 4."), .init("at_least_of", "How many there must be; 20 by default."),
        .init("over", "How long it must be from the first to the last of these."),
        .init("measure", "The field whose median the message prints: { field: …, by: run.model }."),
        .init("rising", "The event that carries the value."), .init("field", "The field with the value."),
        .init("at", "The events at which the value is looked at."), .init("times", "How often in a row it rises."),
        .init("by", "By how much in all: 30%, 50MB, or both."),
        .init("versions", "What holds of a version of the app, and of the next."),
        .init("streak", "How many runs in a row."), .init("each", "What holds of each of them."),
        .init("ignore", "Runs that are looked through."),
        .init("formula", "Metric temporal logic."),
    ]

    static let checkNames = NameTable(checks.map(\.name))

    /// Every way to write a check; the one whose first key is there decides, except where two share it.
    package static let forms: [CheckForm] = [
        .init("response", "after", "expect", "within", "unless", "told_by", "on_silence", "on_run_end", "pairs"),
        .init("window", "after", "forbid", "within", "until"),
        .init("precedence", "before", "expect", "since"),
        .init("between", "between", "expect", "forbid"),
        .init("count", "count", "more_than", "within", "during", "per", "distinct", "sum", "without"),
        .init("length", "span", "longer_than", "shorter_than", "on_silence"),
        .init("overlap", "span", "overlaps", "inside", "outlives", "covered_by", "not_covered_by"),
        .init("place", "event", "only_during", "never_during", "across"),
        .init("open end", "still_open", "when", "when_run_ends"),
        .init("ending", "when_run_ends"),
        .init("sequence", "sequence", "within", "strictly"),
        .init("runs", "runs", "within"),
        .init("share", "share", "of", "more_than", "at_least", "at_least_of", "over", "measure", "across"),
        .init("trend", "rising", "field", "at", "times", "by"),
        .init("versions", "versions"),
        .init("streak", "streak", "each", "within", "ignore", "same"),
        .init("formula", "formula"),
    ]

    package static let combinations = ["any_of", "all_of", "none_of"]

    /// Keys of a rule at its top.
    static let rule = (header + guards + checks).map(\.name)
    static let ruleTable = NameTable(rule)
    /// Keys of a branch.
    static let branchKeys = branch + checks.map(\.name)
    static let branchTable = NameTable(branchKeys)
    /// Texts for people and names of other things: parameters are not replaced in them.
    static let untouched: NameTable = [
        "id", "title", "topic", "preset", "at_most", "severity", "params", "params_by", "message", "why", "fix",
        "blind_spots", "links", "aliases", "culprit", "subsumes", "uses", "overrides", "tests",
    ]

    package static let runItem: [DeclaredKey] = [
        .init("ended_by", "Causes of its end."), .init("during", "Spans one of which was open at its end."),
        .init("launch", "How it was launched: foreground, background, prewarmed or unknown."),
        .init("saw", "An event that it shows."), .init("missing", "An event that it does not show."),
        .init("state_at_end", "The state it ended in."), .init("unsaved", "Whether data was unsaved at its end."),
        .init("where", "A condition on the run."), .init("min_runs", "How many runs of a version must show it."),
    ]
    static let runItemNames = runItem.map(\.name)
    package static let event: [DeclaredKey] = [
        .init("event", "A name, or a list of them."), .init("where", "A condition on the event."),
        .init("phase", "begin or end of what has both."), .init("same", "Fields that are those of the trigger."),
        .init("capture", "Names for fields of the event."),
    ]
    static let eventNames = event.map(\.name)
    package static let test: [DeclaredKey] = [
        .init("name", "What happens in the log."), .init("bad", "A log with a violation; # ! marks its line."),
        .init("ok", "A log in which the rule is satisfied."), .init("inconclusive", "A log that does not tell."),
        .init("not_evaluated", "A log that the rule cannot judge."),
        .init("beside", "Another log of the same device, in any format that lifelint reads."),
        .init("severity", "How bad every violation of a bad log is."),
        .init("confidence", "How sure every violation of a bad log is: certain, likely or possible."),
        .init("says", "What the message of every violation of a bad log contains."),
        .init("exempt", "Kinds of runs in which the bad log is none: debugger, harness, simulator, extension, …"),
        .init("preset", "Judged as this higher preset does; else as that of the rule does."),
        .init("vacuous", "The rule may find nothing to look at."),
        .init("params", "Parameters of this test."), .init("config", "Configuration of this test."),
        .init("logs", "Events that the app declares to log."),
    ]
}
