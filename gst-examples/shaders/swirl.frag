// The middle turned as water in a drain: swiftswirl as a text.
// uniforms: angle: 1 is 8 radians.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float angle;
const float radius = 0.5;

void main() {
    vec2 p = v_texcoord - vec2(0.5);
    float near = max(1.0 - length(p) / radius, 0.0);
    float turn = near * near * (angle == 0.0 ? 0.5 : angle) * 8.0;
    float s = sin(turn), c = cos(turn);
    gl_FragColor = texture2D(tex, vec2(p.x * c - p.y * s, p.x * s + p.y * c) + 0.5);
}
