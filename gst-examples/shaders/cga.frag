// The colours of an early PC: black, white, cyan and magenta, 320x200 pixels.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
const vec2 size = vec2(320.0, 200.0);

void main() {
    vec3 c = texture2D(tex, (floor(v_texcoord * size + 0.0001) + 0.5) / size).rgb;
    vec3 cyan = vec3(1.0 / 3.0, 1.0, 1.0), magenta = vec3(1.0, 1.0 / 3.0, 1.0);
    vec4 away = vec4(distance(c, vec3(0.0)), distance(c, vec3(1.0)), distance(c, cyan), distance(c, magenta));
    float least = min(min(away.x, away.y), min(away.z, away.w));
    vec3 nearest = away.x == least ? vec3(0.0) : away.y == least ? vec3(1.0) : away.z == least ? cyan : magenta;
    gl_FragColor = vec4(nearest, 1.0);
}
