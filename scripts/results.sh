#!/bin/sh
# Measures the pages of docs/results again and writes them: sh scripts/results.sh CORPUS [PAGE…]
# CORPUS is a folder of folders of SMT-LIB files with a reference.csv. Without names all pages are measured, which takes
# an hour on two cores; each page states its date and version.
set -eu
cd "$(dirname "$0")/.."
corpus=$1
shift
pages=${*:-results agree agree-corpus filters programs structure}
cargo build --release --locked -p tress-cli
for page in $pages; do
    case $page in
        results)
            cargo lab tables --corpus "$corpus" --engines auto --count 1000 --timeout-ms 10000
            cargo lab results --results lab-out/tables.csv --reference "$corpus/reference.csv" --out docs
            ;;
        agree) cargo lab agree --out docs ;;
        agree-corpus) cargo lab agree --corpus "$corpus" --count 25 --timeout-ms 5000 --out docs ;;
        filters) cargo lab filters --out docs ;;
        programs) cargo lab programs --out docs ;;
        structure)
            cargo lab structure --out docs
            cargo lab structure-growth --out docs
            ;;
        *)
            echo "results.sh: no page is called $page" >&2
            exit 2
            ;;
    esac
done
