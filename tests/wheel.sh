#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh environment away from the checkout, and uses it there.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --outdir "$work/dist" . > "$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "$work"/dist/*.whl

export BIDWHIST_CACHE="$work/cache"
expected=$(find profiles -name '*.yaml' ! -name '*.cases.yaml' | wc -l)
cd "$work"
listed=$(venv/bin/bidwhist list --json | "$work/venv/bin/python" -c 'import json, sys; print(sum(1 for entry in json.load(sys.stdin)))')
[ "$listed" = "$expected" ] || { echo "the wheel lists $listed of $expected profiles, bases and house rules"; exit 1; }
"$work/venv/bin/python" - <<'PYTHON'
from pathlib import Path

import interpreter
from interpreter.profile.check import check_reference
from interpreter.profile.load import load
from interpreter.profile.shipped import shipped_ids
from interpreter.resources import profiles_folder, schema_folder

package = Path(interpreter.__file__).parent
assert profiles_folder().is_relative_to(package) and schema_folder().is_relative_to(package)
for name in shipped_ids():
    assert load(name).hash == check_reference(name)[0].hash, name
PYTHON
venv/bin/bidwhist play pagat-54 --seed 7 > "$work/game.txt"
venv/bin/bidwhist test pagat-54
echo "the wheel works: $expected profiles, bases and house rules, $(wc -l < "$work/game.txt") lines of a game"
