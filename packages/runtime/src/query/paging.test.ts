import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderRow, orderRows } from "../test/order-rows.js";
import { Order } from "../test/shop/index.js";
import { type StubConnection, type StubResponse, stubConnection } from "../test/stub-connection.js";
import { createQuery } from "./entity-query.js";
import type { QueryOptions } from "./query-options.js";
import { writeCursor } from "./read-pages.js";

function query(connection: StubConnection, options: QueryOptions = {}) {
  return createQuery(connection, Order.$schema, { customerId: "C1" }, options);
}

interface Token {
  readonly partitionKey: string | undefined;
  readonly rowKey: string | undefined;
}

function tokenHeaders(token: Token | undefined): string[] {
  const headers: string[] = [];
  if (token?.partitionKey !== undefined) headers.push("x-ms-continuation-NextPartitionKey", token.partitionKey);
  if (token?.rowKey !== undefined) headers.push("X-MS-Continuation-NextRowKey", token.rowKey);
  return headers;
}

/** Serves responses with these numbers of rows. The token at the end of each one requests the next. */
function pagedConnection(sizes: readonly number[], tokens: readonly Token[]): StubConnection {
  const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
  const rows = orderRows(sizes.reduce((sum, size) => sum + size, 0));
  return stubConnection(({ parameters }): StubResponse => {
    const { NextPartitionKey: partitionKey, NextRowKey: rowKey } = parameters;
    const isStart = partitionKey === undefined && rowKey === undefined;
    const found = tokens.findIndex((token) => token.partitionKey === partitionKey && token.rowKey === rowKey);
    const index = isStart ? 0 : found + 1;
    if (!isStart && found < 0) return { status: 400, body: {} };
    const value = rows.slice(starts[index], (starts[index] ?? 0) + (sizes[index] ?? 0));
    return { headers: tokenHeaders(index + 1 < sizes.length ? tokens[index] : undefined), body: { value } };
  });
}

const tokenText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("", "1!16!cGthZGNhMmUwZA--", "o'brien's", "50%25", "%", "a+b=/&?#", "名前", "😀", '"'),
);
const token = fc
  .record({ partitionKey: fc.option(tokenText, { nil: undefined }), rowKey: fc.option(tokenText, { nil: undefined }) })
  .filter(({ partitionKey, rowKey }) => partitionKey !== undefined || rowKey !== undefined);
const responses = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }).chain((sizes) =>
  fc
    .uniqueArray(token, {
      minLength: 6,
      maxLength: 6,
      selector: (t) => JSON.stringify([t.partitionKey ?? null, t.rowKey ?? null]),
    })
    .map((tokens) => ({ sizes, tokens })),
);

describe("every row comes once", () => {
  it("through empty answers, missing parts and any text of a token", async () => {
    await fc.assert(
      fc.asyncProperty(responses, fc.constantFrom<0 | 1>(0, 1), async ({ sizes, tokens }, prefetch) => {
        const connection = pagedConnection(sizes, tokens);
        const numbers = (await query(connection, { prefetch }).toArray()).map((order) => order.orderNo);
        expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n));
        expect(numbers).toHaveLength(sizes.reduce((sum, size) => sum + size, 0));
        expect(connection.requests).toHaveLength(sizes.length);
      }),
      { numRuns: 300 },
    );
  });

  it("through pages that go on by their cursors", async () => {
    await fc.assert(
      fc.asyncProperty(responses, async ({ sizes, tokens }) => {
        const orders = query(pagedConnection(sizes, tokens));
        const numbers: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await orders.page({ cursor });
          if (page.cursor !== undefined) {
            expect(page.items).not.toHaveLength(0);
            expect(page.cursor).toMatch(/^[\w.-]+$/);
          }
          numbers.push(...page.items.map((order) => order.orderNo));
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(numbers).toEqual(Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, n) => n));
      }),
      { numRuns: 200 },
    );
  });
});

const letters: readonly Token[] = ["a", "b", "c", "d", "e"].map((partitionKey) => ({ partitionKey, rowKey: "r" }));

describe("no request more than needed", () => {
  it("ends with the iteration", async () => {
    const connection = pagedConnection([2, 2, 2], letters);
    for await (const _ of query(connection)) break;
    expect(connection.requests).toHaveLength(1);
  });

  it("asks for what take wants, and stops there", async () => {
    const connection = pagedConnection([2, 2, 2], letters);
    const rows = await query(connection).take(3).toArray();
    expect(rows.map((order) => order.orderNo)).toEqual([0, 1, 2]);
    expect(connection.requests.map((request) => request.parameters["$top"])).toEqual(["3", "3"]);
    expect(await query(connection).take(0).toArray()).toEqual([]);
    expect(connection.requests).toHaveLength(2);
  });

  it("asks for answers of 1,000 rows where more are wanted in all", async () => {
    const connection = pagedConnection([1], letters);
    await query(connection).take(2500).toArray();
    expect(connection.requests[0]?.parameters["$top"]).toBe("1000");
  });

  it("asks for one row to find the first, through empty answers", async () => {
    const connection = pagedConnection([0, 1, 2], letters);
    expect((await query(connection).first())?.orderNo).toBe(0);
    expect(connection.requests.map((request) => request.parameters["$top"])).toEqual(["1", "1"]);
    expect(await query(pagedConnection([0], letters)).first()).toBeUndefined();
    await expect(query(pagedConnection([0], letters)).firstOrThrow()).rejects.toMatchObject({
      code: "query.not-found",
    });
  });

  it("asks for keys and kind alone to count and to see whether there is a row", async () => {
    const connection = pagedConnection([0, 2, 3], letters);
    expect(await query(connection).count()).toBe(5);
    expect(await query(connection).take(4).count()).toBe(4);
    expect(await query(connection).exists()).toBe(true);
    expect(await query(pagedConnection([0, 0], letters)).exists()).toBe(false);
    expect(new Set(connection.requests.map((request) => request.parameters["$select"]))).toEqual(
      new Set(["PartitionKey,RowKey,kind"]),
    );
    expect(connection.requests.every((request) => request.headers.includes("application/json;odata=nometadata"))).toBe(
      true,
    );
    expect(connection.requests.at(-1)?.parameters["$top"]).toBe("1");
  });

  it("asks nothing where nothing can match", async () => {
    const connection = pagedConnection([1], letters);
    expect(
      await query(connection)
        .where({ total: { in: [] } })
        .toArray(),
    ).toEqual([]);
    expect(await query(connection).where({ $or: [] }).count()).toBe(0);
    expect(connection.requests).toEqual([]);
  });
});

describe("toArray with max", () => {
  it("gives up to max rows and refuses more", async () => {
    const connection = pagedConnection([2, 2], letters);
    expect(await query(connection).toArray({ max: 4 })).toHaveLength(4);
    await expect(query(connection).toArray({ max: 3 })).rejects.toMatchObject({ code: "query.too-many-rows" });
    expect(connection.requests[0]?.parameters["$top"]).toBe("5");
  });

  it("leaves it to take to cut rows off", async () => {
    expect(
      await query(pagedConnection([2, 2], letters))
        .take(3)
        .toArray({ max: 3 }),
    ).toHaveLength(3);
  });
});

describe("prefetch", () => {
  /** Serves responses of one row each, and holds their bodies back until they are released. */
  function heldConnection(count: number) {
    const release: (() => void)[] = [];
    const connection = stubConnection(({ parameters }): StubResponse => {
      const index = Number(parameters["NextPartitionKey"] ?? 0);
      const delay = new Promise<void>((resolve) => release.push(resolve));
      const headers = index + 1 < count ? ["x-ms-continuation-NextPartitionKey", String(index + 1)] : [];
      return { headers, body: { value: [orderRow(index)] }, delay };
    });
    return { connection, release };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("asks for the answer after the second one as soon as the head of the second has come, and for no more", async () => {
    const { connection, release } = heldConnection(5);
    const rows = query(connection)[Symbol.asyncIterator]();
    const first = rows.next();
    await settled();
    expect(connection.requests).toHaveLength(1);
    release[0]?.();
    await first;
    const second = rows.next();
    await settled();
    expect(connection.requests).toHaveLength(3);
    release[1]?.();
    release[2]?.();
    await second;
    await settled();
    expect(connection.requests).toHaveLength(3);
    const third = rows.next();
    await third;
    await settled();
    expect(connection.requests).toHaveLength(4);
    release[3]?.();
    await rows.return?.();
  });

  it.each([
    [1001, 2],
    [1002, 3],
  ])("asks for no answer ahead that a take of %d may not need", async (rowsWanted, requests) => {
    const { connection, release } = heldConnection(5);
    const rows = query(connection).take(rowsWanted)[Symbol.asyncIterator]();
    const first = rows.next();
    await settled();
    release[0]?.();
    await first;
    const second = rows.next();
    await settled();
    expect(connection.requests).toHaveLength(requests);
    for (const free of release) free();
    await second;
    await rows.return?.();
  });

  it("is off with 0", async () => {
    const { connection, release } = heldConnection(3);
    const rows = query(connection, { prefetch: 0 })[Symbol.asyncIterator]();
    const first = rows.next();
    await settled();
    release[0]?.();
    await first;
    const second = rows.next();
    await settled();
    expect(connection.requests).toHaveLength(2);
    release[1]?.();
    await second;
  });

  it("ends what is under way when the iteration ends", async () => {
    const { connection, release } = heldConnection(5);
    const rows = query(connection)[Symbol.asyncIterator]();
    const first = rows.next();
    await settled();
    release[0]?.();
    await first;
    const second = rows.next();
    await settled();
    release[1]?.();
    await second;
    expect(connection.requests[2]?.signal?.aborted).toBe(false);
    await rows.return?.();
    expect(connection.requests[2]?.signal?.aborted).toBe(true);
  });

  it("follows the caller's signal", async () => {
    const { connection, release } = heldConnection(5);
    const controller = new AbortController();
    const rows = query(connection, { signal: controller.signal })[Symbol.asyncIterator]();
    const first = rows.next();
    await settled();
    controller.abort();
    expect(connection.requests[0]?.signal?.aborted).toBe(true);
    release[0]?.();
    await first;
    await rows.return?.();
  });

  it("loses no row where an attempt that was repeated ended elsewhere than its head said", async () => {
    const connection = stubConnection(({ parameters }): StubResponse => {
      const from = Number(parameters["NextPartitionKey"] ?? 0);
      const to = from + (from === 2 ? 3 : 2);
      const headers = to < 9 ? ["x-ms-continuation-NextPartitionKey", String(to)] : [];
      const earlierHead = from === 2 ? ["x-ms-continuation-NextPartitionKey", "4"] : headers;
      return { headers, earlierHead, body: { value: Array.from({ length: to - from }, (_, n) => orderRow(from + n)) } };
    });
    const numbers = (await query(connection).toArray()).map((order) => order.orderNo);
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("goes by no head of another server's page, before the response that is tried again", async () => {
    const connection = stubConnection(({ parameters }): StubResponse => {
      const from = Number(parameters["NextPartitionKey"] ?? 0);
      const headers = from < 8 ? ["x-ms-continuation-NextPartitionKey", String(from + 2)] : [];
      const earlierHead = ["Content-Type", "text/html", "x-ms-continuation-NextPartitionKey", "astray"];
      return { headers, earlierHead, body: { value: [orderRow(from), orderRow(from + 1)] } };
    });
    expect(await query(connection).count()).toBe(10);
    expect(connection.requests.map(({ parameters }) => parameters["NextPartitionKey"])).toEqual([
      undefined,
      "2",
      "4",
      "6",
      "8",
    ]);
  });

  it("hands over the failure of an answer that was asked for ahead", async () => {
    const connection = stubConnection(({ parameters }): StubResponse => {
      const index = Number(parameters["NextPartitionKey"] ?? 0);
      if (index === 2) return { status: 500, body: {} };
      return { headers: ["x-ms-continuation-NextPartitionKey", String(index + 1)], body: { value: [orderRow(index)] } };
    });
    const numbers: number[] = [];
    const read = async () => {
      for await (const order of query(connection)) numbers.push(order.orderNo);
    };
    await expect(read()).rejects.toMatchObject({ status: 500 });
    expect(numbers).toEqual([0, 1]);
  });
});

describe("cursors", () => {
  it("go on where the page ended, with take as a total over all pages", async () => {
    const orders = query(pagedConnection([2, 2, 2], letters)).take(5);
    const first = await orders.page({ size: 2 });
    const second = await orders.page({ size: 2, cursor: first.cursor });
    const third = await orders.page({ size: 2, cursor: second.cursor });
    expect([first, second, third].map((page) => page.items.map((order) => order.orderNo))).toEqual([
      [0, 1],
      [2, 3],
      [4],
    ]);
    expect(third.cursor).toBeUndefined();
  });

  it("of another query, damaged or made up are refused", async () => {
    const connection = pagedConnection([2, 2], letters);
    const { cursor = "" } = await query(connection).page();
    const refused = { code: "query.invalid-cursor" };
    await expect(query(connection).where({ paid: true }).page({ cursor })).rejects.toMatchObject(refused);
    await expect(query(connection).select("total").page({ cursor })).rejects.toMatchObject(refused);
    const other = createQuery(connection, Order.$schema, { customerId: "C2" });
    await expect(other.page({ cursor })).rejects.toMatchObject(refused);
    for (let at = 0; at < cursor.length; at++) {
      const damaged = cursor.slice(0, at) + (cursor[at] === "x" ? "y" : "x") + cursor.slice(at + 1);
      await expect(query(connection).page({ cursor: damaged })).rejects.toMatchObject(refused);
    }
    await expect(query(connection).page({ cursor: "" })).rejects.toMatchObject(refused);
    await expect(query(connection).page({ cursor: "e30.e30.e30" })).rejects.toMatchObject(refused);
    expect(connection.requests).toHaveLength(1);
  });

  it("are signed where there is a key, and hold for that key alone", async () => {
    const connection = pagedConnection([2, 2], letters);
    const { cursor } = await query(connection, { cursorKey: "secret" }).page();
    const second = await query(connection, { cursorKey: "secret" }).page({ cursor });
    expect(second.items.map((order) => order.orderNo)).toEqual([2, 3]);
    const refused = { code: "query.invalid-cursor" };
    await expect(query(connection, { cursorKey: "other" }).page({ cursor })).rejects.toMatchObject(refused);
    await expect(query(connection).page({ cursor })).rejects.toMatchObject(refused);
    await expect(query(connection, { cursorKey: "" }).page()).rejects.toMatchObject({ code: "query.invalid-option" });
    const unsigned = await query(connection).page();
    await expect(query(connection, { cursorKey: "secret" }).page({ cursor: unsigned.cursor })).rejects.toMatchObject(
      refused,
    );
  });

  it("that name a filter which the query does not have are refused, since that would be none", async () => {
    const connection = pagedConnection([2, 2], letters);
    const orders = query(connection);
    const { table, filters } = orders.explain();
    const binding = { query: JSON.stringify([table, filters, null, null]), key: undefined };
    const made = (filter: number) => writeCursor({ filter, nextPartitionKey: "a", nextRowKey: "r" }, binding);
    expect((await orders.page({ cursor: made(0) })).items).toHaveLength(2);
    await expect(orders.page({ cursor: made(1) })).rejects.toMatchObject({ code: "query.invalid-cursor" });
    expect(connection.requests).toHaveLength(1);
  });

  it("go on in the part of a divided query where the page ended", async () => {
    const connection = stubConnection(({ parameters }): StubResponse => {
      const from = [...(parameters["$filter"] ?? "").matchAll(/total eq (\d+)/g)].map(([, n]) => Number(n));
      return { body: { value: from.map((n) => orderRow(n)) } };
    });
    const totals = Array.from({ length: 30 }, (_, n) => n);
    const orders = query(connection).where({ total: { in: totals } });
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await orders.page({ cursor });
      numbers.push(...page.items.map((order) => order.orderNo));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(numbers).toEqual(totals);
    expect(connection.requests).toHaveLength(3);
  });
});

it("refuses sizes and totals that the service does not take", async () => {
  const connection = pagedConnection([1], letters);
  const refused = { code: "query.invalid-option" };
  for (const size of [0, 1001, 1.5, Number.NaN]) {
    await expect(query(connection).page({ size })).rejects.toMatchObject(refused);
  }
  expect(() => query(connection).take(-1)).toThrow(expect.objectContaining(refused));
  expect(connection.requests).toEqual([]);
});
