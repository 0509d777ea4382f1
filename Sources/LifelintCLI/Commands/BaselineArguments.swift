// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// Which mistakes are known already, and what is done about them.
struct BaselineArguments: Sendable {
    var path: String?
    var written: String?
    var isStrict = false

    static var options: [SettingOption<BaselineArguments>] {
        [
            .value(
                OptionSpec(
                    name: "baseline", placeholder: "FILE",
                    help: "Findings that this file lists do not count; those that it lists and nothing shows any more "
                        + "are told as fixed.", completion: .files), \.path, NumberArgument.text),
            .value(
                OptionSpec(
                    name: "write-baseline", placeholder: "FILE",
                    help: "List what is found in this file, sorted, a line each; suppressed findings are left out. The "
                        + "status stays what the findings make it.", completion: .files), \.written,
                NumberArgument.text),
            .flag(
                OptionSpec(
                    name: "strict-baseline",
                    help: "End with status 1 if the baseline lists what is no longer found, so that the file shrinks."),
                \.isStrict),
        ]
    }

    /// The baseline that is judged by; nil where there is none.
    func load() throws(UsageError) -> Baseline? {
        guard let path else {
            if isStrict { throw UsageError(.conflict, "--strict-baseline needs --baseline FILE") }
            return nil
        }
        // The first time, the file that is read and written is not there yet.
        if path == written, !Surroundings.hasFile(path) { return Baseline() }
        do throws(AnalyzerError) {
            return try BaselineFile.read(path)
        } catch {
            let hint = Surroundings.hasFile(path) ? nil : "'--write-baseline \(path)' writes it."
            throw UsageError(.configuration, error.message, hint: hint)
        }
    }

    /// Refuses a baseline that would be written over something else; gives all files that are written.
    func check(beside requests: [ReportRequest]) throws(UsageError) -> WrittenFiles {
        var files = try ReportRequest.check(requests)
        if let path { try files.check("the baseline", [path]) }
        guard let written else { return files }
        guard ReportRequest.fileName(written) != nil else {
            throw UsageError(.conflict, "--write-baseline '\(written)': a baseline is written to a file")
        }
        try files.add("the baseline", to: written)
        return files
    }

    /// The file that is written, open beside its place.
    func open() throws(UsageError) -> BaselineOutput? {
        guard let written else { return nil }
        do throws(FileError) {
            return BaselineOutput(file: try AtomicFile(path: written), isStrict: isStrict)
        } catch {
            throw UsageError(.unwritable, "baseline \(error.message)")
        }
    }
}

/// A baseline that is written when the analysis is over.
struct BaselineOutput {
    let file: AtomicFile
    /// The file shrinks: what these logs do not show leaves it.
    let isStrict: Bool

    /// Writes what counts in the analysis, and what the old baseline knows of rules that were not judged.
    ///
    /// The file stays with the project, so its culprits are masked only where that is asked for.
    func write(_ analysis: Analysis, beside old: Baseline?, redaction: RedactionChoice) -> String? {
        do {
            var baseline = try Baseline(accepting: analysis, carryingOver: old, isStrict: isStrict)
            if redaction.isOn(byDefault: false) { baseline = try baseline.redacted(for: analysis) }
            try file.write(BaselineFile.bytes(of: baseline))
            try file.commit()
            return nil
        } catch {
            file.abandon()
            return "baseline \(file.path): \((error as? FileError)?.reason ?? "\(error)")"
        }
    }
}
