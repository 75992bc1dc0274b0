import { readModels } from "../../generate.js";
import { sourceHostOf } from "../../read/project/source-host.js";

const file = "tables/users.table.ts";

/** The lock of definitions, and what a change to them is refused for: `line:column code`, message and advice. */
export function lockOfText(text: string, before?: string, accept = false) {
  const host = sourceHostOf({ [file]: `import { edm, entity } from "tablewright";\n${text}` });
  const lock = { path: "tablewright.lock.json", text: before, accept };
  const { diagnostics, lock: after } = readModels({ host, files: [file], lock });
  const refused = diagnostics.map(({ code, location, message, help }) => {
    const at = location.file === file ? "" : `${location.file}:`;
    return `${at}${location.line}:${location.column} ${code}\n${message}\n→ ${help}`;
  });
  return { lock: after, refused };
}

/** One entity; `properties` and what else is given stand in its definition. */
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

/** What the second definitions are refused for after the first. */
export function refusals(before: string, after: string): readonly string[] {
  const { lock, refused } = lockOfText(before);
  if (refused.length > 0) throw new Error(refused.join("\n"));
  return lockOfText(after, lock).refused;
}
