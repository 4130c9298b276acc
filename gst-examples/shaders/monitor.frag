// A bulging tube monitor: stripes of three colours, lines, dark corners.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float width, height;

void main() {
    vec2 p = v_texcoord * 2.0 - 1.0;
    p *= 1.0 + 0.06 * dot(p.yx, p.yx);
    vec2 place = p * 0.5 + 0.5;
    vec3 color = texture2D(tex, place).rgb;
    float column = mod(floor(v_texcoord.x * width), 3.0);
    vec3 stripe = column < 1.0 ? vec3(1.25, 0.85, 0.85) : column < 2.0 ? vec3(0.85, 1.25, 0.85) : vec3(0.85, 0.85, 1.25);
    float line = mod(floor(place.y * height), 2.0) < 1.0 ? 1.0 : 0.8;
    bool inside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
    gl_FragColor = vec4(inside ? color * stripe * line : vec3(0.0), 1.0);
}
