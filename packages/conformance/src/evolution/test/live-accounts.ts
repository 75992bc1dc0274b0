import { setTimeout as delay } from "node:timers/promises";
import { compileJavaScript } from "@tablewright/generator";
import { isTableError, type TableServiceClient } from "@tablewright/runtime";
import { loadSchemas } from "../../../../cli/src/definitions/load-schema.js";
import { runHere } from "../../../../cli/src/test/run-here.js";
import { type TemporaryProject, temporaryProject } from "../../../../cli/src/test/temporary-project.js";
import { seededRandom } from "../../soak/random.js";
import type { MemberSchema } from "./migrated-project.js";

const definition = (text: string, keys: string) => `import { edm, entity } from "tablewright";
export const Account = entity({
  table: "Accounts", kind: "account",
  properties: {
    tenant: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 40 }), email: edm.string({ maxLength: 80 }),
    a: edm.int32(), b: edm.int32(), ${text},
  },
  ${keys},
  indexes: {
    byEmail: { rowKey: (k) => ["mail", k.email.lower], unique: true },
    byAddress: { table: "Addresses", partitionKey: (k) => ["s", k.tenant], rowKey: (k) => [k.email.lower] },
  },
});
`;
const former = definition("blob: edm.string()", `partitionKey: (k) => ["t", k.tenant], rowKey: (k) => ["acc", k.id]`);
const current = definition(
  `text: edm.string({ formerly: ["blob"], keepFormer: true })`,
  `partitionKey: (k) => ["t", k.tenant, k.id.shard(4)], rowKey: (k) => ["acc", k.id.lower]`,
);

export const idOf = (number: number) => ({ tenant: `T${number % 5}`, id: `Id${number}` });

/** Definition of accounts before and after a change of keys and of a name, and the project in which it changed. */
export interface TwoAccounts {
  readonly project: TemporaryProject;
  readonly earlier: MemberSchema;
  readonly later: MemberSchema;
}

/** Creates a project in which the definition of accounts changes. @param definitions texts before and after the change */
export async function twoAccounts(definitions: readonly [string, string] = [former, current]): Promise<TwoAccounts> {
  const project = temporaryProject();
  const generated = async (text: string) => {
    project.write("tables/account.table.ts", text);
    const { code, log } = await runHere(project.root, "generate", "--accept");
    if (code !== 0) throw new Error(log);
    const paths = project.list().filter((path) => path.endsWith(".gen.ts"));
    const files = paths.map((path) => ({ path, text: project.read(path) }));
    const schema = loadSchemas(files, { compileJavaScript }).find(({ name }) => name === "Account");
    return schema as unknown as MemberSchema;
  };
  const [before, after] = definitions;
  return { project, earlier: await generated(before), later: await generated(after) };
}

/** Errors of programs while an account is moved and the network fails. */
export const expectedErrors = /not-found|contended|not-unique|outcome-unknown|^request\./;

/** Program of one definition that adds to a counter of random accounts until it is stopped. */
export class Adder {
  /** Number of additions that are known to have succeeded, by the number of the account. */
  readonly added = new Map<number, number>();
  readonly unexpected: unknown[] = [];
  #isStopped = false;
  readonly #ended: Promise<unknown>;

  constructor(service: TableServiceClient, $schema: MemberSchema, counter: "a" | "b", accounts: number, seed: number) {
    const random = seededRandom(seed);
    const text = counter === "a" ? "blob" : "text";
    let serial = 0;
    const work = async () => {
      while (!this.#isStopped) {
        const number = Math.floor(random() * accounts);
        const set = () => ({ [text]: `${counter}-${serial++}` });
        try {
          const client = service.entities({ $schema });
          await client.modify(idOf(number), (row) => ({ set: { [counter]: Number(row[counter]) + 1, ...set() } }));
          this.added.set(number, (this.added.get(number) ?? 0) + 1);
        } catch (error) {
          const isExpected = isTableError(error) && expectedErrors.test(error.code);
          if (!isExpected) this.unexpected.push(error);
        }
        await delay(5);
      }
    };
    this.#ended = Promise.all([work(), work()]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }
}
