//! What a tool can give: text, pictures, sound, resources, and an error.

use toolnode::registry::ResourceBody;
use toolnode::{Content, tool};

/// One red pixel (PNG, 1 × 1).
const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

/// Four samples of silence (WAV, 8 kHz, 8 bits, one channel).
const SILENCE: &[u8] = b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x04\0\0\0\x80\x80\x80\x80";

/// A text: one sentence.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// A picture: one red pixel.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_image_content() -> Content {
    Content::image(PIXEL, "image/png")
}

/// A sound: silence.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_audio_content() -> Content {
    Content::audio(SILENCE, "audio/wav")
}

/// A resource: embedded as a whole.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_embedded_resource() -> Content {
    Content::Resource {
        uri: "test://embedded-resource".to_owned(),
        media_type: Some("text/plain".to_owned()),
        body: ResourceBody::Text("This is an embedded resource content.".to_owned()),
    }
}

/// Several contents: a text, a picture and a resource.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_multiple_content_types() -> Vec<Content> {
    vec![
        Content::text("Multiple content types test:"),
        Content::image(PIXEL, "image/png"),
        Content::Resource {
            uri: "test://mixed-content-resource".to_owned(),
            media_type: Some("application/json".to_owned()),
            body: ResourceBody::Text(r#"{"test":"data","value":123}"#.to_owned()),
        },
    ]
}

/// An error: always, and such that a model can act on it.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_error_handling() -> Result<(), &'static str> {
    Err("This tool intentionally returns an error for testing")
}
