#!/bin/sh
# Exports one shard to the dataset in $OUT. SHARD is its number from 1 and that of all, such as 3/16. Run it again to continue.
set -eu
# One process runs for each shard, so a lock is that of one that was killed, perhaps on another machine.
rm -f "$OUT/_run-s$(printf %02d "${SHARD%/*}").export-lock.json"
exec npx tablewright export Readings --shard "$SHARD" --plan "$OUT/plan.json" --parquet --out "$OUT"
