import { edm, entity } from "tablewright";

/** Entity that most recorded exchanges of the real service store. */
export const RecordedPerson = entity({
  table: "people",
  properties: {
    partition: edm.string({ keyOnly: true, maxLength: 512 }),
    row: edm.string({ keyOnly: true, maxLength: 512 }),
    age: edm.int32(),
    sex: edm.string(),
    married: edm.boolean(),
    deceased: edm.boolean(),
    ratio: edm.double(),
    evenratio: edm.double(),
    large: edm.int32(),
    Birthday: edm.dateTime(),
    birthday: edm.dateTime({ as: "iso" }),
    binary: edm.binary(),
    other: edm.int32().optional(),
    clsid: edm.guid(),
  },
  partitionKey: (k) => [k.partition.raw],
  rowKey: (k) => [k.row.raw],
});
