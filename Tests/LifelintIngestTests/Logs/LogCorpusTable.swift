// SPDX-License-Identifier: MIT

/// What the files of a corpus of logs are: the file, its format, its wrapper, how many rows it has.
enum LogCorpusTable {
    static let rows = """
        """
}
