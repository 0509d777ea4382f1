// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintReport

/// Where the program speaks: results to one output, notices and errors to the other.
final class Console {
    /// What the process finds around it.
    let surroundings: Surroundings
    /// Results.
    private(set) var output: any ByteSink
    /// Notices and errors.
    private(set) var errors: any ByteSink
    /// What stopped the output, if anything did.
    private var failure: OutputFailure?

    init(surroundings: Surroundings, output: any ByteSink, errors: any ByteSink) {
        self.surroundings = surroundings
        self.output = output
        self.errors = errors
    }

    /// The console of this process.
    static func standard() -> Console {
        Console(
            surroundings: .current(), output: StandardStream(descriptor: 1, bufferedBytes: 65_536),
            errors: StandardStream(descriptor: 2, bufferedBytes: 1))
    }

    /// Prints a result; after a failure nothing more is printed.
    func print(_ text: String) {
        write { output throws in try output.write(Array(text.utf8)) }
    }

    /// Lets `body` write results; gives an error that is not the output's own.
    @discardableResult
    func write(_ body: (inout any ByteSink) throws -> Void) -> (any Error)? {
        guard failure == nil else { return nil }
        do {
            try body(&output)
        } catch let error as OutputFailure {
            failure = error
        } catch {
            return error
        }
        return nil
    }

    /// Prints a notice or an error; where even that fails there is nobody left to tell.
    ///
    /// What logs, archives and files say of themselves stands in it: it moves no cursor and hides nothing.
    func note(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.safe(String($0)) }
        try? errors.write(Array("lifelint: \(lines.joined(separator: "\n"))\n".utf8))
    }

    /// Prints bytes to the terminal of notices as they are.
    func draw(_ text: String) { try? errors.write(Array(text.utf8)) }

    /// Writes what is left of the results; gives what stopped them.
    func finish() -> OutputFailure? {
        if failure == nil, let stream = output as? StandardStream {
            do throws(OutputFailure) {
                try stream.flush()
            } catch {
                failure = error
            }
        }
        return failure
    }
}

/// When something is shown: the value of `--color` and `--progress`.
enum Showing: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether it is shown where the automatic choice would be `isFitting`.
    func isShown(ifFitting isFitting: Bool) -> Bool {
        switch self {
        case .auto: isFitting
        case .always: true
        case .never: false
        }
    }
}
