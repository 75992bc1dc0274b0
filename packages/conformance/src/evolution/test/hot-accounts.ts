import { setTimeout as delay } from "node:timers/promises";
import { isTableError, type TableServiceClient } from "@tablewright/runtime";
import { inCall } from "../../soak/fault-client.js";
import { seededRandom } from "../../soak/random.js";
import { expectedErrors, idOf, type TwoAccounts, twoAccounts } from "./live-accounts.js";
import type { MemberSchema } from "./migrated-project.js";

/** Indexes of accounts, one of each kind. */
export const accountIndexes = {
  "no index": "",
  "an index in the partition": `byMail: { rowKey: (k) => ["mail", k.mail], include: ["n"] }`,
  "a unique index": `byMail: { rowKey: (k) => ["mail", k.mail], unique: true, include: ["n"] }`,
  "an index elsewhere": `byMail: { table: "Mails", partitionKey: (k) => [k.mail], rowKey: (k) => [k.id] }`,
  "a unique index over all partitions": `byMail: { table: "Mails", partitionKey: (k) => [k.mail], rowKey: () => ["in"], unique: "global" }`,
} as const;

const definition = (keys: string, indexes: string) => `import { edm, entity } from "tablewright";
export const Account = entity({
  table: "Accounts", kind: "account",
  properties: {
    tenant: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 40 }), mail: edm.string({ maxLength: 80 }),
    n: edm.int32({ default: 0 }), by: edm.string({ maxLength: 40, default: "" }),
  },
  ${keys}, ${indexes && `indexes: { ${indexes} },`}
});
`;

/** Creates a project in which accounts move to other partitions. */
export function hotAccounts(indexes: string): Promise<TwoAccounts> {
  return twoAccounts([
    definition(`partitionKey: (k) => ["t", k.tenant], rowKey: (k) => ["acc", k.id]`, indexes),
    definition(`partitionKey: (k) => ["t", k.tenant, k.id.shard(4)], rowKey: (k) => ["acc", k.id]`, indexes),
  ]);
}

/** Result of one addition, as its program was told it. */
export type AdditionResult = "ok" | "failed" | "unknown";

/** One addition to an account. */
export interface Addition {
  /** Name of the call, which its requests carry. The addition stores it in `by`. */
  readonly call: string;
  /** True if the call has the option `exactly: "once"`. */
  readonly isOnce: boolean;
  /** `failed` if the addition did not find the account, or met other writers in each attempt. */
  readonly told: AdditionResult;
}

/** Outcomes of the calls to one account, as its programs were told them. */
export interface Told {
  readonly additions: Addition[];
  /** True if a deletion was told ok. */
  isDeleted: boolean;
  /** True if a deletion has begun, so that additions may have been applied before it. */
  mayBeDeleted: boolean;
}

/** Programs of both definitions that add to one number of accounts, and delete the last tenth of them. */
export class HotPrograms {
  readonly told: readonly Told[];
  readonly unexpected: unknown[] = [];
  #stopped = new Set<MemberSchema>();
  readonly #ended: Promise<unknown>[] = [];

  constructor(accounts: number) {
    this.told = Array.from({ length: accounts }, () => ({ additions: [], isDeleted: false, mayBeDeleted: false }));
  }

  /** Returns the number of additions with this result. */
  count(result: AdditionResult): number {
    return this.told.reduce((sum, { additions }) => sum + additions.filter(({ told }) => told === result).length, 0);
  }

  /** Starts a program. @param isOnce true if its additions have the option `exactly: "once"` */
  start(service: TableServiceClient, $schema: MemberSchema, seed: number, isOnce: boolean): void {
    const random = seededRandom(seed);
    const accounts = service.entities({ $schema });
    let serial = 0;
    const add = async (number: number): Promise<Addition> => {
      const by = `${seed}-${serial++}`;
      const change = (row: Readonly<Record<string, unknown>>) => ({ set: { n: Number(row["n"]) + 1, by } });
      const addition = { call: by, isOnce };
      try {
        await inCall(by, () => accounts.modify(idOf(number), change, isOnce ? { exactly: "once" } : {}));
        return { ...addition, told: "ok" };
      } catch (error) {
        if (!isTableError(error) || !expectedErrors.test(error.code)) this.unexpected.push(error);
        return { ...addition, told: isTableError(error) && error.outcome === undefined ? "failed" : "unknown" };
      }
    };
    const remove = async (number: number, told: Told) => {
      told.mayBeDeleted = true;
      try {
        if (await accounts.delete(idOf(number), { ifMatch: "*", exactly: "once" })) told.isDeleted = true;
      } catch (error) {
        if (!isTableError(error) || !expectedErrors.test(error.code)) this.unexpected.push(error);
      }
    };
    const work = async () => {
      while (!this.#stopped.has($schema)) {
        const number = Math.floor(random() * this.told.length);
        const told = this.told[number] as Told;
        if (number >= this.told.length * 0.9 && random() < 0.05) await remove(number, told);
        else told.additions.push(await add(number));
        await delay(2);
      }
    };
    this.#ended.push(work());
  }

  /** Stops the programs of one definition. */
  stop($schema: MemberSchema): void {
    this.#stopped.add($schema);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#ended);
  }
}
