// SPDX-License-Identifier: MIT
/// What GStreamer shows of an element.
public struct ElementMetadata: Sendable {
    /// The name in gst-launch: lower case, no dash.
    public let factoryName: StaticString
    /// The GObject type, unique in the process.
    public let typeName: StaticString
    /// A few words for lists.
    public let longName: StaticString
    /// GStreamer's klass, such as `Filter/Effect/Video`.
    public let classification: StaticString
    /// The group of elements that it is shown in.
    public let family: ElementFamily
    /// One sentence, without its full stop.
    public let description: StaticString
    /// The first version of this plugin that has the element.
    public let since: StaticString
    /// The element in a launch line, with settings that show it; nil: its name alone does.
    public let example: StaticString?
    /// Two or three common tasks, each as a sentence without its full stop and the whole launch line for it.
    public let recipes: [(task: StaticString, launch: StaticString)]
    /// What a user should know besides, as sentences: laws, cases, limits. May be empty.
    public let details: StaticString
    /// Frames in docs/images, with what they show.
    public let images: [(file: StaticString, caption: StaticString)]

    /// What has a default may be left out.
    public init(
        factoryName: StaticString, typeName: StaticString, longName: StaticString,
        classification: StaticString = "Filter/Effect/Video", family: ElementFamily = .effects,
        description: StaticString, since: StaticString,
        example: StaticString? = nil, recipes: [(task: StaticString, launch: StaticString)] = [],
        details: StaticString = "",
        images: [(file: StaticString, caption: StaticString)] = []
    ) {
        self.factoryName = factoryName
        self.typeName = typeName
        self.longName = longName
        self.classification = classification
        self.family = family
        self.description = description
        self.since = since
        self.example = example
        self.recipes = recipes
        self.details = details
        self.images = images
    }
}
