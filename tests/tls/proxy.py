"""TLS in front of a port on this machine: proxy.py PORT CERT KEY. Prints the port that it listens on."""

import socket
import ssl
import sys
import threading


def pump(source: socket.socket, sink: socket.socket) -> None:
    try:
        while part := source.recv(65536):
            sink.sendall(part)
    except OSError:
        pass
    finally:
        try:
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def main() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    listener = socket.create_server(("127.0.0.1", 0))
    print("proxy on", listener.getsockname()[1], flush=True)
    while True:
        plain, _ = listener.accept()
        try:
            near = context.wrap_socket(plain, server_side=True)
        except (ssl.SSLError, OSError):
            continue  # the client did not trust the certificate
        far = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        for pair in ((near, far), (far, near)):
            threading.Thread(target=pump, args=pair, daemon=True).start()


main()
