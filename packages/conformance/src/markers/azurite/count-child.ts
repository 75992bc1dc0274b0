/*
 * Increments one counter with modify, and prints the number of calls by outcome. Arguments: endpoint, `shared` or `exclusive`, number of
 * writers, number of calls of each.
 */
import { isTableError } from "@tablewright/runtime";
import { Counter } from "../../../../generator/src/emit/golden/markers/expected/index.js";
import { faultClient } from "../../soak/fault-client.js";
import { MarkedLine } from "../../tables.gen/index.js";
import { counterKey, lineKey, noOutcomes } from "./counters.js";

const [endpoint = "", how = "", writers = "0", calls = "0"] = process.argv.slice(2);
const service = faultClient(endpoint, { attemptTimeoutMs: 3000 });
const lines = service.entities(MarkedLine);
const counters = service.entities(Counter);
const outcomes = noOutcomes();

async function increment(): Promise<unknown> {
  if (how === "shared") return lines.modify(lineKey, ({ quantity }) => ({ set: { quantity: quantity + 1 } }));
  const add = ({ count }: { readonly count: bigint }) => ({ set: { count: count + 1n } });
  return counters.modify(counterKey, add, { orInsert: { ...counterKey, count: 1n } });
}

await Promise.all(
  Array.from({ length: Number(writers) }, async () => {
    for (let call = 0; call < Number(calls); call++) {
      try {
        await increment();
        outcomes.ok++;
      } catch (error) {
        if (!isTableError(error)) throw error;
        const code = `${error.code}, evidence ${(error as { readonly evidence?: string }).evidence}`;
        outcomes.codes[code] = (outcomes.codes[code] ?? 0) + 1;
        outcomes[(error as { readonly outcome?: unknown }).outcome === "unknown" ? "unknown" : "refused"]++;
      }
    }
  }),
);
await service.close();
process.stdout.write(JSON.stringify(outcomes));
