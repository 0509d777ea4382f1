// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// OTLP exports as tests need them, and a vocabulary that knows their life cycle.
enum OTLPSample {
    static let words: CompiledVocabulary = {
        let place = SourceLocation(file: "r.yml", line: 1, column: 1, offset: 0, length: 0)
        func pattern(_ state: String, _ event: EventName, _ name: String) -> RecordPattern {
            RecordPattern(
                condition: .or([
                    .compare(.field("ios.app.state"), .equal, .literal(.string(state))),
                    .compare(.field("ios.state"), .equal, .literal(.string(state))),
                ]), meanings: [RecordMeaning(event: event, name: name, with: [])], sample: "", gives: nil, at: place)
        }
        let named = RecordPattern(
            condition: .and([
                .compare(.field("event"), .equal, .literal(.string("note.saved"))),
                .compare(.field("os.name"), .equal, .literal(.string("iOS"))),
            ]), meanings: [RecordMeaning(event: .dataSave, name: "data.save", with: [])], sample: "", gives: nil,
            at: place)
        var recogniser = RecordRecogniser(
            about: "otlp",
            records: [
                pattern("active", .appDidBecomeActive, "app.didBecomeActive"),
                pattern("foreground", .appWillEnterForeground, "app.willEnterForeground"),
                pattern("background", .appDidEnterBackground, "app.didEnterBackground"), named,
            ])
        recogniser.formats = ["otlp-json"]
        var vocabulary = Sample.vocabulary
        vocabulary.recordRecognisers = [recogniser]
        return CompiledVocabulary(vocabulary)
    }()

    static let time = #""timeUnixNano":"1772359200250000000""#

    static func attribute(_ key: String, _ value: String) -> String {
        #"{"key":"\#(key)","value":{"stringValue":"\#(value)"}}"#
    }

    /// A record with that state.
    static func state(_ state: String) -> String {
        #"{\#(time),"eventName":"device.app.lifecycle","attributes":[\#(attribute("ios.app.state", state))]}"#
    }

    static func export(_ records: String..., resource: String = "") -> String {
        #"{"resourceLogs":[{"resource":{"attributes":[\#(resource)]},"scopeLogs":[{"scope":{"name":"s"},"logRecords":["#
            + records.joined(separator: ",") + "]}]}]}"
    }
}
