// SPDX-License-Identifier: MIT

extension String {
    /// The text in double quotes, as conditions, YAML and JSON alike read it; other control characters stay as they
    /// are.
    package var quoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
