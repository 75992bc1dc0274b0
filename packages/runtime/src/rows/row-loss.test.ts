import { expect, it } from "vitest";
import { findLoss } from "./row-lines.js";

const find = (members: string) => findLoss(`{"PartitionKey":"p","RowKey":"r",${members}}`);

it.each([
  ['"x":1,"x":2', "x occurs twice"],
  ['"x":1,"\\u0078" : 1', "x occurs twice"],
  ['"PartitionKey":"q"', "PartitionKey occurs twice"],
  ['"f":1e400', "f is 1e400, which is beyond Edm.Double"],
  ['"f@odata.type":"Edm.Double","f": -1e400', "f is -1e400, which is beyond Edm.Double"],
  ['"big":12345678901', "big is beyond Edm.Int32, so it needs its type"],
  ['"big" : 2147483648', "big is beyond Edm.Int32"],
  ['"big":-2147483649', "big is beyond Edm.Int32"],
])("finds what a parser would change in %s", (members, message) => {
  expect(find(members)).toContain(message);
});

it.each([
  '"x":2147483647,"y":-2147483648,"z":1.5,"w":true,"v":null',
  '"x":12345678901,"x@odata.type":"Edm.Double"',
  '"x":"\\"x\\":1,\\\\","y":"a\\\\\\"y\\": 1e400"',
  '"x":"x","__proto__":"1e400"',
])("finds nothing in %s", (members) => {
  expect(find(members)).toBeUndefined();
});
