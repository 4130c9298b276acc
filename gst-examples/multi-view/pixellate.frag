// SPDX-License-Identifier: MIT
// Each square of 12 pixels has the colour of its middle.
vec2 size = 12.0 / vec2(width, height);
c = texture2D(tex, (floor(v_texcoord / size) + 0.5) * size);
