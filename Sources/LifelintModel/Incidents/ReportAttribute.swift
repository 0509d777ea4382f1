// SPDX-License-Identifier: MIT

/// What reports tell of an end beside the fields of the vocabulary, for the timeline alone: who writes events and who
/// reads them know each other by these names.
///
/// What only rules read of a report, and by its name, is none of these.
package enum ReportAttribute: String, CaseIterable, Sendable {
    // MARK: Which end

    /// Which report it is: copies of one have it in common.
    case incident
    /// An SDK wrote the report, inside of the app.
    case sdk
    /// A line says that a report of it is written, which may not be at hand.
    case reported
    /// It tells that the process crashed, and not of what.
    case crashed

    // MARK: What it ended of

    /// What the kernel threw: `EXC_BAD_ACCESS`.
    case exceptionType
    /// What it was of that: `LAUNCH_HANG`.
    case exceptionSubtype
    /// What is quoted of the termination beside the sentence that explains it.
    case context
    /// What was misused is guarded, and the kernel ends a process for that.
    case guarded
    /// It befell a handler of crashes.
    case inHandler

    // MARK: In which call

    /// By the UUIDs of images, offsets in them of the thread that crashed.
    case calls
    /// How many calls that the signature is made of have no sure name.
    case unnamed
    /// Which callback the process was in.
    case callback
    /// In that in which a framework ends a process for an exception that nobody caught.
    case uncaught
    /// In that in which the system ends an app that does not say what it asks for private data for.
    case privacy
    /// In what a check that failed calls.
    case asserted
    /// In that in which PushKit ends an app that reports no call for a push.
    case unreportedCall
    /// In that in which the loader ends a process.
    case loader

    // MARK: What the system measured

    /// Whether the process was busy, blocked or idle.
    case load
    /// How hot the device was.
    case thermal
    /// What the kernel says that the process was doing, in its words.
    case states
    /// The kernel's band of priorities that the process was in.
    case band
    /// Who used most memory when the kernel was short of it.
    case largest
}
