// Darker towards the corners: swiftvignette as a text.
// uniforms: start, end: distances from the middle, as fractions of the frame.
precision mediump float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float start, end;

void main() {
    vec4 c = texture2D(tex, v_texcoord);
    float last = end > 0.0 ? end : 0.75;
    float shade = smoothstep(start, last, distance(v_texcoord, vec2(0.5)));
    gl_FragColor = vec4(mix(c.rgb, vec3(0.0), shade), c.a);
}
