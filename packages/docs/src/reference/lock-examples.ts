import { type DiagnosticCode, generate, sourceHostOf } from "@tablewright/generator";

/** A definition that rows were written by, and the one that replaces it. */
interface Change {
  readonly before: string;
  readonly after: string;
}

const renamed = 'email: edm.string({ formerly: ["mail"], keepFormer: true }),';

/** Changes of definitions that lead to the codes of the lock file. */
const changes: Readonly<Partial<Record<DiagnosticCode, Change>>> = {
  "change.entity-removed": { before: user() + withoutImport(other()), after: other() },
  "change.table": { before: user(), after: user().replace('"Users"', '"People"') },
  "change.kind": { before: user(), after: user().replace('kind: "user"', 'kind: "person"') },
  "change.key": { before: user(), after: user().replace('"row"', '"user"') },
  "change.property-renamed": { before: user("mail: edm.string(),"), after: user("email: edm.string(),") },
  "change.property-type": { before: user("visits: edm.int32(),"), after: user("visits: edm.int64(),") },
  "change.property-required": { before: user(), after: user("plan: edm.string(),") },
  "change.property-values": {
    before: user('plan: edm.string({ oneOf: ["free", "pro"] }),'),
    after: user('plan: edm.string({ oneOf: ["pro", "team"] }),'),
  },
  "change.property-stored": { before: user().replace("edm.guid()", "edm.guid({ keyOnly: true })"), after: user() },
  "change.former-name-dropped": { before: user(renamed), after: user("email: edm.string(),") },
  "change.former-type-dropped": {
    before: user('visits: edm.int64({ reads: ["Edm.Int32"] }),'),
    after: user("visits: edm.int64(),"),
  },
  "change.keep-former-dropped": { before: user(renamed), after: user(renamed.replace(", keepFormer: true", "")) },
};

const path = "tablewright.lock.json";
const sources = { files: ["tables/user.table.ts"], outDir: "src/tables.gen" };

/** What the generator reports of the code's change; undefined for a code that is not about the lock file. */
export function reportedChange(code: DiagnosticCode): ReturnType<typeof reportOf> | undefined {
  if (code === "lock.invalid") return reportOf(user(), '{ "version": 99 }');
  const change = changes[code];
  return change && reportOf(change.after, lockOf(change.before));
}

function reportOf(definition: string, lock: string | undefined) {
  const host = sourceHostOf({ "tables/user.table.ts": definition, ...(lock !== undefined && { [path]: lock }) });
  return { host, diagnostics: generate({ ...sources, host, lock: { path, text: lock } }).diagnostics };
}

function lockOf(definition: string): string | undefined {
  const host = sourceHostOf({ "tables/user.table.ts": definition });
  return generate({ ...sources, host, lock: { path, text: undefined } }).lock;
}

function user(properties = ""): string {
  return `import { edm, entity } from "tablewright";

export const User = entity({
  table: "Users",
  kind: "user",
  properties: {
    id: edm.guid(),
    ${properties}
  },
  partitionKey: () => ["users"],
  rowKey: (k) => ["row", k.id],
});
`;
}

function other(): string {
  return user().replace("User", "Group").replace('"Users"', '"Groups"').replace('kind: "user"', 'kind: "group"');
}

function withoutImport(definition: string): string {
  return definition.slice(definition.indexOf("export"));
}
