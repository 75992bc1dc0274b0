import { describe, expect, it } from "vitest";
import { createTableService } from "../service/create-table-service.js";

const row = { PartitionKey: "p", n: 7, total: 12.5, paid: false, s: "it's", bin: Uint8Array.of(1, 2, 3) };
const service = createTableService({
  authenticate: false,
  tables: { Shop: ["a", "b"].map((RowKey) => ({ ...row, RowKey })) },
});

/** Returns the number of entities that a filter finds, or the code of the error. */
async function found(filter: string): Promise<number | string> {
  const { status, body } = await service({
    method: "GET",
    url: `${service.endpoint}/Shop()?$filter=${encodeURIComponent(filter)}`,
    headers: ["accept", "application/json", "x-ms-version", "2019-02-02"],
  });
  const response = JSON.parse(Buffer.from(body).toString());
  return status === 200 ? response.value.length : response["odata.error"].code;
}

describe("a filter", () => {
  it.each([
    ..."n eq|eq 7|n eq eq 7|n = 7|n == 7|(n eq 7|n eq 7)|((n eq 7)|n eq 7 and|and n eq 7|n eq 7 or or n eq 8|not".split(
      "|",
    ),
    ...["n eq 'x", "n eq x'", "s eq 'it's'", 's eq "x"', "n eq 7 n eq 8", "n in (1,2)", "n has 1", "n add 1 eq 8"],
    ..."n mul 2 eq 14|-n eq 7|n eq 7L7|n eq 7LL|n eq 0x7|n eq 7.5.5|n eq 7e|n eq .|n eq +|n eq --7|n eq ٧".split("|"),
    ..."n eq 7f|n eq 7d|n eq 7m|total eq 12.5d|n eq 7 eq 8|(n) eq 7|(n eq 7) eq true|n eq(7)|n eq ()|()|(())".split(
      "|",
    ),
    ...[
      "datetime'nonsense'",
      "datetime'2026-13-01T00:00:00Z'",
      "datetime'2026-01-01T00:00:00.668243378Z'",
      "datetime'",
      "datetimeoffset'2026-01-01T00:00:00Z'",
    ].map((literal) => `placedAt gt ${literal}`),
    ...["guid'xyz'", "guid'0d391d16-97f1-4b9a-be68'", "guid''", "X'zz'", "X'123'", "binary'0g'", "binary'1'"].map(
      (literal) => `bin eq ${literal}`,
    ),
    ..."n eq null|null eq null|n eq 99999999999999999999|n eq 2147483648|n eq 9223372036854775808L|n eq NaN".split("|"),
    ..."total eq INF|total eq -INF|n eq 7 xor n eq 8|n EQ 7|n Eq 7|n eq 7 AND n eq 7|n eq 7 && n eq 8|n eq 7; drop".split(
      "|",
    ),
    ..."n eq 7 --|n eq 7\0|\0|a/b eq 1|a.b eq 1|1n eq 7|n-n eq 7|$n eq 7|@odata.etag eq 'x'|odata.etag eq 'x'".split(
      "|",
    ),
    ..."7 eq 7|'a' eq 'a'|n eq n|PartitionKey eq RowKey|n%20eq%207".split("|"),
    `${"(".repeat(200)}n eq 7${")".repeat(200)}`,
    Array.from({ length: 16 }, () => "n eq 7").join(" or "),
  ])("is refused: %j", async (filter) => {
    expect(await found(filter)).toBe("InvalidInput");
  });

  it.each(["contains(s,'a')", "startswith(s,'a')", "substringof('a',s)", "length(s) eq 3", "tolower(s) eq 'a'"])(
    "has no functions: %s",
    async (filter) => {
      expect(await found(filter)).toBe("NotImplemented");
    },
  );

  it.each<[string, number]>([
    ["n", 0],
    ["not n", 2],
    ["paid", 0],
    ["not paid", 2],
    ["paid eq True", 0],
    ["paid eq FALSE", 2],
    ["paid eq 1", 0],
    ["placedAt eq datetime'2026-01-02'", 0],
    ["  ", 2],
    ["n eq 7 ", 2],
    [" n eq 7", 2],
    ["n  eq  7", 2],
    ["n\teq\t7", 2],
    ["n\neq\n7", 2],
    ["not(n eq 8)", 2],
    [`${"not ".repeat(100)}(n eq 7)`, 2],
    [Array.from({ length: 15 }, () => "n eq 7").join(" or "), 2],
    ["s eq 'it''s'", 2],
    ["é eq 1", 0],
    ["n eq 7.0", 0],
    ["n ne 8L", 2],
    ["n eq '7'", 0],
    ["s eq 7", 0],
    ["7 eq n", 2],
    ["PartitionKey eq 1", 0],
    ["RowKey gt 5", 0],
    ["Timestamp eq 'x'", 0],
    ["Timestamp gt datetime'0001-01-01T00:00:00Z'", 2],
  ])("%j finds %d entities", async (filter, count) => {
    expect(await found(filter)).toBe(count);
  });
});
