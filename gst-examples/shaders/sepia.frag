// Old paper: swiftsepia as a text.
c.rgb = mix(c.rgb, vec3(
    dot(c.rgb, vec3(0.3588, 0.7044, 0.1368)),
    dot(c.rgb, vec3(0.2990, 0.5870, 0.1140)),
    dot(c.rgb, vec3(0.2392, 0.4696, 0.0912))), 0.9);
