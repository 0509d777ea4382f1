// SPDX-License-Identifier: MIT

public import LifelintModel

/// What the timeline hands on.
public enum TimelineOutput: Sendable {
    /// A run that is over, or whose evidence is: with the number by which the timeline tells runs apart, and with what
    /// it did (the last, mostly the only, stretch) where that is asked for.
    case run(AppRun, number: Int, RunStretch?)
    /// What a long run did so far: it goes on, and more will be told.
    case stretch(RunStretch)
}
