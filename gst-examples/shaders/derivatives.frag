// How the light changes: squares of the differences across in red and down in green, their product in blue, of which a half is 0.
precision highp float;
varying vec2 textureCoordinate;
varying vec2 leftTextureCoordinate, rightTextureCoordinate, topTextureCoordinate, bottomTextureCoordinate;
uniform sampler2D inputImageTexture;

float light(vec2 place) { return dot(texture2D(inputImageTexture, place).rgb, vec3(0.2125, 0.7154, 0.0721)); }

void main() {
    float across = light(rightTextureCoordinate) - light(leftTextureCoordinate);
    float down = light(bottomTextureCoordinate) - light(topTextureCoordinate);
    gl_FragColor = vec4(across * across, down * down, across * down * 0.5 + 0.5, 1.0);
}
