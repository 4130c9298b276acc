// How the light changes, by Prewitt: squares of the differences across in red and down in green, and their product in blue, of
// which a half is 0.
precision highp float;
varying vec2 leftTextureCoordinate, rightTextureCoordinate, topTextureCoordinate, bottomTextureCoordinate;
varying vec2 topLeftTextureCoordinate, topRightTextureCoordinate;
varying vec2 bottomLeftTextureCoordinate, bottomRightTextureCoordinate;
uniform sampler2D inputImageTexture;

float light(vec2 place) { return dot(texture2D(inputImageTexture, place).rgb, vec3(0.2125, 0.7154, 0.0721)); }

void main() {
    float topLeft = light(topLeftTextureCoordinate), topRight = light(topRightTextureCoordinate);
    float bottomLeft = light(bottomLeftTextureCoordinate), bottomRight = light(bottomRightTextureCoordinate);
    float across = topRight + light(rightTextureCoordinate) + bottomRight
        - (topLeft + light(leftTextureCoordinate) + bottomLeft);
    float down = bottomLeft + light(bottomTextureCoordinate) + bottomRight
        - (topLeft + light(topTextureCoordinate) + topRight);
    gl_FragColor = vec4(across * across, down * down, across * down * 0.5 + 0.5, 1.0);
}
