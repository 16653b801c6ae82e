name = "folio-assistant", version = "2.1.0", prefix = "fa"
