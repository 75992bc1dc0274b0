import { type HttpResponse, type TableClient, TableServiceClient, type Transport } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { parseWrites } from "../schedules/world/parse-writes.js";
import { ForgetfulAccount } from "../tables.gen/index.js";

/*
 * Limits of facts in rows. Two histories demonstrate each limit: the client receives the same bytes in both, but the service did
 * different things. So no client can distinguish them without a guard row.
 */

const key = { bank: "B1", account: 7 };
const id = ForgetfulAccount.key(key);

/** Sequence of events around the client's merge, which sets the owner: deliveries in the network and writes of other programs. */
type History = (world: {
  /** Delivers the merge to the service. */
  readonly deliver: () => Promise<HttpResponse>;
  readonly others: TableClient;
  /** Sets the service's clock, on which ETags depend. */
  readonly at: (ms: number) => void;
}) => Promise<HttpResponse>;

const start = Date.UTC(2024, 4, 6);
const lost = () => Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
const propertiesOf = (balance: number) => {
  return { kind: edm.string("account"), bank: edm.string("B1"), account: edm.int32(7), balance: edm.double(balance) };
};
const anyVersion = { ifMatch: "*" } as const;

interface Told {
  readonly etag?: string;
  readonly code?: string;
  readonly outcome?: string | undefined;
}

/** Returns the outcome and the responses that the client received in a history, and the ETags that its merge gave the row. */
async function run(history: History) {
  let now = start;
  const tables = createTableService({ authenticate: false, tables: { Bank: [] }, now: () => now });
  const connect = (transport: Transport) =>
    TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry: { baseDelayMs: 0 } });
  const others = connect(tables).table("Bank");
  const { $etag } = await others.insert({ ...id, properties: propertiesOf(1) });
  const received: string[] = [];
  const applied: (string | undefined)[] = [];
  let ownFacts = "";

  const transport: Transport = async (request) => {
    const deliver = async () => {
      const response = await tables(request);
      if (response.status === 204) applied.push(etagOf(response));
      return response;
    };
    if (request.method === "PATCH") ownFacts = String(parseWrites(request)[0]?.properties["_w"]);
    const at = (ms: number) => {
      now = start + ms;
    };
    const answer = request.method === "PATCH" ? history({ deliver, others, at }) : tables(request);
    const response = await answer.catch((error: Error) => error);
    received.push(response instanceof Error ? response.message : textOf(response).replaceAll(ownFacts, "own facts"));
    if (response instanceof Error) throw response;
    return response;
  };
  const accounts = connect(transport).entities(ForgetfulAccount);
  const told: Told = await accounts.merge(key, { owner: "me" }, { ifMatch: $etag }).then(
    (result) => ({ etag: result.$etag }),
    (error) => ({ code: error.code, outcome: error.outcome }),
  );
  return { told, received, applied };
}

function etagOf({ headers }: HttpResponse): string | undefined {
  return headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1];
}

/** Returns all of a response that depends on rows. */
function textOf(response: HttpResponse): string {
  const body = new TextDecoder().decode(response.body).replace(/RequestId:[\w-]+/, "");
  return `${response.status} ${etagOf(response)} ${body}`;
}

const refused = { code: "entity.condition-not-met", outcome: undefined };

it("a copy that was applied cannot be seen once a program without markers has replaced the row", async () => {
  const replace = (others: TableClient) => others.insertOrReplace({ ...id, properties: propertiesOf(9) });
  const one = await run(async ({ deliver, others, at }) => {
    at(1);
    await deliver();
    at(2);
    await replace(others);
    return deliver();
  });
  const other = await run(async ({ deliver, others, at }) => {
    at(2);
    await replace(others);
    return deliver();
  });
  expect(one.received).toEqual(other.received);
  expect([one.told, other.told]).toEqual([refused, refused]);
  expect([one.applied.length, other.applied.length]).toEqual([1, 0]);
});

it("a copy that was applied cannot be seen once as many later writes as facts have pushed its fact out", async () => {
  const facts = (client: number) => ({ _w: edm.binary(Buffer.alloc(15, client)) });
  const write = (others: TableClient, client: number) =>
    others.merge(id, { owner: edm.string("me"), ...facts(client) }, anyVersion);
  const one = await run(async ({ deliver, others, at }) => {
    at(1);
    await deliver();
    at(2);
    await write(others, 2);
    return deliver();
  });
  const other = await run(async ({ deliver, others, at }) => {
    at(1);
    await write(others, 1);
    at(2);
    await write(others, 2);
    return deliver();
  });
  expect(one.received).toEqual(other.received);
  expect([one.told, other.told]).toEqual([refused, refused]);
  expect([one.applied.length, other.applied.length]).toEqual([1, 0]);
});

it("the version of a program that kept all values and facts cannot be told from the client's own", async () => {
  const one = await run(async ({ deliver, others, at }) => {
    at(1);
    await deliver();
    at(2);
    await others.merge(id, { balance: edm.double(1) }, anyVersion);
    throw lost();
  });
  const other = await run(async ({ deliver, at }) => {
    at(2);
    await deliver();
    throw lost();
  });
  expect(one.received).toEqual(other.received);
  expect(one.told).toEqual(other.told);
  const isOwn = ({ told, applied }: typeof one) => "etag" in told && told.etag === applied[0];
  expect([isOwn(one), isOwn(other)]).toEqual([false, true]);
});
