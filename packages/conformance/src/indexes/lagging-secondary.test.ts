import { type HttpResponse, TableServiceClient, type Transport } from "@tablewright/runtime";
import { reindex } from "@tablewright/runtime/reindex";
import { createTableService, type TableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { compileEntities } from "../key-shapes/compile-entities.js";

const { classes = [] } = compileEntities([
  `export const Person = entity({
    table: "People", kind: "person",
    properties: { part: edm.string({ maxLength: 40 }), id: edm.string({ maxLength: 40 }), email: edm.string({ maxLength: 60 }), team: edm.string({ maxLength: 20 }) },
    partitionKey: (k) => ["p", k.part], rowKey: (k) => ["i", k.id],
    indexes: {
      byEmail: { partitionKey: (k) => ["email", k.email], rowKey: () => ["person"], unique: "global" },
      byTeam: { rowKey: (k) => ["team", k.team], include: ["email"] },
    },
  });`,
]);
const [Person] = classes;
const busy: HttpResponse = { status: 503, headers: ["x-ms-request-id", "busy"], body: new Uint8Array() };

/** Creates an account whose secondary has no later rows than those it was given, and whose primary may throttle reads of entities. */
function createLaggingAccount(readFrom: "secondary" | "primary-then-secondary") {
  const primary = createTableService({ tables: { People: [] } });
  const secondary = createTableService({ authenticate: false, tables: { People: [] } });
  const state = { isBusy: false, secondaryReads: 0 };
  const transport: Transport = async (request) => {
    if (request.url.includes("-secondary")) {
      state.secondaryReads++;
      return secondary({ ...request, url: request.url.replace("-secondary", "") });
    }
    const isOfEntity = request.method === "GET" && decodeURIComponent(request.url).includes("RowKey='i!");
    return state.isBusy && isOfEntity ? busy : primary(request);
  };
  const options = { readFrom, secondaryEndpoint: `${primary.endpoint}-secondary`, retry: { baseDelayMs: 1 } };
  const service = TableServiceClient.fromConnectionString(primary.connectionString, { ...options, transport });
  return { primary, secondary, state, service, people: service.entities(Person as never) as never as People };
}

interface People {
  insert(entity: object): Promise<unknown>;
  merge(key: object, changes: object, options: { ifMatch: "*" }): Promise<unknown>;
  modify(key: object, change: () => object): Promise<unknown>;
  byTeam: { query(partition: object): { count(): Promise<number> } };
}

const ann = { part: "t1", id: "ann", email: "old@x", team: "red" };
const bob = { part: "t2", id: "bob", email: "old@x", team: "red" };
const rowsOf = (service: TableService) => service.dump()["People"] ?? [];

describe.each(["secondary", "primary-then-secondary"] as const)(
  "with readFrom %s and a secondary that lags",
  (readFrom) => {
    it("no second entity gets a value that is unique", async () => {
      const { primary, state, people } = createLaggingAccount(readFrom);
      await people.insert(ann);
      primary.clock.advance(21 * 60_000);
      state.isBusy = readFrom === "primary-then-secondary";
      const refusal = people.insert(bob).then(
        () => "written",
        ({ code }: { readonly code: string }) => code,
      );
      expect(["index.not-unique", "service.busy", "service.rejected"]).toContain(await refusal);
      expect(rowsOf(primary).filter(({ RowKey }) => RowKey === "i!bob")).toEqual([]);
      expect(state.secondaryReads).toBe(0);
    });

    it("reindex keeps the index rows of entities that live", async () => {
      const { primary, secondary, state, service, people } = createLaggingAccount(readFrom);
      await people.insert(ann);
      secondary.seed(primary.dump());
      await people.merge(ann, { email: "new@x", team: "blue" }, { ifMatch: "*" });
      const before = rowsOf(primary).map(({ RowKey }) => RowKey);
      state.isBusy = readFrom === "primary-then-secondary";
      await reindex(service, Person as never).catch(() => undefined);
      expect(rowsOf(primary).map(({ RowKey }) => RowKey)).toEqual(before);
      expect(state.secondaryReads).toBe(0);
    });

    it("modify changes the row as the primary has it", async () => {
      const { primary, secondary, state, people } = createLaggingAccount(readFrom);
      await people.insert(ann);
      secondary.seed(primary.dump());
      await people.merge(ann, { team: "blue" }, { ifMatch: "*" });
      await people.modify(ann, () => ({ set: { email: "new@x" } }));
      expect(rowsOf(primary).find(({ RowKey }) => RowKey === "i!ann")).toMatchObject({ email: "new@x", team: "blue" });
      expect(state.secondaryReads).toBe(0);
    });
  },
);

it("reads that decide pass caches, and other reads do not ask for it", async () => {
  const { primary, service, people } = createLaggingAccount("primary-then-secondary");
  await people.insert(ann);
  primary.clearRequests();
  await people.modify(ann, () => ({ set: { team: "blue" } }));
  await (service.entities(Person as never) as never as { get(key: object): Promise<unknown> }).get(ann);
  const reads = primary.requests.filter(({ method }) => method === "GET");
  const sent = reads.map(({ headers }) => JSON.stringify(headers).toLowerCase().includes("no-cache"));
  expect(sent).toEqual([...sent.slice(0, -1).map(() => true), false]);
  expect(sent.length).toBeGreaterThan(1);
});
