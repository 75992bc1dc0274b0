import { setTimeout as delay } from "node:timers/promises";
import { isTableError, type TableServiceClient } from "@tablewright/runtime";
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

/** Outcomes of the calls to one account, as its programs were told them. */
interface Told {
  /** Number of additions that were told ok, and of those whose outcome is unknown. */
  added: number;
  unknown: number;
  /** Number of additions that did not find the account or met other writers in each attempt, so at most so many more are stored. */
  failed: number;
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
    this.told = Array.from({ length: accounts }, () => ({
      added: 0,
      unknown: 0,
      failed: 0,
      isDeleted: false,
      mayBeDeleted: false,
    }));
  }

  get added(): number {
    return this.told.reduce((sum, { added }) => sum + added, 0);
  }

  /** Starts a program. */
  start(service: TableServiceClient, $schema: MemberSchema, seed: number): void {
    const random = seededRandom(seed);
    const accounts = service.entities({ $schema });
    let serial = 0;
    const act = async () => {
      const number = Math.floor(random() * this.told.length);
      const told = this.told[number];
      if (told === undefined) return;
      try {
        if (number >= this.told.length * 0.9 && random() < 0.05) {
          told.mayBeDeleted = true;
          if (await accounts.delete(idOf(number), { ifMatch: "*", exactly: "once" })) told.isDeleted = true;
          return;
        }
        const by = `${seed}-${serial++}`;
        await accounts.modify(idOf(number), ({ n }) => ({ set: { n: Number(n) + 1, by } }));
        told.added++;
      } catch (error) {
        if (!isTableError(error) || !expectedErrors.test(error.code)) this.unexpected.push(error);
        else if (/not-found|contended/.test(error.code)) told.failed++;
        else told.unknown++;
      }
    };
    const work = async () => {
      while (!this.#stopped.has($schema)) {
        await act();
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
