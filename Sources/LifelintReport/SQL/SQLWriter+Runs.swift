// SPDX-License-Identifier: MIT

import LifelintModel

extension SQLWriter {
    /// Writes a run with all that belongs to it.
    mutating func write(_ run: AppRun, of analysis: String) {
        insert(into: SQLSchema.runs) { writer in
            writer.row { row in
                row.column(analysis)
                row.writeIdentity(run)
                row.writeLife(run)
            }
        }
        writeEnding(run, of: analysis)
        writeStretches(run, of: analysis)
        writeObservations(run, of: analysis)
    }

    private mutating func writeIdentity(_ run: AppRun) {
        column(run.id)
        column(run.app)
        column(run.process)
        column(run.host.name)
        column(run.version)
        column(run.build)
        column(run.os)
        column(run.model)
        column(run.device)
        column(run.boot)
        column(run.pid)
        column(run.isDebugged)
        column(run.isHarnessed)
        column(run.isSimulated)
    }

    private mutating func writeLife(_ run: AppRun) {
        columns(run.start.time)
        column(run.start.isKnown)
        columns(run.end.time)
        column(run.end.isKnown)
        column(run.launch.kind.rawValue)
        column(run.launch.reason?.rawValue)
        column(run.launch.after?.rawValue)
        column(run.launch.confidence?.rawValue)
        column(run.launch.isAfterUpdate)
        column(run.launch.isAfterBoot)
        column(run.launch.isBeforeFirstUnlock)
        column(run.launch.isFirstEver)
        column(run.launch.isAfterForceQuit)
        column(run.stateAtEnd?.rawValue)
        column(run.isVisible)
        column(run.eventsOmitted)
        column(run.story)
    }

    private mutating func writeEnding(_ run: AppRun, of analysis: String) {
        let ending = run.ending
        rows(of: [()], into: SQLSchema.endings, run, analysis) { row, _, _ in
            row.column(ending.cause.rawValue)
            row.column(ending.confidence.rawValue)
        }
        let details = EndingDetail.allCases.compactMap { name in
            ending.detail[name].flatMap { name.written($0) }.map { (name, $0.plain) }
        }
        rows(of: details, into: SQLSchema.endingDetails, run, analysis) { row, detail, _ in
            row.column(detail.0.rawValue)
            row.column(detail.1)
        }
        rows(of: ending.because, into: SQLSchema.endingEvidence, run, analysis) { row, line, number in
            row.column(number)
            row.columns(line.at)
            row.column(line.text)
        }
        rows(of: ending.candidates, into: SQLSchema.endingCandidates, run, analysis) { row, candidate, number in
            row.column(number)
            row.column(candidate.cause.rawValue)
            row.column(candidate.likelihood.rawValue)
        }
        rows(of: ending.ruledOut, into: SQLSchema.endingRuledOut, run, analysis) { row, excluded, number in
            row.column(number)
            row.column(excluded.cause.rawValue)
            row.column(excluded.because)
        }
    }

    private mutating func writeStretches(_ run: AppRun, of analysis: String) {
        rows(of: run.states, into: SQLSchema.states, run, analysis) { row, state, number in
            row.column(number)
            row.column(state.state.rawValue)
            row.columns(state.from)
            row.columns(state.to)
            row.column(state.isInferred)
        }
        let scenes = run.scenes.flatMap { scene in scene.states.map { (scene.id, $0) } }
        rows(of: scenes, into: SQLSchema.scenes, run, analysis) { row, scene, number in
            row.column(number)
            row.column(scene.0)
            row.column(scene.1.state.rawValue)
            row.columns(scene.1.from)
            row.columns(scene.1.to)
            row.column(scene.1.isInferred)
        }
        rows(of: run.spans, into: SQLSchema.spans, run, analysis) { row, span, number in
            row.column(number)
            row.column(span.kind)
            row.column(span.key)
            row.column(span.name)
            row.columns(span.from)
            // What was open when its run ended never ended itself: the end of the run stands with the run.
            row.columns(span.isEnded || span.isReplaced ? span.to : nil)
            row.column(span.isInferred)
            row.column(span.isReplaced)
        }
    }

    private mutating func writeObservations(_ run: AppRun, of analysis: String) {
        rows(of: run.events, into: SQLSchema.events, run, analysis) { row, event, number in
            row.column(number)
            row.column(event.event)
            row.column(event.scene)
            row.columns(event.time)
            row.columns(event.at)
        }
        for counter in run.counters {
            rows(of: counter.samples, into: SQLSchema.samples, run, analysis) { row, sample, number in
                row.column(counter.name)
                row.column(number)
                row.column(counter.unit)
                row.columns(sample.time)
                row.column(sample.value)
            }
        }
        rows(of: run.anomalies, into: SQLSchema.anomalies, run, analysis) { row, anomaly, number in
            row.column(number)
            row.column(anomaly.code.rawValue)
            row.column(anomaly.message)
            row.columns(anomaly.time)
            row.columns(anomaly.at)
        }
    }

    /// Writes a row for each item, after the columns that say whose it is; items are numbered from 1.
    private mutating func rows<Item>(
        of items: [Item], into table: SQLTable, _ run: AppRun, _ analysis: String,
        _ columns: (inout SQLWriter, Item, Int) -> Void
    ) {
        guard !items.isEmpty else { return }
        insert(into: table) { writer in
            for (index, item) in items.enumerated() {
                writer.row { row in
                    row.column(analysis)
                    row.column(run.id)
                    columns(&row, item, index + 1)
                }
            }
        }
    }
}
