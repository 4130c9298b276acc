# SPDX-License-Identifier: MIT
"""Random shaders in GLSL ES 1.00, for comparisons: whole texts with functions, loops, branches, arrays, vectors and matrices.

What they compute is smooth almost everywhere, so that two machines agree but for rounding; conditions are of places between pixels.
"""

import random

KINDS = ("float", "vec2", "vec3", "vec4")
HEAD = """precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
vec4 source;
"""


class RandomText:
    """A text that follows from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scopes = [{}]
        self.functions = []
        self.count = 0

    def text(self):
        parts = [HEAD, *(self.function() for _ in range(self.random.randint(0, 3))), self.changing_function()]
        self.scopes = [{}]
        body = self.statements(self.random.randint(4, 9), "    ", 2)
        parts.append(
            f"void main() {{\n    source = texture2D(tex, v_texcoord);\n{body}"
            f"    gl_FragColor = vec4(0.5 + 0.2 * {self.value('vec3', 2)}, 1.0);\n}}\n"
        )
        return "\n".join(parts)

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self):
        self.count += 1
        return f"v{self.count}"

    # Functions

    def function(self):
        kind = self.pick("vec2", "vec3", "vec4")
        arguments = [self.pick("float", "vec2", "vec3") for _ in range(self.random.randint(1, 3))]
        self.scopes = [{f"a{index}": argument for index, argument in enumerate(arguments)}]
        body = self.statements(3, "    ", 1)
        early = f"    if ({self.condition(1)}) return {self.value(kind, 2)};\n" if self.random.random() < 0.4 else ""
        name = f"f{len(self.functions)}"
        listed = ", ".join(f"{argument} a{index}" for index, argument in enumerate(arguments))
        text = f"{kind} {name}({listed}) {{\n{body}{early}    return {self.value(kind, 2)};\n}}\n"
        self.functions.append((name, kind, arguments))
        return text

    def changing_function(self):
        self.scopes = [{"a0": "vec3", "a1": "float"}]
        return f"void change(inout vec3 a0, in float a1) {{\n{self.statements(3, '    ', 1)}}}\n"

    # Statements

    def statements(self, count, indent, depth):
        return "".join(self.statement(indent, depth) for _ in range(count))

    def block(self, indent, depth):
        self.scopes.append({})
        text = self.statements(2, indent + "    ", depth - 1)
        self.scopes.pop()
        return text

    def statement(self, indent, depth):
        choice = self.random.randint(0, 11)
        kind = self.pick(*KINDS, "float", "mat2", "mat3")
        known = self.variable(kind)
        if choice < 4:
            value, name = self.value(kind, 3), self.name()
            self.scopes[-1][name] = kind
            return f"{indent}{kind} {name} = {value};\n"
        if choice < 7:
            return f"{indent}{known} {self.pick('=', '+=', '-=')} {self.value(kind, 3)};\n" if known else ""
        if choice == 7:
            name, letters = self.variable("vec3"), "".join(self.random.sample("xyz", self.random.randint(1, 3)))
            value = self.value("float" if len(letters) == 1 else f"vec{len(letters)}", 2)
            return f"{indent}{name}.{letters} {self.pick('=', '*=', '+=')} {value};\n" if name else ""
        if choice == 8 and depth > 0:
            other = f"{indent}}} else {{\n{self.block(indent, depth)}" if self.random.random() < 0.6 else ""
            return f"{indent}if ({self.condition(2)}) {{\n{self.block(indent, depth)}{other}{indent}}}\n"
        if choice == 9 and depth > 0:
            name, leave = self.name(), self.pick("continue", "break")
            when = self.pick(f"{name} == 2", self.condition(1))
            leaving = f"{indent}    if ({when}) {leave};\n" if self.random.random() < 0.5 else ""
            rounds = self.random.randint(1, 4)
            return (
                f"{indent}for (int {name} = 0; {name} < {rounds}; {name}++) {{\n{leaving}{self.block(indent, depth)}"
                f"{indent}}}\n"
            )
        if choice == 10:
            name, size = self.name(), self.random.randint(2, 4)
            filled = "".join(f"{indent}{name}[{index}] = {self.value('float', 2)};\n" for index in range(size))
            self.scopes[-1][f"{name}of"] = "float"
            return f"{indent}float {name}[{size}];\n{filled}{indent}float {name}of = {name}[{self.random.randrange(size)}];\n"
        name = self.variable("vec3")
        # In main alone, as functions come before.
        return f"{indent}change({name}, {self.value('float', 2)});\n" if name and "a0" not in self.scopes[0] else ""

    # Values

    def variable(self, kind):
        names = [name for scope in self.scopes for name, its in scope.items() if its == kind]
        return self.random.choice(names) if names else None

    def number(self):
        return self.pick(f"{self.random.uniform(-2, 2):.3f}", "0.5", "1.0", "2.0", ".75", "1e-1", "3.")

    def leaf(self, kind):
        name = self.variable(kind)
        if name and self.random.random() < 0.7:
            return name
        if kind == "float":
            return self.pick(self.number(), "v_texcoord.x", "v_texcoord.y", "source.r", "source.g", "source.b")
        size = int(kind[-1])
        if kind.startswith("mat"):
            return f"{kind}({', '.join(self.number() for _ in range(self.pick(1, size * size)))})"
        if self.random.random() < 0.5:
            return "source." + "".join(self.pick(*"rgb") for _ in range(size))
        return f"{kind}({', '.join(self.leaf('float') for _ in range(self.pick(1, size)))})"

    def condition(self, depth):
        choice = self.random.random()
        if depth <= 0 or choice < 0.5:
            return f"v_texcoord.{self.pick('x', 'y')} {self.pick('<', '>')} {self.pick(0.301, 0.503, 0.707, 0.111)}"
        if choice < 0.65:
            return f"!({self.condition(depth - 1)})"
        if choice < 0.85:
            return f"({self.condition(depth - 1)}) {self.pick('&&', '||', '^^')} ({self.condition(depth - 1)})"
        if choice < 0.95:
            return f"{self.pick('any', 'all')}(lessThan(v_texcoord, vec2({self.random.uniform(0.1, 0.9):.4f}, 0.4321)))"
        return self.pick("true", "false", "3 > 2", "v_texcoord != vec2(2.0)")

    def value(self, kind, depth):
        if depth <= 0:
            return self.leaf(kind)
        if kind == "float":
            return self.float(depth - 1)
        return self.matrix(kind, depth - 1) if kind.startswith("mat") else self.vector(kind, depth - 1)

    def any_vector(self):
        return self.pick("vec2", "vec3", "vec4")

    def float(self, depth):
        def value(kind="float"):
            return self.value(kind, depth)

        vector = self.any_vector()
        index = self.random.randrange(int(vector[-1]))
        makers = [
            lambda: f"({value()} {self.pick('+', '-', '*')} {value()})",
            lambda: f"({value()} / (1.5 + abs({value()})))",
            lambda: f"{self.pick('sin', 'cos', 'abs', 'atan')}({value()})",
            lambda: f"sqrt(abs({value()}) + 0.01)",
            lambda: f"pow(abs({value()}) + 0.1, {self.pick('0.5', '2.0', '1.7', '-0.6')})",
            lambda: f"{self.pick('min', 'max')}({value()}, {value()})",
            lambda: f"mix({value()}, {value()}, {value()})",
            lambda: f"clamp({value()}, -0.5, 1.25)",
            lambda: f"smoothstep(-0.2, 1.3, {value()})",
            lambda: f"length({value(vector)})",
            lambda: f"{self.pick('dot', 'distance')}({value(vector)}, {value(vector)})",
            lambda: f"({self.condition(2)} ? {value()} : {value()})",
            lambda: f"({value(vector)}).{'xyzw'[index]}",
            lambda: f"({value(vector)})[{index}]",
        ]
        return self.random.choice(makers)()

    def matrix(self, kind, depth):
        size = int(kind[-1])
        choice = self.random.randint(0, 4)
        if choice == 0:
            return f"({self.value(kind, depth)} {self.pick('+', '-', '*')} {self.value(kind, depth)})"
        if choice == 1:
            return f"matrixCompMult({self.value(kind, depth)}, {self.value(kind, depth)})"
        if choice == 2:
            return f"{kind}({', '.join(self.value(f'vec{size}', depth) for _ in range(size))})"
        if choice == 3:
            return f"({self.value('float', depth)} * {self.value(kind, depth)})"
        return self.leaf(kind)

    def vector(self, kind, depth):
        size = int(kind[-1])

        def value(its=kind):
            return self.value(its, depth)

        def call():
            name, _, arguments = self.random.choice([made for made in self.functions if made[1] == kind])
            return f"{name}({', '.join(self.value(argument, depth - 1) for argument in arguments)})"

        other = self.any_vector()
        letters = "".join(self.pick(*"xyzw"[: int(other[-1])]) for _ in range(size))
        product = [f"mat{size}", kind] if self.random.random() < 0.5 else [kind, f"mat{size}"]
        unit = f"normalize({kind}(1.0) + 0.2 * abs({self.leaf(kind)}))"
        makers = [
            lambda: f"({value()} {self.pick('+', '-', '*')} {value(self.pick(kind, 'float'))})",
            lambda: f"({value('float')} {self.pick('+', '-', '*')} {value()})",
            lambda: f"({value(product[0])} * {value(product[1])})",
            lambda: f"mix({value()}, {value()}, {value(self.pick(kind, 'float'))})",
            lambda: f"{self.pick('min', 'max')}({value()}, {value(self.pick(kind, 'float'))})",
            lambda: f"clamp({value()}, {kind}(-0.25), {kind}(1.5))",
            lambda: f"{self.pick('abs', 'sin', 'cos', 'radians')}({value()})",
            lambda: f"({value(other)}).{letters}",
            lambda: f"({self.condition(2)} ? {value()} : {value()})",
            lambda: f"reflect({value()}, {unit})",
            lambda: f"refract({unit}, normalize({kind}(1.0)), 0.7)",
            lambda: f"faceforward({value()}, {kind}(1.0), {kind}(-1.0))",
        ]
        if kind == "vec3":
            makers += [lambda: f"cross({value()}, {value()})", lambda: f"vec3({value('vec2')}, {value('float')})"]
        if any(made[1] == kind for made in self.functions):
            makers += [call] * 3
        return self.random.choice(makers)()
