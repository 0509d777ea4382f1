// SPDX-License-Identifier: MIT

/// What a panic says of itself.
public struct KernelPanic: Sendable, Hashable {
    /// Its message: the first line without the number of the core.
    public var message: String?
    /// The part of the device that gave up: `AOP`.
    public var initiator: String?
    /// Flags of the kernel.
    public var flags: UInt64?
    /// The process that ran.
    public var task: String?
    /// Its id.
    public var taskPID: Int32?
    /// The service that did not report to the watchdog of user space.
    public var silentService: String?
    /// The namespace of the end of the first process, where that was it.
    public var firstProcessNamespace: String?
    /// The code of that end.
    public var firstProcessCode: UInt64?
    /// What the report says caused it, where a second chip wrote it.
    public var causedBy: String?
    /// The state of the Mac, where a second chip wrote it.
    public var systemState: String?

    /// Nothing said.
    public init() {}
}
