"""Reads records of compared pairs, a JSON object a line, and prints those verdicts that Python's jsonschema contradicts."""

import json
import sys

from jsonschema import Draft7Validator, Draft202012Validator

VALIDATORS = {"Draft7": Draft7Validator, "Draft202012": Draft202012Validator}


def contradictions(record):
    make = VALIDATORS[record["draft"]]
    accepts = {side: make(record[side]).is_valid for side in "ab"}
    for inner, outer in ("ab", "ba"):
        for (witness) in record[f"{inner}_not_{outer}"] or []:
            if not accepts[inner](witness) or accepts[outer](witness):
                yield f"{inner} in {outer} is false by {json.dumps(witness)}"
        if record[f"{inner}_in_{outer}"] is True:
            for value in record["samples"]:
                if accepts[inner](value) and not accepts[outer](value):
                    yield f"{inner} in {outer} is true, but look at {json.dumps(value)}"


for line in sys.stdin:
    record = json.loads(line)
    for found in contradictions(record):
        print(record["seed"], found, json.dumps(record["a"]), json.dumps(record["b"]))
