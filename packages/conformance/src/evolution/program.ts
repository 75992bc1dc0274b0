import { compileFunction } from "node:vm";
import { compileJavaScript, createSourceHost, generate } from "@tablewright/generator";
import type { EntityClass, EntityTypes, Stored } from "@tablewright/runtime";
import * as runtime from "@tablewright/runtime/codegen/v1";

type Values = Readonly<Record<string, unknown>>;

/** Types of a class that is generated while the tests run. */
export interface UserTypes extends EntityTypes {
  readonly name: "User";
  readonly entity: Stored & Values;
  readonly init: Values;
  readonly merge: Values;
  readonly key: { readonly userId: string };
  readonly partition: object;
  readonly where: object;
  readonly selectable: string;
  readonly optional: string;
}

/** Program of one definition. */
export interface Program {
  readonly User: EntityClass<UserTypes> & { partition(values: object): runtime.Partition<string> };
  /** Lock file of the program. */
  readonly lock: string;
}

/** Returns the definition of a user with these properties, in a partition of all users. */
function definition(properties: string): string {
  return `import { edm, entity } from "tablewright";
export const User = entity({
  table: "Users", kind: "user",
  properties: { userId: edm.string({ maxLength: 64 }), ${properties} },
  partitionKey: () => ["users"],
  rowKey: (k) => ["user", k.userId],
});
`;
}

const file = "tables/users.table.ts";

/** Returns the message and advice of each error of a definition that follows that of the program `before`; none for a first definition. */
export function findRefusals(properties: string, before?: Program): readonly string[] {
  return read(properties, before).diagnostics.map(({ message, help }) => `${message} → ${help}`);
}

/** Generates the classes of a definition and loads them. Throws if the definition has errors. */
export function buildProgram(properties: string, before?: Program): Program {
  const { files, diagnostics, lock } = read(properties, before);
  const text = files.find(({ path }) => path.endsWith("user.gen.ts"))?.text;
  if (text === undefined || lock === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const exported: { User?: Program["User"] } = {};
  compileFunction(compileJavaScript(text), ["exports", "require"])(exported, () => runtime);
  if (exported.User === undefined) throw new Error("The generated module does not export User.");
  return { User: exported.User, lock };
}

function read(properties: string, before: Program | undefined) {
  const host = createSourceHost({ [file]: definition(properties) });
  const lock = { path: "tablewright.lock.json", text: before?.lock };
  return generate({ host, files: [file], outDir: "gen", lock });
}
