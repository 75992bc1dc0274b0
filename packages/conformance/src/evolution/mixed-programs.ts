import { type HttpRequest, isTableError, SasCredential, TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { Network } from "../schedules/world/network.js";
import { type Actor, Scheduler } from "../schedules/world/scheduler.js";
import type { VirtualTime } from "../schedules/world/virtual-time.js";
import { seededRandom } from "../soak/random.js";
import type { Program } from "./program.js";

/** Program, and its name for the counter. */
export interface CountingProgram {
  readonly program: Program;
  readonly counter: string;
}

/** Outcome of clients that all add to one counter. */
export interface Counted {
  /** Number of additions that succeeded. */
  readonly added: number;
  /** Number of additions that failed because of the network. Some of them may have been applied. */
  readonly unknown: number;
  /** Failures that the network does not explain. */
  readonly unexpected: readonly unknown[];
  /** Final counter, as each program reads it. */
  readonly read: readonly unknown[];
  /**
   * For each program, the number of rows that it finds by the counter's last value, minus those that it finds by the opposite condition,
   * which should be none.
   */
  readonly found: readonly number[];
}

/** Codes of errors that mean that another writer was faster. */
const overtaken = ["entity.condition-not-met", "write.contended"];

/** Returns whether an error comes from the definitions rather than the network, such as a row that a program cannot read or write. */
function isOfDefinitions({ code }: { readonly code: string }): boolean {
  return /^(decode|value|key|query)\.|^entity\.wrong-kind$/.test(code);
}

/** Runs one client of each program under the schedule of a seed. All clients add to the same counter, in different ways. */
export async function countTogether(
  time: VirtualTime,
  seed: number,
  programs: readonly CountingProgram[],
  faultRate: number,
): Promise<Counted> {
  const random = seededRandom(seed);
  time.reset(Date.UTC(2024, 4, 6, 10), seededRandom(seed ^ 0x5bd1e995));
  const service = createTableService({ authenticate: false, now: () => time.now });
  service.seed({ Users: [] });
  const clientOf = (transport: Actor["transport"]) =>
    new TableServiceClient(service.endpoint, new SasCredential("sv=2019-02-02&sig=none"), { transport, random });
  const direct = clientOf((request) => service.deliver(request as HttpRequest).response as never);
  const [first] = programs as readonly [CountingProgram];
  await direct.entities(first.program.User).insert({ userId: "u", [first.counter]: 0, by: "" });

  let added = 0;
  let unknown = 0;
  const unexpected: unknown[] = [];
  const deliver = (request: HttpRequest) => service.deliver(request).response;
  const network = new Network({ time, random, deliver, faultRate, delayRate: faultRate });
  await new Scheduler(time, network, random).run(
    programs.map((program) => async (actor) => {
      for (actor.call = 0; actor.call < 4; actor.call++) {
        try {
          await add(clientOf(actor.transport), program, `${actor.index}.${actor.call}`, random);
          added++;
        } catch (error) {
          if (!isTableError(error) || isOfDefinitions(error)) unexpected.push(error);
          else if (!overtaken.includes(error.code)) unknown++;
        }
      }
    }),
  );
  const rows = programs.map(async ({ program: { User }, counter }) => {
    const users = direct.entities(User);
    const value = (await users.getOrThrow({ userId: "u" }))[counter];
    const others = { $not: { [counter]: value } };
    const query = users.query({});
    return [value, (await query.where({ [counter]: value }).count()) - (await query.where(others).count())] as const;
  });
  const ends = await Promise.all(rows);
  return { added, unknown, unexpected, read: ends.map(([value]) => value), found: ends.map(([, found]) => found) };
}

/** Adds one. Each client also writes its name, so that it can distinguish its own write from others. */
async function add(
  client: TableServiceClient,
  { program: { User }, counter }: CountingProgram,
  by: string,
  random: () => number,
): Promise<void> {
  const users = client.entities(User);
  const way = Math.floor(random() * 4);
  if (way === 0) {
    await users.modify({ userId: "u" }, (user) => ({ set: { [counter]: Number(user[counter]) + 1, by } }));
    return;
  }
  const read = await users.getOrThrow({ userId: "u" });
  const next = { [counter]: Number(read[counter]) + 1, by };
  const condition = { ifMatch: read.$etag };
  if (way === 1) await users.merge({ userId: "u" }, next, condition);
  else if (way === 2) await users.replace({ userId: "u", ...next }, condition);
  else {
    await client.transaction(User.partition({}), (tx) => {
      tx.merge(User, { userId: "u" }, next, condition);
    });
  }
}
