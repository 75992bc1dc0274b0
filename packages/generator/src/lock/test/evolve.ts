import { readModels } from "../../generate.js";
import { createSourceHost } from "../../read/project/source-host.js";

const file = "tables/users.table.ts";

/** Returns the lock of definitions, and the errors of a change to them as `line:column code`, message and advice. */
export function lockOfText(text: string, before?: string, accept = false) {
  const host = createSourceHost({ [file]: `import { edm, entity } from "tablewright";\n${text}` });
  const lock = { path: "tablewright.lock.json", text: before, accept };
  const { diagnostics, lock: after } = readModels({ host, files: [file], lock });
  const refused = diagnostics.map(({ code, location, message, help }) => {
    const at = location.file === file ? "" : `${location.file}:`;
    return `${at}${location.line}:${location.column} ${code}\n${message}\n→ ${help}`;
  });
  return { lock: after, refused };
}

/** Returns the definition of one entity with these properties and other parts. */
export function user(
  properties: string,
  rest = "",
  keys = 'partitionKey: () => ["users"], rowKey: (k) => [k.id],',
): string {
  return `export const User = entity({
  table: "Users", kind: "user", ${rest}
  properties: {
    id: edm.string({ maxLength: 64 }),
    ${properties}
  },
  ${keys}
});
`;
}

/** Returns the errors of the definitions `after` if the lock file has those of `before`. @throws Error if `before` has errors */
export function refusals(before: string, after: string): readonly string[] {
  const { lock, refused } = lockOfText(before);
  if (refused.length > 0) throw new Error(refused.join("\n"));
  return lockOfText(after, lock).refused;
}
