import { expect, it } from "vitest";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { Order, OrderLine } from "../../test/shop/index.js";
import { kindsReader } from "./kinds-reader.js";

const schemas = [Order, OrderLine].map(({ $schema }) => $schema as unknown as EntitySchema<EntityTypes>);
const [order, line] = schemas as [EntitySchema<EntityTypes>, EntitySchema<EntityTypes>];
const keeping = (schema: EntitySchema<EntityTypes>) => ({ ...schema, keepsUnknown: true as const });

it.each([
  ["neither class keeps undeclared properties", [order, line], false],
  ["the first class keeps them", [keeping(order), line], true],
  ["the second class keeps them", [order, keeping(line)], true],
  ["both keep them", [keeping(order), keeping(line)], true],
])("reads the types of undeclared Doubles exactly only if necessary: %s", (_, schemas, isExact) => {
  expect(kindsReader({ table: "Shop", schemas, onMismatch: undefined, unknownKind: "throw" }).isExact).toBe(isExact);
});
