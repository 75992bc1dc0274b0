import { expect, it } from "vitest";
import { findReferences } from "../../../studio/page/row/find-references.js";
import type { EntityInfo, KeyPartInfo, PropertyInfo } from "../../../studio/src/contract/model.js";
import type { Row } from "../../../studio/src/contract/rows.js";

type Key = readonly string[];

/** Returns an entity whose keys have these parts: names of properties, or constants in quotes. */
function entityOf(name: string, table: string, partitionKey: Key, rowKey: Key, others: Key = []): EntityInfo {
  const parts = (key: Key): KeyPartInfo[] =>
    key.map((part) => (part.startsWith("'") ? { literal: part.slice(1, -1) } : { property: part, encoding: "text" }));
  const keys = new Set([...partitionKey, ...rowKey].filter((part) => !part.startsWith("'")));
  const properties = [...new Set([...keys, ...others])].map(
    (property): PropertyInfo => ({
      name: property,
      storedNames: [property],
      type: "Edm.String",
      isJson: false,
      isOptional: false,
      isKey: keys.has(property),
    }),
  );
  return {
    name,
    table,
    kind: name,
    properties,
    partitionKey: parts(partitionKey),
    rowKey: parts(rowKey),
    indexes: [],
  };
}

/** Returns the references of a row in which each property has its own name as its value. */
function referencesOf(entity: EntityInfo, ...others: readonly EntityInfo[]): string[] {
  const values = entity.properties.map(({ name }) => [name, name] as const);
  const row: Row = { partitionKey: "p", rowKey: "r", etag: "", timestamp: "", values, properties: [] };
  return findReferences([entity, ...others], entity, row).map(
    ({ entity: { name }, keys }) => `${name} ${keys.map(([key]) => key).join()}`,
  );
}

const invoice = entityOf("Invoice", "Invoices", ["partition"], ["'invoice'", "invoice"]);

it("takes a property with a telling name for a reference", () => {
  const customer = entityOf("Customer", "Shop", ["'cust'", "customerId"], ["'customer'"]);
  const order = entityOf("Order", "Orders", ["region"], ["orderNo"], ["customerId"]);
  expect(referencesOf(order, customer)).toEqual(["Customer customerId"]);
});

it.each(["partition", "row", "key", "id", "ID", "partition2", "pk", "PartitionKey", "row_key"])(
  "takes no property %s for a reference to another table",
  (name) => {
    const other = entityOf("Other", "Others", [name], []);
    expect(referencesOf(entityOf("Telemetry", "Telemetry", [name], ["at"]), other)).toEqual([]);
    expect(referencesOf(entityOf("Telemetry", "Telemetry", ["device"], ["at"], [name]), other)).toEqual([]);
  },
);

it("narrows a reference by no property with a generic name", () => {
  const other = entityOf("Other", "Others", ["tenant"], ["id"]);
  expect(referencesOf(entityOf("Telemetry", "Telemetry", ["tenant"], ["id"]), other)).toEqual(["Other tenant"]);
});

it("follows a generic name between entities with the same PartitionKey in one table alone", () => {
  const line = entityOf("Line", "Invoices", ["partition"], ["'line'", "line"]);
  expect(referencesOf(line, invoice)).toEqual(["Invoice partition"]);
  expect(referencesOf(entityOf("Note", "Invoices", ["'note'", "partition"], ["note"]), invoice)).toEqual([]);
  expect(referencesOf(entityOf("Telemetry", "Telemetry", ["partition"], ["row"]), invoice)).toEqual([]);
});
