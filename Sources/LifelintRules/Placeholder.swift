// SPDX-License-Identifier: MIT
import LifelintModel
