// A cheap lens: red and blue are magnified differently.
// uniforms: amount: as a fraction of the frame; 0 means 0.01.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float amount;

void main() {
    vec2 away = (v_texcoord - vec2(0.5)) * (amount == 0.0 ? 0.02 : 2.0 * amount);
    vec4 c = texture2D(tex, v_texcoord);
    gl_FragColor = vec4(texture2D(tex, v_texcoord - away).r, c.g, texture2D(tex, v_texcoord + away).b, c.a);
}
