// Edges that stand out, by the four pixels around, under GPUImage's names.
precision highp float;
varying vec2 textureCoordinate;
varying vec2 leftTextureCoordinate, rightTextureCoordinate, topTextureCoordinate, bottomTextureCoordinate;
uniform sampler2D inputImageTexture;
const float amount = 0.8;

void main() {
    vec4 c = texture2D(inputImageTexture, textureCoordinate);
    vec3 around = texture2D(inputImageTexture, leftTextureCoordinate).rgb
        + texture2D(inputImageTexture, rightTextureCoordinate).rgb
        + texture2D(inputImageTexture, topTextureCoordinate).rgb
        + texture2D(inputImageTexture, bottomTextureCoordinate).rgb;
    gl_FragColor = vec4(c.rgb * (1.0 + 4.0 * amount) - around * amount, c.a);
}
