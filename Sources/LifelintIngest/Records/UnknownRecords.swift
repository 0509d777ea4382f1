// SPDX-License-Identifier: MIT

/// What becomes of records that neither a recogniser nor the vocabulary knows.
enum UnknownRecords {
    /// They are custom events under their own names; one without a name is a problem.
    case kept
    /// They are custom events under their own names; those without a name are passed over.
    case keptIfNamed
    /// They are passed over: the source tells of much else.
    case ignored
}
