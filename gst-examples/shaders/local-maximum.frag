// Pixels that are lighter than the eight around them, on black.
precision highp float;
varying vec2 textureCoordinate;
varying vec2 leftTextureCoordinate, rightTextureCoordinate, topTextureCoordinate, bottomTextureCoordinate;
varying vec2 topLeftTextureCoordinate, topRightTextureCoordinate;
varying vec2 bottomLeftTextureCoordinate, bottomRightTextureCoordinate;
uniform sampler2D inputImageTexture;

float at(vec2 place) { return texture2D(inputImageTexture, place).r; }

void main() {
    float own = at(textureCoordinate);
    // Of equal pixels beside each other the one further to the left, and then the upper one, counts.
    float before = max(max(at(topLeftTextureCoordinate), at(topTextureCoordinate)),
        max(at(leftTextureCoordinate), at(bottomLeftTextureCoordinate)));
    float after = max(max(at(topRightTextureCoordinate), at(rightTextureCoordinate)),
        max(at(bottomRightTextureCoordinate), at(bottomTextureCoordinate)));
    gl_FragColor = vec4(texture2D(inputImageTexture, textureCoordinate).rgb * step(after, own) * (1.0 - step(own, before)), 1.0);
}
