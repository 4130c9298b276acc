// A green tube with lines and a round view.
float light = dot(c.rgb, vec3(0.2125, 0.7154, 0.0721));
float line = 0.85 + 0.15 * cos(v_texcoord.y * height * 3.14159265);
vec2 p = (v_texcoord - vec2(0.5)) * vec2(width / height, 1.0);
float view = 1.0 - smoothstep(0.42, 0.52, length(p));
c.rgb = vec3(0.15, 1.0, 0.25) * pow(light, 0.7) * 1.4 * line * view;
