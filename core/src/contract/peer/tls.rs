//! Why a certificate is not accepted, and what to do. The library's own words are of its types, and its times are seconds.

use std::time::Duration;

use rustls::CertificateError as Fault;
use rustls::pki_types::UnixTime;

/// What to do, where the connection ended for a reason of TLS.
pub(super) fn why(error: &ureq::Error) -> Option<String> {
    match source(error)? {
        rustls::Error::InvalidCertificate(fault) => Some(of_certificate(fault)),
        // The first bytes that came are no TLS at all.
        rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType) => Some(
            "what answers there does not speak TLS; if it speaks plain HTTP, name it by http://"
                .to_owned(),
        ),
        other => Some(format!("TLS: {other}")),
    }
}

/// The error of TLS; one that came of reading or writing is within that of the stream.
fn source(error: &ureq::Error) -> Option<&rustls::Error> {
    match error {
        ureq::Error::Rustls(error) => Some(error),
        ureq::Error::Io(error) => error.get_ref()?.downcast_ref(),
        _ => None,
    }
}

fn of_certificate(fault: &Fault) -> String {
    match fault {
        Fault::UnknownIssuer => {
            "its certificate comes from an authority that this machine does not trust; add the authority to those that it \
             trusts, or name a PEM file of the authorities to trust in SSL_CERT_FILE"
                .to_owned()
        }
        Fault::ExpiredContext { not_after, .. } => {
            format!("its certificate expired at {}; the server needs a new one", at(*not_after))
        }
        Fault::Expired => "its certificate expired; the server needs a new one".to_owned(),
        Fault::NotValidYetContext { not_before, time } => format!(
            "its certificate is valid from {} on, and here it is {}; set the clock that is wrong, or wait",
            at(*not_before),
            at(*time)
        ),
        Fault::NotValidForNameContext { expected, presented } => {
            let asked = expected.to_str();
            // As webpki writes them: `DnsName("a.example")`, `IpAddress(127.0.0.1)`.
            let plain = |name: &String| {
                let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
                inner.unwrap_or(name).trim_matches('"').to_owned()
            };
            let names: Vec<_> = presented.iter().map(plain).collect();
            let names = if names.is_empty() { "no name".to_owned() } else { names.join(", ") };
            format!(
                "its certificate is for {names}, and not for {asked}; name the server as its certificate does, or give it \
                 one for {asked}"
            )
        }
        Fault::Revoked => "its certificate was revoked; the server needs a new one".to_owned(),
        // What `openssl req -x509` makes when nothing more is said.
        Fault::Other(other) if other.0.to_string() == "CaUsedAsEndEntity" => {
            "its certificate is one of an authority (`CA:TRUE`), and no server may show that as its own; make one with \
             `basicConstraints = CA:FALSE`"
                .to_owned()
        }
        other => format!("its certificate is not accepted: {other}"),
    }
}

/// A time as people read it.
fn at(time: UnixTime) -> String {
    let since = Duration::from_secs(time.as_secs());
    jiff::Timestamp::UNIX_EPOCH
        .checked_add(since)
        .map_or_else(|_| format!("{} s after 1970", time.as_secs()), |time| time.to_string())
}
