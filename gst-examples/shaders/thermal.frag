// Luma as heat: blue, violet, red, yellow, white.
float heat = dot(c.rgb, vec3(0.2125, 0.7154, 0.0721)) * 4.0;
vec3 scale[5];
scale[0] = vec3(0.00, 0.00, 0.20);
scale[1] = vec3(0.45, 0.00, 0.60);
scale[2] = vec3(0.90, 0.15, 0.20);
scale[3] = vec3(1.00, 0.75, 0.10);
scale[4] = vec3(1.00, 1.00, 0.95);
int low = int(min(heat, 3.0));
c.rgb = mix(scale[low], scale[low + 1], heat - float(low));
