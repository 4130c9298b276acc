// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
public import ShaderLanguage

/// A program of a user.
public final class ShaderProgram: Sendable {
    public let shader: Shader

    public init(_ shader: Shader) { self.shader = shader }
}
