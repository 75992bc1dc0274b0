/** Makes calls and prints their results as CallClaims. Arguments: endpoint, name (one letter), number of calls, seed, kind of writes. */

import { faultClient } from "../soak/fault-client.js";
import { parseSeed, seededRandom } from "../soak/random.js";
import { CallKeeper } from "./call-keeper.js";
import { CallMaker } from "./call-maker.js";
import { loadLine, type WriteKind } from "./lines.js";

const [endpoint = "", name = "", calls = "0", seed = "0", kind = "plain"] = process.argv.slice(2);
const makers = 16;

const service = faultClient(endpoint, { attemptTimeoutMs: 2000, exactly: kind === "plain" ? undefined : "once" });
const line = await loadLine(kind as WriteKind);
const keeper = new CallKeeper(name);
await Promise.all(
  Array.from({ length: makers }, async (_, index) => {
    const random = seededRandom(parseSeed(`${seed} ${name} ${index}`));
    const maker = new CallMaker(`${name}${index}`, service, line, random, keeper);
    while (keeper.count < Number(calls)) await maker.call();
  }),
);
await service.close();
process.stdout.write(JSON.stringify(keeper.claims()));
