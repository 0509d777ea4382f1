// SPDX-License-Identifier: MIT

/// Which events begin and end the spans of a run, as far as a drawing must know it.
///
/// A report has no vocabulary beside it: `lifelint convert` draws from the report alone. The shipped spans stand here
/// once more, and a test holds the two against each other; a span of someone's own making goes by its name.
enum SpanEvents {
    static let begins: [String: [String]] = [
        "backgroundTask": ["backgroundTask.begin"], "scheduledTask": ["scheduledTask.start"],
        "push": ["push.receive"], "fetch": ["fetch.begin"], "urlSession": ["urlSession.wake"],
        "voip": ["voip.receive"], "extension": ["extension.begin"], "unsaved": ["data.change"],
        "saving": ["data.save"], "fileLock": ["file.lock"], "network": ["network.begin"],
        "database": ["database.begin"], "resource": ["resource.acquire"],
        "activity": ["activity.start", "activity.resume"], "audioInterruption": ["audio.interruptionBegin"],
        "audioPlaying": ["audio.play"], "audioRecording": ["audio.record"],
        "audioSession": ["audio.sessionActivate"], "call": ["call.begin"], "pip": ["pip.start"],
        "carplay": ["carplay.connect"], "covered": ["ui.cover"], "permissionPrompt": ["permission.prompt"],
        "hang": ["hang", "runloop.stall", "report.hang"], "sdkInit": ["sdk.init"],
    ]

    static let ends: [String: [String]] = [
        "backgroundTask": ["backgroundTask.end"], "scheduledTask": ["scheduledTask.complete"],
        "push": ["push.complete"], "fetch": ["fetch.complete"], "urlSession": ["urlSession.complete"],
        "voip": ["voip.complete"], "extension": ["extension.complete"],
        "unsaved": ["data.save", "data.delete", "data.load"],
        "saving": ["data.save", "data.saveFailed"], "fileLock": ["file.unlock"], "network": ["network.end"],
        "database": ["database.end"], "resource": ["resource.release"],
        "activity": ["activity.pause", "activity.stop"], "audioInterruption": ["audio.interruptionEnd"],
        "audioPlaying": ["audio.pause", "audio.sessionDeactivate"],
        "audioRecording": ["audio.recordStop", "audio.sessionDeactivate"],
        "audioSession": ["audio.sessionDeactivate"], "call": ["call.end"], "pip": ["pip.stop"],
        "carplay": ["carplay.disconnect"], "covered": ["ui.uncover"], "permissionPrompt": ["permission.prompt"],
        "hang": ["hang", "runloop.stall", "report.hang"], "sdkInit": ["sdk.init"],
        "preMain": ["app.willFinishLaunching", "app.didFinishLaunching"],
        "launch": ["ui.firstFrame", "app.didBecomeActive", "scene.didBecomeActive", "app.didFinishLaunching"],
        "resume": ["ui.firstFrame", "app.didBecomeActive", "scene.didBecomeActive"],
    ]

    /// Whether an event of that name may begin such a span.
    static func mayBegin(_ kind: String, _ event: String) -> Bool {
        begins[kind]?.contains(event) ?? isOfSameName(kind, event)
    }

    /// Whether an event of that name may end such a span.
    static func mayEnd(_ kind: String, _ event: String) -> Bool {
        ends[kind]?.contains(event) ?? isOfSameName(kind, event)
    }

    private static func isOfSameName(_ kind: String, _ event: String) -> Bool {
        event == kind || event.hasPrefix(kind + ".")
    }
}
