// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

@Suite struct RecordRecogniserTests {
    private static func words(_ change: (inout RecordRecogniser) -> Void = { _ in }) -> CompiledVocabulary {
        let place = SourceLocation(file: "r.yml", line: 1, column: 1, offset: 0, length: 0)
        let save = RecordPattern(
            condition: .compare(.field("event"), .equal, .literal(.string("coreData.save"))),
            meanings: [
                RecordMeaning(
                    event: .dataSave, name: "data.save",
                    with: [
                        ("document", ValueTemplate(parts: [.field("context")])),
                        ("duration", ValueTemplate(parts: [.field("duration_ms"), .literal("ms")])),
                        ("phase", ValueTemplate(parts: [.literal("end")])),
                        ("error", ValueTemplate(parts: [.field("missing")])),
                    ])
            ], sample: "", gives: nil, at: place)
        let both = RecordPattern(
            condition: .compare(.field("step"), .greater, .literal(.integer(3))),
            meanings: [
                RecordMeaning(event: .userLogout, name: "user.logout", with: []),
                RecordMeaning(
                    event: nil, name: "mine", with: [("name", ValueTemplate(parts: [.literal("n"), .field("step")]))]),
            ], sample: "", gives: nil, at: place)
        var shipped = RecordRecogniser(about: "core data", records: [save, both])
        change(&shipped)
        var users = RecordRecogniser(
            about: "user",
            records: [
                RecordPattern(
                    condition: .exists("users"), meanings: [RecordMeaning(event: .hang, name: "hang", with: [])],
                    sample: "",
                    gives: nil, at: place)
            ])
        users.isUsers = true
        var vocabulary = Vocabulary()
        vocabulary.recordRecognisers = [shipped, users]
        return CompiledVocabulary(vocabulary)
    }

    @Test(arguments: [
        (
            #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","context":"viewContext","duration_ms":12}"#,
            ["data.save duration=12000000 phase=end context:'viewContext' document:'viewContext'"]
        ),
        (#"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","name":"kept"}"#, ["data.save phase=end name:'kept'"]),
        (
            #"{"ts":"2026-03-01T10:00:00Z","step":4,"name":"replaced","event":"x"}"#,
            ["user.logout step:4 name:'replaced'", "mine step:4 name:'n4'"]
        ),
        (#"{"ts":"2026-03-01T10:00:00Z","step":4}"#, ["user.logout step:4", "mine step:4 name:'n4'"]),
        (#"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","users":1}"#, ["hang users:1"]),
        (#"{"ts":"2026-03-01T10:00:00Z","event":"app.didBecomeActive"}"#, ["app.didBecomeActive"]),
    ]) func `Records become what their recogniser means`(line: String, expected: [String]) throws {
        let reading = try Reading(line + "\n", as: "lifecycle-jsonl", words: Self.words())
        #expect(reading.problems.isEmpty)
        #expect(reading.events == expected.map { "2026-03-01T10:00:00Z " + $0 })
    }

    @Test func `Recognisers speak for their formats, apps and witness only`() throws {
        let line = #"{"ts":"2026-03-01T10:00:00Z","event":"coreData.save","app":"com.acme.notes"}"#
        func event(_ change: (inout RecordRecogniser) -> Void) throws -> String {
            try Reading(line + "\n", as: "lifecycle-jsonl", words: Self.words(change)).events[0]
        }
        #expect(try event { $0.formats = ["otlp-json"] }.contains("coreData.save"))
        #expect(try event { $0.formats = ["lifecycle-jsonl"] }.contains("data.save"))
        #expect(try event { $0.app = Glob("com.other.*") }.contains("coreData.save"))
        #expect(try event { $0.app = Glob("com.acme.*") }.contains("data.save"))
        #expect(try event { $0.witness = .uikit }.contains("class=uikit"))
    }

    /// What apps call the state they go to is none that they read.
    @Test(arguments: [
        (EventName.appWillResignActive, "state", "app.willResignActive"),
        (.appDidEnterBackground, "applicationState", "app.didEnterBackground"),
        // A launch in the background is told by what it reads, and other events keep what they say.
        (.appDidFinishLaunching, "state", "app.didFinishLaunching state=inactive"),
        (.dataSave, "state", "data.save state=inactive"),
    ]) func `a state that decides what a record means is not what a callback read`(
        event: EventName, key: String, expected: String
    ) throws {
        let place = SourceLocation(file: "r.yml", line: 1, column: 1, offset: 0, length: 0)
        func read(asking field: FieldPath) throws -> [String] {
            let pattern = RecordPattern(
                condition: .compare(.field(field), .equal, .literal(.string("inactive"))),
                meanings: [RecordMeaning(event: event, name: event.text, with: [])], sample: "", gives: nil, at: place)
            var vocabulary = Vocabulary()
            vocabulary.recordRecognisers = [RecordRecogniser(about: "states", records: [pattern])]
            let line = #"{"ts":"2026-03-01T10:00:00Z","event":"lifecycle","\#(key)":"inactive","word":"inactive"}"#
            return try Reading(line + "\n", as: "lifecycle-jsonl", words: CompiledVocabulary(vocabulary)).events
        }
        #expect(try read(asking: FieldPath(key)) == ["2026-03-01T10:00:00Z \(expected) word:'inactive'"])
        #expect(try read(asking: "word") == ["2026-03-01T10:00:00Z \(event.text) state=inactive word:'inactive'"])
    }

    @Test func `The text notation and documents use them, too`() throws {
        let text = try Reading(
            "10:00:00 coreData.save context=view duration_ms=3\n", as: "lifecycle-text", words: Self.words())
        #expect(
            text.events == ["2000-01-01T10:00:00Z data.save duration=3000000 phase=end context:'view' document:'view'"])
        let json = try Reading(
            #"{"events":[{"ts":5,"event":"coreData.save"}]}"#, as: "lifecycle-json", words: Self.words())
        #expect(json.events.count == 1 && json.events[0].contains("data.save"))
    }
}
