/*
 * Increments one counter with modify and `exactly: "once"`, and prints the number of calls by outcome. Arguments: endpoint, number of writers,
 * number of calls of each.
 */
import { isTableError } from "@tablewright/runtime";
import { Counter } from "../../../../generator/src/emit/golden/club/expected/index.js";
import { faultClient } from "../../soak/fault-client.js";
import { counterKey, noOutcomes } from "./counters.js";

const [endpoint = "", writers = "0", calls = "0"] = process.argv.slice(2);
const service = faultClient(endpoint, { attemptTimeoutMs: 3000, timeoutMs: 20_000 });
const counters = service.entities(Counter, { exactly: "once" });
const outcomes = noOutcomes();

const add = ({ count }: { readonly count: bigint }) => ({ set: { count: count + 1n } });
const orInsert = { ...counterKey, count: 1n };

await Promise.all(
  Array.from({ length: Number(writers) }, async () => {
    for (let call = 0; call < Number(calls); call++) {
      try {
        await counters.modify(counterKey, add, { orInsert });
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
