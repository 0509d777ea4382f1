// SPDX-License-Identifier: MIT

import LifelintModel

/// Where an edge stands among the events of its run, and how sure it is: what rules ask beyond its moment.
struct EdgeMark {
    /// The number of the event that told it; −1 where none did.
    var event: Int
    /// Before which event it takes place; nil where that is decided when it does.
    var position: Int?
    /// How sure it is.
    var confidence = Confidence.certain

    /// The mark of every edge where nobody asks what runs did.
    static let none = EdgeMark(event: -1, position: 0)

    /// The edge takes place now, behind all events so far, and follows from what comes next.
    static func implied(on tape: RunTape?, _ confidence: Confidence) -> EdgeMark {
        EdgeMark(event: -1, position: tape?.count ?? 0, confidence: confidence)
    }

    /// With its position decided: that of a moment still ahead of its event is found among the events since.
    func placed(at moment: Moment, on tape: RunTape?) -> EdgeMark {
        guard let tape else { return self }
        var mark = self
        mark.position = max(position ?? tape.position(of: moment.order, after: event), tape.firstEvent)
        return mark
    }

    /// The mark of an edge out of suspension: what resumes a process stands before the event that shows it.
    var asResume: EdgeMark {
        guard let position, event >= 0, position == event + 1 else { return self }
        return EdgeMark(event: event, position: event, confidence: confidence)
    }
}

extension RunMachine {
    /// The mark of an edge at that moment which the event at hand tells.
    func mark(at moment: Moment, by event: EventView, isInferred: Bool = false) -> EdgeMark {
        guard let tape else { return .none }
        let position: Int? =
            if moment.order == event.record.order {
                tape.count + (number >= 0 ? 1 : 0)
            } else if moment.order < event.record.order {
                tape.position(of: moment.order, after: -1)
            } else {
                nil
            }
        return EdgeMark(event: number, position: position, confidence: isInferred ? .likely : .certain)
    }
}
