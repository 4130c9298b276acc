// Panes of one colour, each around a point of its own: a Voronoi map of the frame.
// uniforms: columns: panes beside each other; 0 is 24.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float width, height, columns;

// A place within a cell, which looks like chance.
vec2 point(vec2 cell) {
    vec2 turns = fract(cell * vec2(0.1031, 0.1137));
    turns += dot(turns, turns.yx + 33.33);
    return cell + 0.1 + 0.8 * fract((turns.x + turns.y) * turns);
}

void main() {
    float count = columns > 0.0 ? columns : 24.0;
    vec2 cells = vec2(count, count * height / width);
    vec2 p = v_texcoord * cells, best = p;
    float nearest = 9.0, second = 9.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 candidate = point(floor(p) + vec2(float(x), float(y)));
            float away = distance(p, candidate);
            if (away < nearest) {
                second = nearest;
                nearest = away;
                best = candidate;
            } else {
                second = min(second, away);
            }
        }
    }
    float lead = clamp((second - nearest) * 7.0, 0.0, 1.0);
    // The middle of a pixel: nothing is to be interpolated.
    vec2 size = vec2(width, height), place = (floor(best / cells * size) + 0.5) / size;
    gl_FragColor = vec4(texture2D(tex, place).rgb * lead, 1.0);
}
