const builders = [
  "edm.string({ maxLength: 64 })",
  "edm.dateTime()",
  "edm.int32({ min: 0 })",
  "edm.boolean({ default: false })",
  "edm.int64()",
  "edm.double()",
  "edm.guid()",
  "edm.binary().optional()",
  'edm.string({ oneOf: ["a", "b"], default: "a" })',
  "edm.string().optional()",
];

/** Key options of an entity: key parts, or templates with the same properties. */
const keys = {
  parts: (number: number) => `partitionKey: (k) => ["part${number}", k.p0e${number}],
  rowKey: (k) => ["row${number}", k.p1e${number}.desc, k.p2e${number}.pad(10)],`,
  templates: (number: number) => `separator: { partitionKey: ":", rowKey: "_" },
  partitionKey: (k) => ["part${number}", k.p0e${number}],
  rowKey: (k) => [\`w\${k.p1e${number}.format("yyyy-MM-dd'T'HH:mm")}\`, k.p2e${number}.text],`,
};

/** Returns the definition of an entity with many properties of all kinds. Names differ between entities, as in real projects. */
export function wideEntity(number: number, properties: number, form: keyof typeof keys = "parts"): string {
  const declarations = Array.from(
    { length: properties },
    (_, i) => `p${i}e${number}: ${builders[i % builders.length]},`,
  );
  return `import { edm, entity } from "tablewright";

/** Entity number ${number}. */
export const Entity${number} = entity({
  table: "Table${number}",
  kind: "kind${number}",
  properties: {
    ${declarations.join("\n    ")}
  },
  ${keys[form](number)}
});
`;
}
