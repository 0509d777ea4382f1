// SPDX-License-Identifier: MIT

// Who analyses also reads what comes out: the nouns of reports and their renderings belong to this library's interface.
@_exported public import LifelintModel
@_exported public import LifelintReport
