import { compileJavaScript } from "@tablewright/generator";
import type { EntityTypes, Stored } from "@tablewright/runtime";
import type { EntitySchema } from "@tablewright/runtime/codegen/v1";
import { loadSchemas } from "../../../../cli/src/definitions/load-schema.js";
import { runHere } from "../../../../cli/src/test/run-here.js";
import { temporaryProject } from "../../../../cli/src/test/temporary-project.js";

type Values = Readonly<Record<string, unknown>>;

/** Types of a class that is generated while the tests run. */
export interface MemberTypes extends EntityTypes {
  readonly name: "Member";
  readonly entity: Stored & Values;
  readonly init: Values;
  readonly merge: Values;
  readonly key: Values;
  readonly partition: object;
  readonly where: object;
  readonly selectable: string;
  readonly optional: string;
}

/** Schema that a program of one definition uses. */
export type MemberSchema = EntitySchema<MemberTypes>;

/** Parts of the definition of a member that change. Its keys consist of team and id. */
export interface MemberDefinition {
  readonly table?: string;
  readonly kind?: string;
  /** Properties after team and id. */
  readonly properties?: string;
  /** Keys, with the separator. */
  readonly keys?: string;
  readonly indexes?: string;
}

const file = "tables/member.table.ts";
const keysByTeam = `partitionKey: (k) => ["team", k.team], rowKey: (k) => ["member", k.id]`;

function definition({ table = "Members", kind = "member", properties = "", keys, indexes }: MemberDefinition): string {
  return `import { edm, entity } from "tablewright";
export const Member = entity({
  table: "${table}", kind: "${kind}",
  properties: { team: edm.string({ maxLength: 20 }), id: edm.string({ maxLength: 20 }), mail: edm.string({ maxLength: 60 }), ${properties} },
  ${keys ?? keysByTeam},${indexes === undefined ? "" : ` indexes: { ${indexes} },`}
});
`;
}

/** Project in its own folder, whose definition changes. Tests use it only through commands. */
export class MigratedProject {
  readonly #project = temporaryProject();
  readonly #connectionString: string;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  define(member: MemberDefinition): void {
    this.#project.write(file, definition(member));
  }

  /**
   * Generates the classes.
   * @returns the exit code, and each error as message and advice
   */
  async generate(...flags: string[]): Promise<{ readonly code: number; readonly refusals: readonly string[] }> {
    const { code, out } = await runHere(this.#project.root, "generate", "--json", ...flags);
    const report = JSON.parse(out) as { readonly diagnostics: readonly { message: string; help: string }[] };
    return { code, refusals: report.diagnostics.map(({ message, help }) => `${message} → ${help}`) };
  }

  /** Runs a command that connects. @returns the exit code, and its log */
  async run(...args: string[]): Promise<{ readonly code: number; readonly log: string }> {
    const { code, log } = await runHere(this.#project.root, ...args, "--connection-string", this.#connectionString);
    return { code, log };
  }

  /** Loads the current generated files. A program that was started with them keeps using them after they change. */
  schema(): MemberSchema {
    const paths = this.#project.list().filter((path) => path.endsWith(".gen.ts"));
    const files = paths.map((path) => ({ path, text: this.#project.read(path) }));
    const schema = loadSchemas(files, { compileJavaScript }).find(({ name }) => name === "Member");
    if (schema === undefined) throw new Error("No generated file has the class Member.");
    return schema as unknown as MemberSchema;
  }
}
