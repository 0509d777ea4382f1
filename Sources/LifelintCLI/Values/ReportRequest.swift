// SPDX-License-Identifier: MIT

import LifelintKit

/// A report that was asked for.
typealias ReportRequest = RequestedReport<any ReportRenderer>

extension ReportRequest {
    /// What asks for reports.
    static var option: OptionSpec { option(ReportFormats.all.map { $0.id }) }

    /// The report that this text asks for.
    static func parse(_ text: String) throws(UsageError) -> ReportRequest {
        try parse(text, among: ReportFormats.all.map { ($0.id, $0) })
    }

    /// Those that were asked for, or text; refuses reports that would be written over each other.
    static func checked(_ requests: [ReportRequest]) throws(UsageError) -> [ReportRequest] {
        if requests.isEmpty { return [try parse("text")] }
        try check(requests)
        return requests
    }
}
