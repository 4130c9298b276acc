// SPDX-License-Identifier: MIT
// The second video through a round window in the first one, which breathes once in four seconds.
precision mediump float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform sampler2D tex2;
uniform float width;
uniform float height;
uniform float time;

void main() {
    vec4 outside = texture2D(tex, v_texcoord);
    vec4 inside = texture2D(tex2, v_texcoord);
    vec2 place = (v_texcoord - 0.5) * vec2(width / height, 1.0);
    float radius = 0.36 + 0.04 * sin(time * 1.5708);
    float far = length(place);
    float window = 1.0 - smoothstep(radius - 0.01, radius, far);
    // The rim is brass, lit from above.
    float rim = window * smoothstep(radius - 0.05, radius - 0.04, far);
    vec3 brass = vec3(0.78, 0.57, 0.22) * (0.75 - place.y);
    vec3 seen = mix(outside.rgb, inside.rgb, inside.a);
    gl_FragColor = vec4(mix(mix(outside.rgb, seen, window), brass, rim), outside.a);
}
