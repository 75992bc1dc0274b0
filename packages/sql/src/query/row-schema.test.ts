import { expect, it } from "vitest";
import { checkedRow, type RowSchema } from "./row-schema.js";

const schemaOf = (validate: RowSchema<string>["~standard"]["validate"]): RowSchema<string> => ({
  "~standard": { version: 1, vendor: "test", validate },
});

it("gives the output of the schema, even of one that is asynchronous", async () => {
  expect(
    await checkedRow(
      schemaOf((row) => ({ value: JSON.stringify(row) })),
      { a: 1 },
    ),
  ).toBe('{"a":1}');
  expect(
    await checkedRow(
      schemaOf(async () => ({ value: "later" })),
      {},
    ),
  ).toBe("later");
});

it("names all problems of a row that does not match", async () => {
  const schema = schemaOf(() => ({ issues: [{ message: "no total" }, { message: "no name" }] }));
  await expect(checkedRow(schema, {})).rejects.toMatchObject({
    name: "SqlError",
    code: "sql.invalid-row",
    message: "A row does not match the schema: no total; no name.",
  });
});
