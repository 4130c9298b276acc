// Broad strokes: the mean of the calmest of four squares, in loops that are written out.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float texelWidth, texelHeight;

void square(float left, float top, inout vec3 best, inout float least) {
    vec3 sum = vec3(0.0), squares = vec3(0.0);
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 3; x++) {
            vec2 away = vec2((float(x) + left) * texelWidth, (float(y) + top) * texelHeight);
            vec3 c = texture2D(tex, v_texcoord + away).rgb;
            sum += c;
            squares += c * c;
        }
    }
    vec3 mean = sum / 9.0;
    float spread = dot(abs(squares / 9.0 - mean * mean), vec3(1.0));
    if (spread < least) {
        least = spread;
        best = mean;
    }
}

void main() {
    vec3 best = vec3(0.0);
    float least = 100.0;
    square(-2.0, -2.0, best, least);
    square(0.0, -2.0, best, least);
    square(0.0, 0.0, best, least);
    square(-2.0, 0.0, best, least);
    gl_FragColor = vec4(best, 1.0);
}
