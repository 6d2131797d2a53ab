#!/bin/sh
# Runs every example of the page of `tress serve` in a real browser, narrow and wide, light and dark. About a minute.
#   sh scripts/browser.sh [PROGRAM [FOLDER-FOR-PICTURES]]
# Installs what is missing: chromium by apt-get, playwright-core by npm into a folder for temporary files.
set -eu
cd "$(dirname "$0")/.."
program=${1:-target/debug/tress}
pictures=${2:-}
for command in node npm; do
    command -v "$command" >/dev/null || { echo "browser.sh: $command is missing"; exit 1; }
done
if ! command -v chromium >/dev/null; then
    apt-get update >/dev/null
    apt-get install -y chromium >/dev/null
fi
folder=$(mktemp -d)
server=
end() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"; }
trap end EXIT INT TERM
npm install --silent --no-audit --no-fund --prefix "$folder" playwright-core >/dev/null 2>&1
"$program" batch examples --quiet --out "$folder/results.jsonl" >/dev/null
"$program" serve --port 0 --timeout 20 --results "$folder/results.jsonl" >"$folder/address" &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$folder/address" ] && break
    sleep 0.2
done
address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$folder/address")
cp scripts/browser.mjs "$folder/browser.mjs"
node "$folder/browser.mjs" "$address" "$folder" "$(command -v chromium)" $pictures
