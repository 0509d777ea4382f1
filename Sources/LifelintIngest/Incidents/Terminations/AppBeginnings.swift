// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells the calls that an app begins in: `main`, and what it calls to start what runs the app until that ends.
///
/// Why: they stand in every stack of the main thread, whatever happened there, and so name no place in the app.
final class AppBeginnings: Sendable {
    /// How near the outermost call the beginning stands.
    private static let depth = 8

    /// The images that run an app.
    private let images: Set<String>
    /// The function that runs one, whatever it is in.
    private let loop: SoughtText
    /// The function that an app begins in.
    private let main: String
    /// What the images begin with that call it.
    private let loaders: [String]
    /// The image that the loader calls in an extension, whose own code is called by others.
    private let extensionHost: String
    /// What the library is called behind the app's name that its code is in for debugging.
    private let debugLibrary: String

    init(_ words: TerminationWords) {
        images = Set(words.beginnings)
        loop = SoughtText(words[.entryLoop])
        main = words[.entryMain]
        loaders = [words[.callLoader], words[.entryLoader]].filter { !$0.isEmpty }
        extensionHost = words[.entryExtensionHost]
        debugLibrary = words[.entryDebugLibrary]
    }

    /// Whether an image is called like the process, or like the library that its code is in for debugging.
    func isNamed(_ image: String, after process: IncidentProcess) -> Bool {
        process.isNamed(image)
            || image.hasSuffix(debugLibrary) && process.isNamed(String(image.dropLast(debugLibrary.count)))
    }

    /// Whether a call may be one that runs the app.
    func mayRun(_ frame: IncidentFrame) -> Bool {
        isLoop(frame) || frame.image.map(images.contains) ?? false
    }

    /// The places of the app's calls that it begins in; none where they called something else, which may have gone
    /// wrong.
    func places(in frames: [IncidentFrame], _ isOwn: (IncidentFrame) -> Bool) -> Range<Int> {
        let none = 0..<0
        guard let last = frames.indices.suffix(AppBeginnings.depth).last(where: { isOwn(frames[$0]) }) else {
            return none
        }
        var first = last
        while first > 0, isOwn(frames[first - 1]) { first -= 1 }
        guard first > 0, mayRun(frames[first - 1]) else { return none }
        let isOutermost =
            isLoop(frames[first - 1]) || !main.isEmpty && frames[last].symbol == main
            || last + 1 < frames.count && isLoader(frames[last + 1])
        return isOutermost ? first..<(last + 1) : none
    }

    /// The image whose `main` the loader has called: what the process was started from; nil where that does not show.
    ///
    /// What runs before (initializers, `+load`), of whatever image, the loader calls from deeper within.
    func executable(of frames: [IncidentFrame]) -> String? {
        guard let outermost = frames.last, isLoader(outermost), let called = frames.dropLast().last, !isLoader(called)
        else {
            return nil
        }
        return called.image.flatMap { images.contains($0) || $0 == extensionHost ? nil : $0 }
    }

    /// Whether the calls of a main thread show that nothing has run the app yet: its `main` has called nothing of
    /// others that called the app again, but for one call of what asks it for something first, as SwiftUI has it make
    /// its `App`.
    ///
    /// Where an image has no name, that does not show. What runs an app may stand there with a single call that has
    /// none: who it called then is not the app.
    func areBeforeLoop(_ frames: [IncidentFrame], _ isOwn: (IncidentFrame) -> Bool) -> Bool {
        guard let outermost = frames.last, isLoader(outermost),
            !frames.contains(where: { $0.image == nil || isLoop($0) })
        else { return false }
        var inner = frames.dropLast()[...]
        func passOwn() -> Bool {
            let count = inner.count
            while let call = inner.last, isOwn(call) { inner.removeLast() }
            return inner.count < count
        }
        guard passOwn() else { return false }
        if let asker = inner.last, images.contains(asker.image ?? "") {
            inner.removeLast()
            guard passOwn() else { return false }
        }
        return !inner.contains { isOwn($0) || images.contains($0.image ?? "") }
    }

    /// Whether some of the calls that stand there may be those that run an app.
    func mayHoldLoop(in view: ByteView, _ range: Range<Int>) -> Bool {
        loop.find(in: view, from: range.lowerBound, to: range.upperBound) != nil
    }

    private func isLoop(_ frame: IncidentFrame) -> Bool {
        frame.symbol.map { TextSearch.holds(loop, $0) } ?? false
    }

    /// Whether a call is one of what loads a program.
    func isLoader(_ frame: IncidentFrame) -> Bool {
        frame.image.map { image in loaders.contains { image.hasPrefix($0) } } ?? false
    }
}
