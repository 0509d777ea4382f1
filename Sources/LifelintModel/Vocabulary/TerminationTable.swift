// SPDX-License-Identifier: MIT

/// What namespaces and codes of a termination mean, as `rules/vocabulary/terminations.yml` says it.
public struct TerminationTable: Sendable {
    /// How well a fact is known.
    public enum Standing: String, CaseIterable, Sendable {
        /// Seen in real files, in public source, or documented.
        case proven
        /// Read from system code: usable, no proof of wording.
        case decoded
        /// Unproven: what rests on it is at most likely.
        case unproven
    }

    /// A termination namespace.
    public struct Namespace: Sendable {
        /// Its number.
        public var number: UInt64
        /// Its names, the present one first.
        public var names: [String]

        /// A namespace.
        public init(number: UInt64, names: [String]) {
            self.number = number
            self.names = names
        }
    }

    /// What one kind of termination means; the first that fits, in order, decides.
    public struct Meaning: Sendable {
        /// Namespaces it applies to, by number; empty means any.
        public var namespaces: [UInt64]
        /// Codes it applies to; empty means any.
        public var codes: [UInt64]
        /// What the three highest bits of the code must be, where the code holds a kind and more; nil means anything.
        public var top: UInt64?
        /// Texts of which the explanation, reason or details must contain one, without regard to case; empty means any.
        public var texts: [String]
        /// Texts of which it must contain one beside that; empty means any.
        public var otherTexts: [String] = []
        /// Whether an exception of the process itself says it; whatever else a process says of its end is its own
        /// affair.
        public var isThrown = false
        /// Whether it befalls only a process that runs, where its cause does not tell that.
        public var isAwake = false
        /// What ended the run.
        public var cause: EndingCause
        /// `detail.kind`.
        public var kind: String?
        /// `detail.event`.
        public var event: String?
        /// `detail.trigger`.
        public var trigger: String?
        /// Words of the explanation behind which more is told: the detail, and the words.
        public var quotes: [(detail: EndingDetail, behind: String)] = []
        /// What it means, in words.
        public var meaning: String
        /// Namespaces with which its codes come, though they mean the same with any.
        public var usualNamespaces: [UInt64] = []
        /// What usually leads to it; empty where its ending tells.
        public var usually: [String] = []
        /// How well that is known.
        public var standing: Standing

        /// Whether the meaning is one of such a code.
        public func takes(_ code: UInt64?) -> Bool { Meaning.takes(code, codes: codes, top: top) }

        /// Whether a meaning of these codes, or of all that begin like this, is one of a code.
        package static func takes(_ code: UInt64?, codes: [UInt64], top: UInt64?) -> Bool {
            if codes.isEmpty, top == nil { return true }
            guard let code else { return false }
            return (codes.isEmpty || codes.contains(code)) && (top.map { code >> 61 == $0 } ?? true)
        }

        /// A meaning.
        public init(
            namespaces: [UInt64], codes: [UInt64], texts: [String], cause: EndingCause, meaning: String,
            standing: Standing
        ) {
            self.namespaces = namespaces
            self.codes = codes
            self.texts = texts
            self.cause = cause
            self.meaning = meaning
            self.standing = standing
        }
    }

    /// A jetsam reason.
    public struct JetsamReason: Sendable {
        /// What the reason says about whose fault it is.
        public enum Group: String, CaseIterable, Sendable {
            /// The process passed its own limit.
            case ownLimit
            /// The system was short; what it means depends on the state the process was in.
            case pressure
            /// Ordinary housekeeping of idle processes.
            case idle
            /// The process used too much CPU.
            case cpu
        }

        /// Its code.
        public var code: UInt64
        /// Its name in logs and reports, the present one first.
        public var names: [String]
        /// What the kernel's source calls it.
        public var constant: String?
        /// Whose fault it is.
        public var group: Group
        /// What it means, in one sentence.
        public var meaning: String?
        /// How well that is known.
        public var standing: Standing?
        /// Whether memory of processes was short, so that it matters who had most of it.
        public var isOfMemory = true
        /// Whether a process may be ended for it that is in use.
        public var mayBeInUse = true

        /// A reason.
        public init(code: UInt64, names: [String], group: Group) {
            self.code = code
            self.names = names
            self.group = group
        }
    }

    /// Namespaces.
    public var namespaces: [Namespace] = []
    /// Meanings, in the order in which they are tried.
    public var meanings: [Meaning] = []
    /// Jetsam reasons.
    public var jetsamReasons: [JetsamReason] = []

    /// An empty table.
    public init() {}

    /// The number of a namespace given by name (`RUNNINGBOARD`, `OS_REASON_RUNNINGBOARD`) or number (`15`, `0xF`,
    /// `<0xF>`), or told to be none (`NONE`).
    public func namespace(_ text: String) -> UInt64? {
        var name = text.uppercased()
        if name.hasPrefix("<"), name.hasSuffix(">") { name = String(name.dropFirst().dropLast()) }
        if name.hasPrefix("OS_REASON_") { name = String(name.dropFirst(10)) }
        if name == TerminationNamespace.noneName { return TerminationNamespace.none }
        if let number = TerminationNamespace.number(name) { return number }
        return namespaces.first { $0.names.contains(name) }?.number
    }

    /// The present name of a namespace.
    public func name(ofNamespace number: UInt64) -> String? {
        namespaces.first { $0.number == number }?.names.first
    }

    /// The jetsam reason with that code.
    public func jetsamReason(code: UInt64) -> JetsamReason? { jetsamReasons.first { $0.code == code } }

    /// The jetsam reason with that name, or constant.
    public func jetsamReason(named name: String) -> JetsamReason? {
        let lowered = name.lowercased()
        return jetsamReasons.first { $0.names.contains(lowered) || $0.constant == name }
    }

    /// What a termination means; `text` is whatever was said about it.
    public func meaning(namespace: UInt64?, code: UInt64?, text: String) -> Meaning? {
        let lowered = text.lowercased()
        return meanings.first { meaning in
            if !meaning.namespaces.isEmpty {
                guard let namespace, meaning.namespaces.contains(namespace) else { return false }
            }
            guard meaning.takes(code) else { return false }
            if !meaning.texts.isEmpty {
                guard meaning.texts.contains(where: { lowered.contains($0.lowercased()) }) else { return false }
            }
            if !meaning.otherTexts.isEmpty {
                guard meaning.otherTexts.contains(where: { lowered.contains($0.lowercased()) }) else { return false }
            }
            return true
        }
    }
}
