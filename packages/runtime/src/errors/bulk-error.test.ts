import { expect, it } from "vitest";
import { BulkError } from "./bulk-error.js";
import { TableError } from "./table-error.js";

const failure = (index: number) => ({ index, error: new TableError("value.missing", `Bad ${index}.`) });
const abort = new TableError("request.aborted", "Aborted.");

function messageOf(written: number, failed: number, listed: number, cause?: unknown): string {
  const failures = Array.from({ length: listed }, (_, index) => failure(index));
  return new BulkError({ written, failed, failures, outcome: undefined, cause }).message;
}

it.each<[number, number, number, unknown, string]>([
  [0, 1, 1, undefined, "The item was not written:\n- item 0: Bad 0."],
  [1, 1, 1, undefined, "1 of 2 items was not written:\n- item 0: Bad 0."],
  [0, 2, 2, undefined, "2 of 2 items were not written:\n- item 0: Bad 0.\n- item 1: Bad 1."],
  [3, 2, 1, undefined, "2 of 5 items were not written:\n- item 0: Bad 0.\n- and 1 other"],
  [3, 4, 1, undefined, "4 of 7 items were not written:\n- item 0: Bad 0.\n- and 3 others"],
  [0, 1, 1, abort, "The item was not written, and no further item was read:\n- item 0: Bad 0."],
  [3, 1, 1, abort, "1 of the 4 items read so far was not written, and no further item was read:\n- item 0: Bad 0."],
  [0, 0, 0, abort, "The bulk ended after it had written 0 items: Aborted."],
  [1, 0, 0, abort, "The bulk ended after it had written 1 item: Aborted."],
  [2, 0, 0, "no error", "The bulk ended after it had written 2 items."],
])(
  "of %d items written and %d not, %d of them listed, with the cause %s, says so",
  (written, failed, listed, cause, message) => {
    expect(messageOf(written, failed, listed, cause)).toBe(message);
  },
);

it("holds the counts, the failures, and as its cause what ended the bulk, else the first failure", () => {
  const failures = [failure(4), failure(7)];
  const details = { written: 1, failed: 2, failures, outcome: "unknown" } as const;
  expect(new BulkError(details)).toMatchObject({ ...details, code: "bulk.failed", cause: failures[0]?.error });
  expect(new BulkError({ ...details, cause: abort }).cause).toBe(abort);
});
