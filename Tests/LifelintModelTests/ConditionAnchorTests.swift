// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@Suite struct ConditionAnchorTests {
    private static func equals(_ path: String, _ text: String) -> Condition {
        .compare(.field(FieldPath(path)), .equal, .literal(.string(text)))
    }

    @Test(arguments: [
        (equals("event", "a"), [ConditionAnchor(path: "event", texts: ["a"])]),
        (.compare(.literal(.string("a")), .equal, .field("event")), [ConditionAnchor(path: "event", texts: ["a"])]),
        (
            .contained(.field("event"), [.literal(.string("a")), .literal(.string("b"))]),
            [ConditionAnchor(path: "event", texts: ["a", "b"])]
        ),
        // Texts tell more than presence, and a field of the record more than a nested one.
        (.and([.exists("step"), equals("event", "a")]), [ConditionAnchor(path: "event", texts: ["a"])]),
        (
            .and([equals("data.state", "x"), equals("category", "c")]),
            [ConditionAnchor(path: "category", texts: ["c"])]
        ),
        (.and([.not(.exists("step")), .exists("event")]), [ConditionAnchor(path: "event", texts: nil)]),
        (
            .or([equals("event", "a"), .exists("step")]),
            [ConditionAnchor(path: "event", texts: ["a"]), ConditionAnchor(path: "step", texts: nil)]
        ),
        // Keys and versions are equal in more than one spelling.
        (equals("task", "7"), [ConditionAnchor(path: "task", texts: nil)]),
        (equals("data.version", "1.0"), [ConditionAnchor(path: "data.version", texts: nil)]),
        (
            .compare(.field("step"), .greater, .literal(.integer(3))), [ConditionAnchor(path: "step", texts: nil)]
        ),
        (
            .compare(.literal(.integer(3)), .less, .add(.literal(.integer(1)), .field("step"))),
            [ConditionAnchor(path: "step", texts: nil)]
        ),
        (.matches(.field("event"), Glob("a*")), [ConditionAnchor(path: "event", texts: nil)]),
    ]) func `a condition is anchored by what has to be there`(condition: Condition, anchors: [ConditionAnchor]) {
        #expect(condition.anchors == anchors)
    }

    @Test(arguments: [
        Condition.not(equals("event", "a")), .compare(.field("event"), .notEqual, .literal(.string("a"))),
        .or([equals("event", "a"), .not(.exists("step"))]),
        .compare(.literal(.integer(1)), .equal, .literal(.integer(1))),
    ]) func `a condition that may hold of anything has no anchor`(condition: Condition) {
        #expect(condition.anchors == nil)
    }
}
