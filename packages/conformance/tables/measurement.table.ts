import { edm, entity } from "tablewright";

/** Measurement with properties that every row stores and others that rows may lack, for conditions on Cosmos DB. */
export const Measurement = entity({
  table: "Measurements",
  properties: {
    site: edm.string({ maxLength: 20 }),
    no: edm.int32({ min: 0 }),
    flag: edm.boolean(),
    count: edm.int64(),
    at: edm.dateTime(),
    text: edm.string().optional(),
    whole: edm.int32().optional(),
    large: edm.int64().optional(),
    ratio: edm.double().optional(),
    data: edm.binary().optional(),
  },
  partitionKey: (k) => [k.site],
  rowKey: (k) => [k.no.pad(5)],
});
