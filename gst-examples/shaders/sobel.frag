// White edges on black: swiftsobel as a text, with a function for luma that nine places share.
precision highp float;
varying vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform float texelWidth, texelHeight;

float light(float x, float y) {
    vec3 c = texture2D(inputImageTexture, textureCoordinate + vec2(x * texelWidth, y * texelHeight)).rgb;
    return floor(dot(c, vec3(0.2125, 0.7154, 0.0721)) * 255.0 + 0.5) / 255.0;
}

void main() {
    float h = light(-1.0, 1.0) + 2.0 * light(0.0, 1.0) + light(1.0, 1.0)
        - light(-1.0, -1.0) - 2.0 * light(0.0, -1.0) - light(1.0, -1.0);
    float v = light(1.0, -1.0) + 2.0 * light(1.0, 0.0) + light(1.0, 1.0)
        - light(-1.0, -1.0) - 2.0 * light(-1.0, 0.0) - light(-1.0, 1.0);
    gl_FragColor = vec4(vec3(length(vec2(h, v))), 1.0);
}
