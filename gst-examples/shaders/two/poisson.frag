// SPDX-License-Identifier: MIT
// The details of the second video on the colours of the first: a step of Poisson image editing, as GPUImage's PoissonBlendFilter has it.
precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform sampler2D tex2;
uniform float width;
uniform float height;
uniform float amount;

vec3 around(sampler2D image) {
    vec2 step = vec2(1.0 / width, 1.0 / height);
    return (texture2D(image, v_texcoord - vec2(step.x, 0.0)).rgb + texture2D(image, v_texcoord + vec2(step.x, 0.0)).rgb
        + texture2D(image, v_texcoord - vec2(0.0, step.y)).rgb + texture2D(image, v_texcoord + vec2(0.0, step.y)).rgb) / 4.0;
}

void main() {
    vec4 under = texture2D(tex, v_texcoord);
    vec4 over = texture2D(tex2, v_texcoord);
    vec3 detail = over.rgb - around(tex2);
    gl_FragColor = vec4(mix(under.rgb, around(tex) + detail, over.a * amount), under.a);
}
