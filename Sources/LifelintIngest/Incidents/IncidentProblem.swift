// SPDX-License-Identifier: MIT

/// The sentences in which reading of reports tells what is wrong.
enum IncidentProblem {
    static let tooManyProcesses =
        "The report has more than \(IngestLimits.processesPerIncident) processes; the rest are left out."

    static let noPanicText = "The report does not hold what the kernel said."

    /// - Parameter word: a code or a word of the report that can be explained, if it has one.
    static func noTime(_ word: String?) -> String {
        "The report says neither when it happened nor when it was written: it tells of no run. " + explanation(of: word)
    }

    private static func explanation(of word: String?) -> String {
        word.map { "What \($0) means, lifelint explain \($0) tells." }
            ?? "What its codes and words mean, lifelint explain tells."
    }

    static let excerpt =
        "it shows lines of a crash report, but not the one that names its process. What its codes and words mean, lifelint "
        + "explain tells."

    /// - Parameters:
    ///   - what: what the piece tells of.
    ///   - word: the code or the word in it that can be explained, if it has one.
    static func entry(of what: String, word: String?) -> String {
        "No format recognises the file: it shows \(what), but not when that was. " + explanation(of: word)
    }

    static func excerpt(behind line: Int) -> String {
        "it shows lines of a crash report behind other text. Take away what stands in front of line \(line) to have it read."
    }

    static func amongText(_ line: Int) -> String {
        "a report begins on line \(line), among other text. Save the report alone, from that line to its end, to have it read."
    }

    static let madeUp =
        "Xcode simulated this payload, as its calls show: what it tells of crashes, hangs and limits befell nobody."

    static let madeUpCounts =
        "Xcode simulated this payload, as all its counters are 1: they count nothing that befell anybody."

    static func unreadTime(_ word: String?) -> String {
        "When it happened is not told in a form that can be read: the report tells of no run. " + explanation(of: word)
    }

    static let noLimit = "The report does not say which limit was exceeded; its text is cut or of another kind."

    static let noHang = "The report says neither who did not answer nor when; its text is cut or of another kind."

    static let truncated = "The report ends here, in the middle: what stands before was read."
    static let runTogether =
        "The lines of the report were run together: what its labels say was read, and none of its calls and images."
    static let glued =
        "The lines of the report were run together: labels from here on that do not begin a line are not read."
    static func noCrashedThread(_ number: Int) -> String {
        "The report names thread \(number) as the one that crashed, and does not hold it."
    }

    static let headerOnly = "Only the first line of the report is there; what it was written about is missing."
    static let unknownReport = "What begins here is no report of a kind that is known; it is not read."
    static let otherBody =
        "What stands here is no report of the kind that its first line names, nor of another that is known; it is not read."
    static let textStackshot =
        "A stackshot that is text, as older systems write it, is not read. What its code and its reason mean, lifelint explain "
        + "tells."
    static let handlerOnly =
        "The report is of a crash of what wrote reports, and does not hold what it was to write of: the crash before."
    static let tooManyThreads =
        "The report has more than \(IngestLimits.threadsPerIncident) threads or too many calls; the rest are left out."
    static let tooManyImages =
        "The report has more than \(IngestLimits.imagesPerIncident) images; the rest are left out."

    static func damaged(_ why: String) -> String { "The report is damaged here: \(why) What can be read was read." }

    static func badTime(_ key: String) -> String {
        "'\(key)' is no time that can be read; reports write the date, the local time and its zone."
    }

    static let launchTooEarly =
        "The process is said to have been launched before there were apps: that time is left out."

    static func badNumber(_ key: String) -> String { "'\(key)' is no number that can be read." }
}
