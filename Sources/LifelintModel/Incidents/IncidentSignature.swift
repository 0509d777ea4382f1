// SPDX-License-Identifier: MIT

extension IncidentReport {
    /// How many of the app's own calls tell one incident from another: callers further out vary.
    package static let signatureFrames = 3

    /// What reports of the same mistake share: 16 hexadecimal digits; nil if the report does not say where in the app.
    ///
    /// Made of what was thrown, who ended the process, and the first calls of the app itself; addresses, offsets in
    /// functions, arguments and versions of the system never enter. FNV-1a (64 bits) over the parts, each followed by a
    /// zero byte.
    ///
    /// Why nil without a call of the app: the signal and the functions of the system above it are the same for mistakes
    /// that have nothing to do with each other.
    ///
    /// - Parameter demangle: gives a name as people write it, nil if it is one already.
    package func signature(_ demangle: (String) -> String? = { _ in nil }) -> String? {
        let frames = signatureParts(demangle)
        guard !frames.isEmpty else { return nil }
        let ending = [
            exception?.type, exception?.name, termination?.namespace, termination?.code.map { String($0, radix: 16) },
        ]
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in [process.bundle ?? process.name] + ending + frames {
            for byte in (part ?? "").utf8 { IncidentReport.mix(byte, into: &value) }
            IncidentReport.mix(0, into: &value)
        }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(16 - digits.count, 0)) + digits
    }

    private static func mix(_ byte: UInt8, into value: inout UInt64) {
        value ^= UInt64(byte)
        value = value &* 0x0000_0100_0000_01B3
    }

    /// The calls that tell: the app's own.
    private func signatureParts(_ demangle: (String) -> String?) -> [String?] {
        var told: [IncidentFrame] = []
        for stack in signatureStacks where told.isEmpty { told = ownCalls(of: stack) }
        return told.map { frame in
            guard let symbol = frame.symbol else {
                return [frame.image, frame.imageOffset.map { String($0, radix: 16) }].compactMap { $0 }
                    .joined(separator: "+")
            }
            return SymbolName.core(demangle(symbol) ?? symbol, module: frame.image)
        }
    }

    /// The first calls of the app: no more of them are looked at than are told.
    private func ownCalls(of stack: [IncidentFrame]) -> [IncidentFrame] {
        var told: [IncidentFrame] = []
        for frame in stack where isOwn(frame) {
            told.append(frame)
            if told.count == IncidentReport.signatureFrames { break }
        }
        return told
    }

    /// Where an exception was thrown says more than where the process was ended for it.
    private var signatureStacks: [[IncidentFrame]] {
        let triggered = triggeredThread.flatMap { threads.indices.contains($0) ? threads[$0].frames : nil }
        let main = threads.first { $0.isMain }?.frames
        return [lastExceptionBacktrace, triggered ?? main ?? []].filter { !$0.isEmpty }
    }

    /// Whether a call is in code of the app: in its bundle, or in what the process was started from.
    package func isOwn(_ frame: IncidentFrame) -> Bool {
        if let isOfApp = frame.isOfApp { return isOfApp }
        if let index = frame.imageIndex, images.indices.contains(index) {
            guard let name = images[index].name ?? frame.image else { return images[index].isOfApp }
            return name == process.name || images[index].isOfApp
        }
        guard let name = frame.image else { return false }
        return name == process.name || images.first { $0.name == name }?.isOfApp ?? false
    }
}
