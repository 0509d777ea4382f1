// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// A report that was asked for, with its file open beside its place.
struct ReportOutput {
    private let request: ReportRequest
    /// nil is standard output.
    private let file: AtomicFile?

    /// Opens the files of all requests; if one cannot be written, none is begun.
    static func open(_ requests: [ReportRequest]) throws(UsageError) -> [ReportOutput] {
        var outputs: [ReportOutput] = []
        for request in requests {
            do throws(FileError) {
                let file = try request.path.map { path throws(FileError) in try AtomicFile(path: path) }
                outputs.append(ReportOutput(request: request, file: file))
            } catch {
                throw UsageError(.unwritable, "report \(error.message)")
            }
        }
        return outputs
    }

    /// Writes the report; gives what went wrong, for people.
    ///
    /// A closed standard output is nothing wrong.
    func write(
        _ report: any ReportContents, redaction: RedactionChoice, options: RenderOptions, console: Console
    ) -> String? {
        guard let file else {
            let error = console.write { sink throws in
                try request.renderer.render(
                    redaction.contents(of: report, for: request.renderer), options: options, into: &sink)
            }
            return error.map { "report \(request.renderer.id): \(Self.words($0))" }
        }
        do {
            var sink: any ByteSink = file
            // A file is read by people and programs elsewhere: it has neither this terminal's colours nor its width.
            let plain = RenderOptions(maximumProblems: options.maximumProblems)
            try request.renderer.render(
                redaction.contents(of: report, for: request.renderer), options: plain, into: &sink)
            try file.commit()
            return nil
        } catch {
            file.abandon()
            return "report \(file.path): \(Self.words(error))"
        }
    }

    private static func words(_ error: any Error) -> String {
        (error as? FileError)?.reason ?? (error as? AnalyzerError)?.message ?? "\(error)"
    }
}
