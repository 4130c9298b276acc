// Six mirrors around the middle.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float width, height;
const float slices = 6.0;
const float slice = 2.0 * 3.14159265 / slices;

void main() {
    vec2 shape = vec2(width / height, 1.0);
    vec2 p = (v_texcoord - vec2(0.5)) * shape;
    float angle = abs(mod(atan(p.y, p.x), slice) - slice / 2.0);
    gl_FragColor = texture2D(tex, vec2(0.5) + length(p) * vec2(cos(angle), sin(angle)) / shape);
}
