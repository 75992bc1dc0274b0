import { expect, it } from "vitest";
import { limits } from "./limits.js";

it("the limits of both services are those that their documentation and their responses state", () => {
  expect(limits.storage).toEqual({
    stringUnits: 32_768,
    binaryBytes: 65_536,
    entityBytes: 1_048_576,
    properties: 252,
    keyUnits: 1024,
    rowKeyBytes: Number.POSITIVE_INFINITY,
    emptyKeys: true,
    reservedNames: [],
    transactionOperations: 100,
    transactionBytes: 4_194_304,
    comparisons: 15,
    pageSize: 1000,
  });
  expect(limits.cosmos).toMatchObject({
    keyUnits: 1024,
    rowKeyBytes: 255,
    emptyKeys: false,
    reservedNames: ["id", "rid", "etag", "ResourceId"],
    transactionOperations: 100,
    transactionBytes: 2_097_152,
    comparisons: 15,
  });
});
