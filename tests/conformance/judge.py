#!/usr/bin/env python3
"""Counts what the suite found, and holds it against what is expected to fail: judge.py REVISION RESULTS EXPECTED

EXPECTED has a line `  - SCENARIO # REASON` or `  - SCENARIO:CHECK # REASON` for each failure or warning that is expected. One
that is not expected is a failure, and so is one that is expected and does not come. Extensions, which the suite runs and does not
score, are not looked at.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

revision, results, expected = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
EXTENSIONS = ("tasks-", "sep-2640-")
WHEN = re.compile(r"^server-(.*)-20\d\d-\d\d-\d\dT.*$")

expectations = {}
for line in expected.read_text().splitlines():
    if found := re.match(r"^  - (\S+)\s+# (.+)$", line):
        expectations[found[1]] = found[2]

counts, unexpected, met, scenarios = Counter(), [], set(), 0
for file in sorted(results.glob("*/checks.json")):
    scenario = WHEN.match(file.parent.name)[1]
    if scenario.startswith(EXTENSIONS):
        continue
    scenarios += 1
    for check in json.loads(file.read_text()):
        status = check["status"]
        if status not in ("FAILURE", "WARNING"):
            counts[status] += 1
            continue
        key = next((key for key in (f"{scenario}:{check['id']}", scenario) if key in expectations), None)
        if key is None:
            counts[status] += 1
            unexpected.append(f"{status} {scenario}: {check['id']}: {check.get('errorMessage') or ''}")
        else:
            counts["EXPECTED"] += 1
            met.add(key)

for key in expectations.keys() - met:
    unexpected.append(f"{key} is expected to fail, and does not: take it out of {expected.name}")
if not scenarios:
    unexpected.append(f"no scenario ran: {(results / 'log.txt').read_text()[-2000:]}")

print(
    f"{revision}: {scenarios} scenarios, {counts['SUCCESS']} checks passed, {counts['FAILURE']} failed, "
    f"{counts['WARNING']} warned, {counts['SKIPPED']} not applicable, {counts['EXPECTED']} not a tools feature"
)
for line in unexpected:
    print(f"  {line}")
sys.exit(bool(unexpected))
