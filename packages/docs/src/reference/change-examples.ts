import type { DiagnosticCode } from "@tablewright/generator";

/** Successive versions of a definition, two or more, each given by the parts that differ from the default. */
export type DefinitionChange = readonly [before: DefinitionPart, ...after: DefinitionPart[]];

/** Properties of a user besides its id, and the parts of the definition that differ from the default. */
export interface DefinitionPart {
  readonly properties?: string;
  readonly options?: string;
  readonly table?: string;
  readonly rowKey?: string;
  readonly name?: string;
}

const properties = (before: string, ...after: readonly string[]): DefinitionChange => [
  { properties: before },
  ...after.map((lines) => ({ properties: lines })),
];

/** Changes that raise the codes of the area `change`. */
export const changeExamples: Readonly<Partial<Record<DiagnosticCode, DefinitionChange>>> = {
  "change.entity-removed": [{}, { name: "Other", table: "Others" }],
  "change.table": [{}, { table: "People" }],
  "change.kind": [{}, { options: 'kind: "person",' }],
  "change.key": [{}, { rowKey: "(k) => [k.id.lower]" }],
  "change.index-added": [
    { properties: "email: edm.string({ maxLength: 100 }),\n" },
    {
      properties: "email: edm.string({ maxLength: 100 }),\n",
      options: 'kind: "user",\n  indexes: { byEmail: { rowKey: (k) => ["email", k.email] } },',
    },
  ],
  "change.index-changed": [
    {
      properties: "email: edm.string({ maxLength: 100 }),\n",
      options: 'kind: "user",\n  indexes: { byEmail: { rowKey: (k) => ["email", k.email] } },',
    },
    {
      properties: "email: edm.string({ maxLength: 100 }),\n",
      options: 'kind: "user",\n  indexes: { byEmail: { rowKey: (k) => ["email", k.email.lower] } },',
    },
  ],
  "change.index-removed": [
    {
      properties: "email: edm.string({ maxLength: 100 }),\n",
      options: 'kind: "user",\n  indexes: { byEmail: { rowKey: (k) => ["email", k.email] } },',
    },
    { properties: "email: edm.string({ maxLength: 100 }),\n" },
  ],
  "change.property-renamed": properties("mail: edm.string(),", "email: edm.string(),"),
  "change.property-perhaps-renamed": properties(
    "mail: edm.string().optional(),",
    "",
    "email: edm.string().optional(),",
  ),
  "change.property-removed": properties("mail: edm.string(),", ""),
  "change.property-type": properties("visits: edm.int32(),", "visits: edm.int64(),"),
  "change.property-required": properties("", "plan: edm.string(),"),
  "change.property-values": properties(
    'plan: edm.string({ oneOf: ["free", "pro"] }),',
    'plan: edm.string({ oneOf: ["pro"] }),',
  ),
  "change.property-stored": [
    { properties: "no: edm.int32({ min: 0, keyOnly: true }),", rowKey: "(k) => [k.id, k.no.pad(6)]" },
    { properties: "no: edm.int32({ min: 0 }),", rowKey: "(k) => [k.id, k.no.pad(6)]" },
  ],
  "change.property-unstored": [
    { properties: "no: edm.int32({ min: 0 }),", rowKey: "(k) => [k.id, k.no.pad(6)]" },
    { properties: "no: edm.int32({ min: 0, keyOnly: true }),", rowKey: "(k) => [k.id, k.no.pad(6)]" },
  ],
  "change.limit-lowered": properties("name: edm.string({ maxLength: 64 }),", "name: edm.string({ maxLength: 32 }),"),
  "change.json-shape": properties("tags: edm.json<string[]>(),", "tags: edm.json<Record<string, string>>(),"),
  "change.former-name-dropped": properties('email: edm.string({ formerly: ["mail"] }),', "email: edm.string(),"),
  "change.former-type-dropped": properties('visits: edm.int64({ reads: ["Edm.Int32"] }),', "visits: edm.int64(),"),
  "change.keep-former-dropped": properties(
    'email: edm.string({ formerly: ["mail"], keepFormer: true }),',
    'email: edm.string({ formerly: ["mail"] }),',
  ),
};

/** Returns the definition of a user. */
export function definitionText({ properties = "", ...part }: DefinitionPart): string {
  const { options = 'kind: "user",', table = "Users", rowKey = "(k) => [k.id]", name = "User" } = part;
  const lines = properties === "" ? "" : `    ${properties.trim()}\n`;
  return `import { edm, entity } from "tablewright";

export const ${name} = entity({
  table: "${table}",
  ${options}
  properties: {
    id: edm.string({ maxLength: 64 }),
${lines}  },
  partitionKey: () => ["users"],
  rowKey: ${rowKey},
});
`;
}
