// SPDX-License-Identifier: MIT

extension IncidentReport {
    /// How many of the app's own calls tell one incident from another: callers further out vary.
    package static let signatureFrames = 3
    /// So many calls of the main thread tell whether it waits in its run loop: the kernel's call has some around it.
    package static let waitingFrames = 6

    /// What reports of the same mistake share: 16 hexadecimal digits; nil if the report does not say where in the app.
    ///
    /// Made of what was thrown, who ended the process, and the first calls of the app itself; addresses, arguments and
    /// versions of the system never enter, nor do offsets in functions whose names are sure. FNV-1a (64 bits) over the
    /// parts, each followed by a zero byte.
    ///
    /// Why nil without a call of the app: the signal and the functions of the system above it are the same for mistakes
    /// that have nothing to do with each other. So are the calls that the app begins in.
    ///
    /// - Parameters:
    ///   - demangle: gives a name as people write it, nil if it is one already.
    ///   - namespace: gives the one name of a part of the system that systems call, or number, differently.
    package func signature(
        _ demangle: (String) -> String? = { _ in nil }, namespace: (String) -> String = { $0 }
    ) -> String? {
        mark(demangle, namespace: namespace)?.signature
    }

    /// The signature, and the first call of the app itself that it is made of, as people read it, how far into what the
    /// process was started from it is, if it is there, and of how many of the calls no name is sure.
    package func mark(
        _ demangle: (String) -> String?, namespace: (String) -> String
    ) -> (signature: String, call: String, offset: UInt64?, unnamed: Int)? {
        guard let (stack, told) = toldCalls, let first = told.first else { return nil }
        var digest = ByteDigest()
        func add(_ part: String?) { digest.add(part: (part ?? "").utf8) }
        add(process.bundle ?? process.name)
        add(exception?.type ?? exception?.signal)
        add(exception?.name)
        add(termination?.namespace.map(namespace))
        add(termination?.code.map { String($0, radix: 16) })
        // Where names were taken out of the build, those that are left stand for any function behind them.
        let isStripped = stack.contains { $0.isBeforeNames && isOwn($0) }
        for index in told { add(IncidentReport.text(of: stack[index], demangle, isNearest: isStripped)) }
        let isOfProcess = stack[first].image.map { process.isNamed($0) } ?? false
        let call = IncidentReport.call(stack[first], demangle, isNearest: isStripped)
        let unnamed = isStripped ? told.count : told.count { stack[$0].symbol == nil }
        return (digest.text, call, isOfProcess ? stack[first].imageOffset : nil, unnamed)
    }

    /// The first call of what the app carries along, where none is its own, as people read it; nil where one is, and
    /// where no call is known to be of that.
    package func carriedCall(_ demangle: (String) -> String?) -> String? {
        guard toldCalls == nil else { return nil }
        for stack in signatureStacks {
            guard let frame = stack.first(where: isCarried) else { continue }
            let call = IncidentReport.call(frame, demangle, isNearest: frame.isBeforeNames)
            guard !call.isEmpty else { return nil }
            return frame.symbol == nil || frame.image.map { process.isNamed($0) } ?? true
                ? call : frame.image.map { "\(call) of \($0)" }
        }
        return nil
    }

    /// Whether a call is known to be in what the app carries along.
    private func isCarried(_ frame: IncidentFrame) -> Bool {
        if frame.isCarried { return true }
        // What handles the end of the process is nobody's, and a process may be called like anything.
        guard frame.isOfApp == nil, !(frame.image.map { process.isNamed($0) } ?? false) else { return false }
        if let index = frame.imageIndex, images.indices.contains(index) { return images[index].isCarried }
        guard let name = frame.image else { return false }
        return images.first { $0.name == name || $0.bundle == name }?.isCarried ?? false
    }

    /// A call as reports print it: its function, else how far into its image it is; behind the nearest function that
    /// has a name how far that is.
    private static func call(
        _ frame: borrowing IncidentFrame, _ demangle: (String) -> String?, isNearest: Bool
    ) -> String {
        if let symbol = frame.symbol {
            let name = demangle(symbol) ?? symbol
            return isNearest ? frame.symbolOffset.map { "\(name) + \($0)" } ?? name : name
        }
        guard let image = frame.image else { return "" }
        return frame.imageOffset.map { "\(image) + \($0)" } ?? image
    }

    /// What tells a call from another: its function, else where it is in its image; both where the function may be
    /// another.
    private static func text(
        of frame: borrowing IncidentFrame, _ demangle: (String) -> String?, isNearest: Bool
    ) -> String {
        if let symbol = frame.symbol {
            let core = SymbolName.core(demangle(symbol) ?? symbol, module: frame.image)
            return isNearest ? frame.symbolOffset.map { "\(core)+\(String($0, radix: 16))" } ?? core : core
        }
        let offset = frame.imageOffset.map { String($0, radix: 16) }
        guard let image = frame.image else { return offset ?? "" }
        return offset.map { "\(image)+\($0)" } ?? image
    }

    /// The calls that tell, by their places in their stack: the first ones of the app, and no more than are told.
    private var toldCalls: (stack: [IncidentFrame], told: [Int])? {
        for stack in signatureStacks {
            var told: [Int] = []
            for index in stack.indices where !stack[index].isBeginning {
                // Of most calls it is known: to ask for the rest costs a copy of the call.
                guard stack[index].isOfApp ?? isOwn(stack[index]) else { continue }
                told.append(index)
                if told.count == IncidentReport.signatureFrames { break }
            }
            if !told.isEmpty { return (stack, told) }
        }
        return nil
    }

    /// Where an exception was thrown says more than where the process was ended for it: where the app has no call in
    /// that, those at the end are of what handled it.
    private var signatureStacks: [[IncidentFrame]] {
        if lastExceptionBacktrace.contains(where: \.isPlaced) { return [lastExceptionBacktrace, rethrownBacktrace] }
        let triggered = triggeredThread.flatMap { threads.indices.contains($0) ? threads[$0].frames : nil }
        let main = threads.first { $0.isMain }?.frames
        return [rethrownBacktrace, triggered ?? (isOfMainThread ? main : nil) ?? []]
    }

    /// Whether what ended the process is said of the main thread where no thread is named: a kill from outside is for
    /// what that one does, and a fault may be any thread's.
    private var isOfMainThread: Bool {
        if termination?.watchdog != nil { return true }
        if let type = exception?.type, IncidentException.faults.contains(type) { return false }
        let signal = exception?.signalNumber ?? exception?.signal.flatMap { SignalNames.number(told: $0) }
        return signal.map { $0 == 9 || SignalNames.asks($0) } ?? true
    }

    /// Whether a call is in code of the app: in its bundle, or in what the process was started from.
    package func isOwn(_ frame: IncidentFrame) -> Bool {
        if let isOfApp = frame.isOfApp { return isOfApp }
        if let index = frame.imageIndex, images.indices.contains(index) {
            guard let name = images[index].name ?? frame.image else { return images[index].isOfApp }
            return name == process.name || images[index].isOfApp
        }
        guard let name = frame.image else { return false }
        return process.isNamed(name) || images.first { $0.name == name || $0.bundle == name }?.isOfApp ?? false
    }
}

extension IncidentFrame {
    /// Whether more than an address is known of it.
    fileprivate var isPlaced: Bool { image != nil || imageIndex != nil || symbol != nil }
}

extension IncidentProcess {
    /// Whether a call's image is called like the process: systems up to iOS 14 cut the beginning of long names, as in
    /// `...ficationServiceExtension`.
    package func isNamed(_ image: String) -> Bool {
        guard let name else { return false }
        return image == name || IncidentProcess.isCut(image, of: name)
    }

    /// Whether a name is the end of a longer one.
    package static func isCut(_ image: String, of name: String) -> Bool {
        let mark = "..."
        guard image.hasPrefix(mark), image.utf8.count > mark.utf8.count + 8, name.utf8.count > image.utf8.count - 3
        else {
            return false
        }
        return name.hasSuffix(image.dropFirst(mark.count))
    }
}
