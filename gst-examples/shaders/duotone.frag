// Two inks, one for the dark and one for the light.
float light = dot(c.rgb, vec3(0.2125, 0.7154, 0.0721));
c.rgb = mix(vec3(0.10, 0.05, 0.35), vec3(1.00, 0.85, 0.55), smoothstep(0.05, 0.95, light));
