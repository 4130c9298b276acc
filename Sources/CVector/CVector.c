// SPDX-License-Identifier: MIT
// SwiftPM wants a source file; everything is in the header.
#include "CVector.h"
