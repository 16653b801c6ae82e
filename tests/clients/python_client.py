#!/usr/bin/env python3
"""Drives the beans example through the Python client of MCP: python_client.py BIN [ARGS…]

The server is `BIN ARGS… serve --stdio`. Both generations of the protocol are spoken: the handshake, the discovery, and
a fixed version without either. A copy of the plan is used, so nothing in the repository changes.
"""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from expected import IN_PROGRESS, SERVED, Wrong, failed, same, says
from mcp import Client, MCPError, StdioServerParameters

PLAN = Path(__file__).resolve().parents[2] / "examples" / "beans" / "plan"
MODES = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


def text(result):
    return "".join(block.text for block in result.content if block.type == "text")


def value(what, result):
    """The value that a tool gives. The text says the same, for clients that read nothing else."""
    if result.is_error:
        raise Wrong(f"{what}: an error result: {text(result)}")
    found = json.loads(text(result))
    if result.structured_content is not None or isinstance(found, dict):
        same(f"{what}: the structured content beside the text", result.structured_content, found)
    return found


def failure(what, result, *words):
    if not result.is_error:
        raise Wrong(f"{what}: no error result: {text(result)}")
    says(what, text(result), *words)


async def lists(client):
    result = await client.list_tools()
    same("the tools, in their order", [tool.name for tool in result.tools], SERVED)
    for tool in result.tools:
        same(f"{tool.name}: type of its input schema", tool.input_schema.get("type"), "object")
    hints = next(tool for tool in result.tools if tool.name == "bean_list").annotations
    same("bean_list: read-only hint", hints and hints.read_only_hint, True)


async def calls_functions(client):
    result = await client.call_tool("bean_list", {"status": "in-progress"})
    beans = value("bean_list", result)
    # Before 2026-07-28 a structured value is an object, so a list is in the text alone.
    modern = client.protocol_version >= "2026-07-28"
    same("bean_list: whether it has structured content", result.structured_content is not None, modern)
    same("bean_list: ids, newest first", [bean["id"] for bean in beans], IN_PROGRESS)

    new = {"id": "from-python", "title": "Written by a client", "tags": ["site"], "body": "Text."}
    value("bean_create", await client.call_tool("bean_create", new))
    change = {"id": "from-python", "status": "completed", "note": "Done; $(touch x) `y`."}
    value("bean_update", await client.call_tool("bean_update", change))
    bean = value("bean_get", await client.call_tool("bean_get", {"id": "from-python"}))
    same("bean_get: status", bean["status"], "completed")
    same("bean_get: body", bean["body"], "Text.\n\nDone; $(touch x) `y`.")


async def reports_progress(client):
    seen = []

    async def on_progress(progress, total, message=None):
        seen.append((progress, total))

    report = value("bean_check", await client.call_tool("bean_check", {}, progress_callback=on_progress))
    total = len(list(Path(os.environ["BEANS_PLAN"]).glob("*.md")))
    same("bean_check: report", report, {"checked": total, "faults": []})
    same("bean_check: progress", seen, [(n, total) for n in range(1, total + 1)])


async def calls_commands(client):
    result = await client.call_tool("note_check", {"text": "## Seen\n\nThe level fell.\n"})
    same("note_check: a good note", (result.is_error, text(result)), (False, "no faults\n"))
    result = await client.call_tool("note_check", {"text": "a tab:\t.\n"})
    same("note_check: a tab", (result.is_error, text(result)), (False, "line 1: a tab; write blanks\n"))
    stats = value("stats_get", await client.call_tool("stats_get", {}))
    same("stats_get: sum of the statuses", sum(stats["by_status"].values()), stats["total"])


async def sees_errors(client):
    failure("an unknown bean", await client.call_tool("bean_get", {"id": "no-such-bean"}), "no-such-bean", "bean_list")
    failure("a value outside its type", await client.call_tool("bean_list", {"status": "doing"}), "status", "todo")
    failure("a value that is a path", await client.call_tool("bean_get", {"id": "../../etc/passwd"}), "id")
    failure("an input that is left out", await client.call_tool("bean_get", {}), "id")
    failure("an input that is not declared", await client.call_tool("bean_get", {"id": "winter-ice", "x": 1}), "x")
    failure("an option in place of a value", await client.call_tool("change_get", {"commit": "--output=x"}), "commit")
    try:
        result = await client.call_tool("bean_delete", {"id": "winter-ice"})
    except MCPError as error:
        same("an unknown tool: code of the error", error.error.code, -32602)
    else:
        raise Wrong(f"an unknown tool: no protocol error: {result!r}")


CHECKS = [lists, calls_functions, reports_progress, calls_commands, sees_errors]


async def drive(command, mode, version):
    server = StdioServerParameters(command=command[0], args=[*command[1:], "serve", "--stdio"], env=dict(os.environ))
    passed = 0
    async with Client(server, mode=mode, read_timeout_seconds=60) as client:
        same("protocol version", client.protocol_version, version)
        for check in CHECKS:
            await check(client)
            passed += 1
            print(f"ok: {mode}: {check.__name__}")
    return passed


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    passed = 0
    for mode, version in MODES.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["BEANS_PLAN"] = str(Path(folder) / "plan")
            shutil.copytree(PLAN, os.environ["BEANS_PLAN"])
            try:
                passed += asyncio.run(drive(sys.argv[1:], mode, version))
            except Exception as error:
                failed(f"python client, {mode}", error)
                print(f"{passed} passed, 1 failed")
                sys.exit(1)
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    main()
