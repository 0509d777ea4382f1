// SPDX-License-Identifier: MIT

import LifelintModel

/// How a value was written.
enum ValueForm: UInt8 {
    /// In quotes: a string.
    case string
    /// Bare, in the text notation: its type has to be told from its text.
    case word
    /// A number of JSON.
    case number
    /// `true` or `false` of JSON.
    case truth
    /// A nested value of JSON that is kept as its text.
    case nested
}

/// One key of a record with its value, before it is known what they make together.
struct RawField {
    /// The key; missing for what has its place without one.
    var key: Text
    /// The value without quotes.
    var value: Text
    /// How the value was written.
    var form: ValueForm
    /// What the key means.
    var meaning: KeyMeaning
    /// Where the value stands in the chunk: the place of problems.
    var position: Int
}

/// Where a record stands.
struct RecordPlace {
    /// Its first byte in the chunk.
    var start: Int
    /// The end of its bytes in the chunk.
    var end: Int
    /// Its byte offset from the start of the input.
    var offset: Int64
    /// Its line, counted from the first line of the batch.
    var line: Int
    /// Its column in bytes.
    var column: Int
}
