// SPDX-License-Identifier: MIT

import LifelintModel

extension RunMachine {
    /// Takes a step of the launch; says whether the report shows it.
    func takeLaunchStep(_ event: EventView, inputs: InputNames) -> Bool {
        let isFirst = !launch.sawStep
        launch.add(event)
        if launch.callbackState != .missing, launch.callbackStateLine == nil, event.record.state != .missing {
            launch.callbackStateLine = inputs.location(of: event.record)
        }
        if event.name == .processLaunch {
            startIsKnown = true
            if isFirst, let launched = launch.statedKind, launched != .foreground {
                enterFirstState(.background, at: first, by: event.record.witness)
            }
        }
        if event.name == .processMain, let main = launch.main, startIsKnown {
            derivedSpans.append(
                SpanInterval(
                    kind: "preMain", key: "", name: nil, from: first.timestamp, to: max(main.timestamp, first.timestamp)
                ))
        }
        if app.current == nil {
            let isBackground = launch.statedKind == .background || launch.statedKind == .prewarmed
            enterFirstState(isBackground ? .background : .launching, at: first, by: event.record.witness)
        } else if app.current == .launching, launch.statedKind == .background || launch.statedKind == .prewarmed {
            app.rewriteFirst(as: .background)
        }
        return true
    }

    /// The kind of launch is decided at the first foreground edge, and at the run's end where there is none.
    func settleLaunch() {
        guard launch.settled == nil else { return }
        launch.isSceneBased = isSceneBased
        launch.settled = launch.judge(last: last, isDebugged: isDebugged)
        switch launch.settled?.kind {
        case .background, .prewarmed:
            if app.stretches.first?.state == .launching { app.rewriteFirst(as: .background) }
            if launch.reason == nil, launch.kind == .background { launch.reason = launch.workReason }
        default: break
        }
    }

    /// A foreground edge: the app is in front, or on its way there.
    func noteForegroundEdge(_ event: EventView) {
        if launch.firstForegroundEdge == nil {
            launch.firstForegroundEdge = event.moment
            settleLaunch()
        }
        if resumeBegan == nil, launch.firstActive != nil { resumeBegan = event.moment }
    }

    /// The app is active: its launch, or its return, is over.
    func noteActive(_ moment: Moment) {
        if launch.firstActive == nil {
            launch.firstActive = moment
            return
        }
        if let began = resumeBegan {
            if derivedSpans.count < RunLimits.intervals {
                derivedSpans.append(
                    SpanInterval(
                        kind: "resume", key: "", name: nil, from: began.timestamp,
                        to: max(moment.timestamp, began.timestamp)))
            }
            resumeBegan = nil
        }
    }

    /// The `launch` span, where its end, or its being open at death, can be seen.
    func launchSpan(endedAt end: Moment?) -> SpanInterval? {
        guard launch.sawStep else { return nil }
        let kind = launch.kind
        var from = first
        if kind == .prewarmed {
            let candidates = [launch.opening, launch.firstForegroundEdge].compactMap(\.self).filter {
                $0.time > first.time
            }
            guard let opened = candidates.min(by: { $0.time < $1.time }) else { return nil }
            from = opened
        }
        var to: Moment?
        if kind == .background {
            to = launch.didFinish
        } else {
            to = launch.firstFrame ?? launch.firstActive
        }
        if let to, to.time >= from.time {
            return SpanInterval(kind: "launch", key: "", name: nil, from: from.timestamp, to: to.timestamp)
        }
        // Open at death only where a launch callback of the app itself was seen.
        guard launch.sawAppCallback, let end, kind != .background else { return nil }
        return SpanInterval(kind: "launch", key: "", name: nil, from: from.timestamp, to: max(end, from).timestamp)
    }

    /// Whether the run died inside its launch.
    var isLaunchOpenAtEnd: Bool {
        launch.sawAppCallback && launch.firstActive == nil && launch.firstFrame == nil && launch.kind != .background
            && (launch.kind != .prewarmed || launch.opening != nil || launch.firstForegroundEdge != nil)
    }

    func enterFirstState(_ state: AppState, at moment: Moment, by witness: WitnessClass) {
        guard app.current == nil else { return }
        app.move(to: state, at: moment, by: witness)
    }
}

extension Moment: Comparable {
    static func < (left: Moment, right: Moment) -> Bool { left.time < right.time }
}
