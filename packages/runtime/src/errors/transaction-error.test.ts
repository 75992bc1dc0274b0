import { expect, it } from "vitest";
import { ServiceError } from "./call-errors.js";
import { TransactionError } from "./transaction-error.js";

const key = { partitionKey: 'a"b', rowKey: "r" };
const place = { index: 2, operation: "insert", entity: "Order", key };

it("names the operation and its row, and says what the service said of it", () => {
  const cause = new ServiceError("entity.already-exists", "Taken.", {
    ...{ status: 409, serviceCode: "EntityAlreadyExists", requestId: "r1" },
    ...{ ambiguousAttempts: [], evidence: "receipt" },
  });
  const error = new TransactionError("entity.already-exists", "Taken.", place, cause);
  expect(error.message).toBe(
    'Operation 2 of the transaction, insert of Order (PartitionKey "a\\"b", RowKey "r"): Taken.',
  );
  expect(error).toMatchObject({
    ...place,
    ...{ code: "entity.already-exists", status: 409, serviceCode: "EntityAlreadyExists", requestId: "r1" },
    ...{ outcome: "unknown", evidence: "receipt", cause },
  });
});

it("has nothing of the service before it was sent", () => {
  const error = new TransactionError("value.missing", "x", place);
  const { status, serviceCode, requestId, outcome } = error;
  expect([status, serviceCode, requestId, outcome]).toEqual([undefined, undefined, undefined, undefined]);
  expect(["cause" in error, "evidence" in error]).toEqual([false, false]);
});
