#!/usr/bin/env python3
"""Drives the conformance example through a Python client: drive.py CLIENT BIN [URL]

CLIENT is `mcp` (2.x), `fastmcp` or `mcp-1` (1.x). Each lists the tools, calls some, sees an error result, receives progress
and cancels a call, over standard input and output (`BIN serve --stdio`), and over HTTP where there is a URL; in each
generation of the protocol that it speaks.
"""

import asyncio
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version

import anyio
from expected import failed, same, says

CLIENT, BIN, *URL = sys.argv[1:]
STEPS = [0, 50, 100]
ERROR = "This tool intentionally returns an error for testing"


class Modern:
    """A client of `mcp` 2.x or of `fastmcp`, which differ in little."""

    def __init__(self, client, fast):
        self.client, self.fast = client, fast

    async def list(self):
        result = await self.client.list_tools()
        return [tool.name for tool in (result if self.fast else result.tools)]

    async def call(self, name, arguments, on_progress=None):
        key = "progress_handler" if self.fast else "progress_callback"
        options = {key: on_progress} if on_progress else {}
        if self.fast:
            options["raise_on_error"] = False
        result = await self.client.call_tool(name, arguments, **options)
        return result.is_error, "".join(block.text for block in result.content if block.type == "text")

    async def cancel(self, name, until):
        """Calls, and no longer waits once the tool has said that it runs."""
        with anyio.CancelScope() as scope:

            async def on_progress(progress, total, message=None):
                scope.cancel()

            await self.call(name, {}, on_progress)
        same("the call was cancelled", scope.cancelled_caught, True)


class Old:
    """A session of `mcp` 1.x: it tells the server of a cancellation when it is asked to."""

    def __init__(self, session):
        self.session = session

    async def list(self):
        return [tool.name for tool in (await self.session.list_tools()).tools]

    async def call(self, name, arguments, on_progress=None):
        result = await self.session.call_tool(name, arguments, progress_callback=on_progress)
        return result.isError, "".join(block.text for block in result.content if block.type == "text")

    async def cancel(self, name, until):
        import mcp.types as types

        begun = anyio.Event()
        request = self.session._request_id

        async def on_progress(progress, total, message):
            begun.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.call, name, {}, on_progress)
            await begun.wait()
            told = types.CancelledNotification(
                method="notifications/cancelled", params=types.CancelledNotificationParams(requestId=request)
            )
            await self.session.send_notification(types.ClientNotification(told))
            await until()
            tasks.cancel_scope.cancel()


async def drive(client):
    names = await client.list()
    same("the tools, in their order", names, sorted(names))
    same("a tool of the example", "test_simple_text" in names, True)
    same("a text", await client.call("test_simple_text", {}), (False, "This is a simple text response for testing."))
    same("a word that is no ASCII", await client.call("test_custom_header", {"value": "héllo"}), (False, "héllo"))
    same("an error result", await client.call("test_error_handling", {}), (True, ERROR))
    refused, text = await client.call("test_custom_header", {"value": 5})
    same("a value of another type", refused, True)
    says("a value of another type", text, "value")

    seen = []

    async def on_progress(progress, total, message=None):
        seen.append((progress, total))

    await client.call("test_tool_with_progress", {}, on_progress)
    same("progress", seen, [(step, 100) for step in STEPS])

    async def count():
        return int((await client.call("waiting_get", {}))[1])

    before = await count()

    async def until():
        with anyio.fail_after(20):
            while await count() == before:
                await anyio.sleep(0.01)

    await client.cancel("waiting_await", until)
    await until()


@asynccontextmanager
async def modern(mode, url):
    from mcp import Client, StdioServerParameters

    server = url or StdioServerParameters(command=BIN, args=["serve", "--stdio"])
    async with Client(server, mode=mode, read_timeout_seconds=60) as client:
        expected = "2025-11-25" if mode == "legacy" else "2026-07-28"
        same("protocol version", client.protocol_version, expected)
        yield Modern(client, fast=False)


@asynccontextmanager
async def fast(mode, url):
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    async with Client(url or StdioTransport(BIN, ["serve", "--stdio"]), mode=mode) as client:
        yield Modern(client, fast=True)


@asynccontextmanager
async def old(_, url):
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamablehttp_client

    server = StdioServerParameters(command=BIN, args=["serve", "--stdio"])
    async with streamablehttp_client(url) if url else stdio_client(server) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            yield Old(session)


KINDS = {
    "mcp": ("mcp", modern, ["auto", "legacy", "2026-07-28"]),
    "fastmcp": ("fastmcp", fast, ["auto", "legacy"]),
    "mcp-1": ("mcp", old, ["legacy"]),
}


def main():
    if CLIENT not in KINDS:
        sys.exit(__doc__)
    package, opened, modes = KINDS[CLIENT]

    async def all_of(mode, url):
        async with opened(mode, url) as client:
            await drive(client)

    for mode in modes:
        for url in [None, *URL]:
            what = f"python {package} {version(package)}, {mode}, {'http' if url else 'stdio'}"
            try:
                asyncio.run(asyncio.wait_for(all_of(mode, url), 120))
            except Exception as error:
                failed(what, error)
                sys.exit(1)
            print(f"ok: {what}")


if __name__ == "__main__":
    main()
