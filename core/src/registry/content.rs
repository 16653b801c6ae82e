//! Content blocks: text, images, audio, resources (MCP 2025-11-25, *Tools*, "Tool Result").

/// One block of what a tool answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// A picture.
    Image {
        /// The bytes.
        data: Vec<u8>,
        /// Such as `image/png`.
        media_type: String,
    },
    /// Sound.
    Audio {
        /// The bytes.
        data: Vec<u8>,
        /// Such as `audio/wav`.
        media_type: String,
    },
    /// An embedded resource.
    Resource {
        /// Its URI.
        uri: String,
        /// Its media type, where known.
        media_type: Option<String>,
        /// What it holds.
        body: ResourceBody,
    },
    /// A link to a resource that the client may read.
    ResourceLink {
        /// Its URI.
        uri: String,
        /// Its name.
        name: String,
        /// Its media type, where known.
        media_type: Option<String>,
    },
}

/// What an embedded resource holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceBody {
    /// Text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

impl Content {
    /// A text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A picture, from its bytes.
    pub fn image(data: impl Into<Vec<u8>>, media_type: impl Into<String>) -> Self {
        Self::Image { data: data.into(), media_type: media_type.into() }
    }

    /// Sound, from its bytes.
    pub fn audio(data: impl Into<Vec<u8>>, media_type: impl Into<String>) -> Self {
        Self::Audio { data: data.into(), media_type: media_type.into() }
    }
}
