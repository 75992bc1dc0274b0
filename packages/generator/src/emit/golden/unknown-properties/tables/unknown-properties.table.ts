import { edm, entity } from "tablewright";

export const Document = entity({
  table: "Documents",
  kind: "document",
  unknownProperties: "keep",
  properties: {
    folder: edm.string({ maxLength: 100 }),
    name: edm.string({ maxLength: 100 }),
    size: edm.int64({ as: "number" }),
  },
  partitionKey: (k) => [k.folder],
  rowKey: (k) => [k.name],
});
