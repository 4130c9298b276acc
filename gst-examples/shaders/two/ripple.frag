// SPDX-License-Identifier: MIT
// The second video comes in on waves that run from the middle to the corners; `progress` goes from 0 to 1.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform sampler2D tex2;
uniform float width;
uniform float height;
uniform float progress;

void main() {
    vec2 place = (v_texcoord - 0.5) * vec2(width / height, 1.0);
    float far = length(place) / length(vec2(0.5 * width / height, 0.5));
    // Where the front has not come yet there are no waves, and behind it they die away.
    float front = progress * 1.4 - far;
    float wave = sin(front * 40.0) * 0.03 * smoothstep(0.0, 0.05, front) * (1.0 - smoothstep(0.1, 0.4, front));
    vec2 moved = v_texcoord + wave * (v_texcoord - 0.5);
    gl_FragColor = mix(texture2D(tex, moved), texture2D(tex2, moved), smoothstep(0.0, 0.2, front));
}
