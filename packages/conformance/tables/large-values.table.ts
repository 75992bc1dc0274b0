import { edm, entity } from "tablewright";
import { arktypeRange, valibotTags, zodAddress } from "../src/schemas.js";

/** Values larger than a property, and JSON that schemas check. */
export const LargeValue = entity({
  table: "largevalues",
  properties: {
    item: edm.string({ maxLength: 100 }),
    text: edm.string({ parts: 15 }).optional(),
    bytes: edm.binary({ parts: 15 }).optional(),
    document: edm.json<unknown>({ parts: 4 }).optional(),
    packed: edm.json<unknown>({ parts: 4, compress: "gzip" }).optional(),
    small: edm.json<unknown>({ compress: "gzip" }).optional(),
    data: edm.binary({ name: "Data", parts: { names: "Data{n}" } }).optional(),
    address: edm.json(zodAddress).optional(),
    tags: edm.json(valibotTags, { parts: 2 }).optional(),
    range: edm.json(arktypeRange, { compress: "gzip" }).optional(),
    note: edm.string().optional(),
  },
  partitionKey: () => ["all"],
  rowKey: (k) => [k.item],
});
