// SPDX-License-Identifier: MIT

import LifelintModel

/// Which app a process may be that is told by its name alone, as rows from Console.app do, while the system's lines
/// tell apps by bundle id.
///
/// Nothing in such a row says which app wrote it. Any process would fit any run, and the words of one app would end up
/// in the run of another; so a name joins a bundle id only where it was seen with it, or is like it.
final class ProcessNames {
    /// More names than a device has are somebody's joke.
    private static let limit = 4_096

    /// Runs that stated both; nil where several apps had a process of that name.
    private var apps: [[UInt8]: [UInt8]?] = [:]
    /// Bundle ids that were seen, of apps that were asked for.
    private var wanted: Set<[UInt8]> = []

    /// Names of processes that began as runs of their own, since their lines say no more, and were like no app's.
    private var strangers: Set<[UInt8]> = []
    /// Those that turned out to be an app's; nil where several apps had a process of that name.
    private(set) var lateApps: [String: String?] = [:]

    private let words: NameWords

    /// - Parameter known: the apps that have processes of some names.
    /// By bundle id, what other reports tell a process to be.
    private let extensions: [String: ProcessHost]

    /// - Parameters:
    ///   - known: the apps that have processes of some names.
    ///   - extensions: by bundle id, which are told to be none of apps.
    init(_ words: NameWords, known: [String: String] = [:], extensions: [String: ProcessHost] = [:]) {
        self.words = words
        self.extensions = extensions
        for (process, app) in known { note(Name(process), of: Name(app)) }
    }

    /// A line that names nothing else began a run.
    func noteStranger(_ process: Name) {
        if strangers.count < ProcessNames.limit, apps[process.bytes] == nil { strangers.insert(process.bytes) }
    }

    /// A run is over that may have stated both: whether lines of its process came before that was known.
    ///
    /// Only an id can have told it of a name that is like nothing in the bundle id.
    func noteLate(_ identity: RunIdentity) {
        guard !strangers.isEmpty, let process = identity.process, let app = identity.app, identity.hasPID,
            strangers.contains(process.bytes), resemblance(of: process.bytes, to: app.bytes, host: identity.host) == nil
        else { return }
        noteLate(process, of: app)
    }

    /// A line has told whose a process is that had been taken for another one's.
    func noteLate(_ process: Name, of app: Name) {
        guard lateApps.count < ProcessNames.limit || lateApps[process.string] != nil else { return }
        let isOnly = lateApps[process.string].map { $0 == app.string } ?? true
        lateApps[process.string] = .some(isOnly ? app.string : nil)
    }

    /// A run stated both.
    func note(_ process: Name, of app: Name) {
        if let known = apps[process.bytes] {
            if known != nil, known != app.bytes { apps[process.bytes] = .some(nil) }
        } else if apps.count < ProcessNames.limit {
            apps[process.bytes] = app.bytes
        }
    }

    /// Whether a name is one that many apps have from a template, and none is known to have it here.
    func isOfMany(_ process: [UInt8]) -> Bool {
        apps[process] == nil && words.templates.contains(ProcessNames.plain(process[...]))
    }

    /// What kind of process one of that name is called like; missing where that says nothing.
    func host(of process: [UInt8]) -> ProcessHost {
        if words.homes.contains(process) { return .system }
        if words.watchNames.contains(where: { process.suffix($0.count).elementsEqual($0) }) { return .watch }
        return words.isExtension(process) ? .extension : .missing
    }

    /// What kind of process other reports tell one of that bundle id to be; missing where none does.
    func host(ofApp app: Name) -> ProcessHost {
        if extensions.isEmpty { return .missing }
        return extensions[app.string] ?? .missing
    }

    /// Whether a bundle id is one that only apps on watches have.
    func isOfWatch(_ app: [UInt8]) -> Bool {
        words.watchBundles.contains { app.suffix($0.count).elementsEqual($0) }
    }

    /// The bundle id of the one app that is known to have a process of that name.
    func app(of process: [UInt8]) -> [UInt8]? { apps[process] ?? nil }

    /// Whether one of two names of processes begins as the other: some are cut.
    static func areOfOne(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (left, right) = (plain(left[...]), plain(right[...]))
        return left.starts(with: right) || right.starts(with: left)
    }

    /// An app that was asked for is named.
    func noteWanted(_ app: [UInt8]) {
        if wanted.count < ProcessNames.limit { wanted.insert(app) }
    }

    /// Whether a process that is told by its name alone is of an app that was asked for, as far as anything says so.
    ///
    /// What it says of itself fits it to a bundle id, or to what the pattern of one spells out.
    func isWanted(_ process: [UInt8], by patterns: [Glob], host: ProcessHost) -> Bool {
        if let known = apps[process], let known {
            return patterns.contains { $0.matches(String(decoding: known, as: UTF8.self)) }
        }
        return patterns.contains {
            $0.pattern == "*" || likeness(of: process, to: Array($0.pattern.utf8), host: host) != nil
                || $0.pattern.hasSuffix("*") && ProcessNames.begins(process, as: Array($0.pattern.utf8))
        } || wanted.contains { likeness(of: process, to: $0, host: host) != nil }
    }

    /// Whether a name goes on where the pattern of bundle ids leaves off.
    private static func begins(_ process: [UInt8], as pattern: [UInt8]) -> Bool {
        let name = pattern.split(separator: 0x2E).last.map(plain) ?? []
        return name.count > 3 && plain(process[...]).starts(with: name)
    }

    /// How well a process of that name fits a bundle id: the more the better, nil where it does not.
    ///
    /// - Parameter isInFront: it was in front, where apps are.
    func likeness(of process: [UInt8], to app: [UInt8], host: ProcessHost, isInFront: Bool = false) -> Int? {
        if let known = apps[process], let known { return known == app ? 3 : nil }
        if let likeness = resemblance(of: process, to: app, host: host) { return likeness }
        return isInFront && isOfOther(process, than: app) ? 1 : nil
    }

    /// Whether a process is called as an app, and nothing but a word behind that speaks of another one of that app.
    func isOfOther(_ process: [UInt8], than app: [UInt8]) -> Bool {
        guard apps[process] == nil, let last = app.split(separator: 0x2E).last.map(ProcessNames.plain), last.count > 3,
            let words = wordsBehind(last, in: process), resemblance(of: process, to: app, host: .missing) == nil
        else { return false }
        return words.contains(where: self.words.others.contains) && host(of: process) == .missing
    }

    /// The same, whatever was seen together: 2 where the bundle id spells the name out, 1 where the name is merely like
    /// it.
    private func resemblance(of process: [UInt8], to app: [UInt8], host: ProcessHost) -> Int? {
        let name = ProcessNames.plain(process[...])
        if words.templates.contains(name) { return 0 }
        let parts = app.split(separator: 0x2E).map(ProcessNames.plain)
        guard let last = parts.last, !name.isEmpty else { return nil }
        if let likeness = likeness(of: name, toPart: parts.count - 1, of: parts) { return likeness }
        // Many put the maker's name before the app's.
        if parts.suffix(2).joined().elementsEqual(name) { return 2 }
        // The bundle id of an extension begins with that of its app, whose process it is not.
        guard host != .extension, host != .widget else { return nil }
        if last.count > 3, goesOn(process, behind: last) { return 1 }
        // All apps of a maker have its name: only one that is called so is meant by it.
        let isOfMaker = parts.count > 2
        return parts.indices.lazy.compactMap { place in
            isOfMaker && place == 1 && parts[place] != name ? nil : self.likeness(of: name, toPart: place, of: parts)
        }.max()
    }

    /// How much a name is like a part of a bundle id; nil where it is not.
    ///
    /// A part may say more than the name, and the name the maker in front, who stands in the bundle id: others have
    /// their own notes, and their own music. What has more behind is called like an extension of the app.
    private func likeness(of name: [UInt8], toPart place: Int, of parts: [[UInt8]]) -> Int? {
        let part = parts[place]
        if words.common.contains(part) { return nil }
        // What stands behind the name of the app in bundle ids of several says nothing of it.
        let isOwn = parts[(place + 1)...].allSatisfy { words.common.contains($0) || words.endings.contains($0) }
        if part == name { return isOwn ? 2 : 1 }
        let isLonger = name.count > part.count
        let (short, long) = isLonger ? (part, name) : (name, part)
        guard short.count > 3 else { return nil }
        var likeness: Int?
        for start in 0...(long.count - short.count) where long[start...].starts(with: short) {
            let rest = long[(start + short.count)...]
            // The digit of a version, or of an id that was taken.
            let isNumbered = !isLonger && rest.count == 1 && rest.allSatisfy { (0x30...0x39).contains($0) }
            guard rest.isEmpty || isNumbered || words.endings.contains(Array(rest)) else { continue }
            let front = long[..<start]
            if front.isEmpty, isNumbered { return 1 }
            if front.isEmpty || isLonger && ProcessNames.spell(parts[..<place], front) { return isOwn ? 2 : 1 }
            let isMaker = front.count > 2 && parts[..<place].contains { $0.starts(with: front) }
            if !isLonger || isMaker || words.articles.contains(Array(front)) { likeness = 1 }
        }
        return likeness
    }

    /// Whether a text is one of the parts in front of another, or several of them up to that.
    private static func spell(_ parts: ArraySlice<[UInt8]>, _ text: ArraySlice<UInt8>) -> Bool {
        parts.contains { $0.elementsEqual(text) }
            || parts.indices.contains { parts[$0...].joined().elementsEqual(text) }
    }

    /// Whether a name is that of an app and words behind it, none of which is said of another process of an app: of its
    /// extensions, or of what it has on a watch.
    private func goesOn(_ process: [UInt8], behind app: [UInt8]) -> Bool {
        guard let behind = wordsBehind(app, in: process) else { return false }
        return !behind.isEmpty && !behind.contains(where: words.others.contains)
    }

    /// What a name of several words says behind that of an app; nil where it does not begin with that.
    private func wordsBehind(_ app: [UInt8], in process: [UInt8]) -> ArraySlice<[UInt8]>? {
        let said = process.split(separator: 0x20).map(ProcessNames.plain)
        return said.indices.first { said[...$0].joined().elementsEqual(app) }.map { said[($0 + 1)...] }
    }

    /// Letters and digits, in lower case: bundle ids have no spaces, and who writes them is free with the rest.
    private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        text.compactMap { byte in
            switch byte {
            case 0x41...0x5A: byte | 0x20
            case 0x30...0x39, 0x61...0x7A, 0x80...: byte
            default: nil
            }
        }
    }
}

/// How names of processes and bundle ids are made, in bytes of lower case.
final class NameWords: Sendable {
    /// What the templates of frameworks call every app's process.
    let templates: Set<[UInt8]>
    /// Parts of bundle ids that say nothing of the app.
    let common: Set<[UInt8]>
    /// What names of processes have behind the app's, and no extension has there.
    let endings: Set<[UInt8]>
    /// What names have in front of the app's that is no other one's.
    let articles: Set<[UInt8]>
    /// What names of several words have behind the app's where they are those of other processes of it.
    let others: Set<[UInt8]>
    /// Home screens that apps are called like.
    let homes: Set<[UInt8]>
    /// What names of apps on watches end with, as it is written.
    let watchNames: [[UInt8]]
    /// What bundle ids of apps on watches end with.
    let watchBundles: [[UInt8]]
    /// What names of extensions end with, as it is written.
    private let extensions: [[UInt8]]

    /// How long the kernel and its reports leave a name, and how much of an ending says something.
    private static let cutName = 32
    private static let shortestEnding = 5

    init(_ words: ProcessWords) {
        func bytes(_ texts: Set<String>) -> Set<[UInt8]> { Set(texts.map { Array($0.utf8) }) }
        templates = bytes(words.templates)
        common = bytes(words.commonParts)
        endings = bytes(words.nameEndings)
        articles = bytes(words.nameArticles)
        others = bytes(words.otherWords)
        homes = bytes(words.homes)
        watchNames = words.watchNames.map { Array($0.utf8) }
        watchBundles = words.watchBundles.map { Array($0.utf8) }
        extensions = words.extensionEndings.map { Array($0.utf8) }
    }

    /// Whether a process is called as extensions are, be it that the end of its name was cut.
    func isExtension(_ name: [UInt8]) -> Bool {
        extensions.contains { ending in
            let shortest = name.count == NameWords.cutName ? NameWords.shortestEnding : ending.count
            return (min(shortest, ending.count)...ending.count).contains { length in
                name.count >= length && name.suffix(length).elementsEqual(ending.prefix(length))
            }
        }
    }
}
