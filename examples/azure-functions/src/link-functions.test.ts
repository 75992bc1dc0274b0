import { HttpRequest, InvocationContext, type Timer } from "@azure/functions";
import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { linkFunctions } from "./link-functions.js";
import { Link } from "./tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false });
const links = service.entities(Link);
const { shorten, follow, sweep } = linkFunctions(service);

const logged: unknown[] = [];
const context = new InvocationContext({ logHandler: (_level, ...args) => logged.push(args[0]) });
const timer: Timer = {
  isPastDue: false,
  schedule: { adjustForDST: false },
  scheduleStatus: { last: "", next: "", lastUpdated: "" },
};
const tomorrow = new Date(Date.now() + 86_400_000);

const post = (body: object) =>
  shorten(new HttpRequest({ method: "POST", url: "http://x/api/links", body: { string: JSON.stringify(body) } }));
const visit = (code: string) =>
  follow(new HttpRequest({ method: "GET", url: `http://x/api/links/${code}`, params: { code } }), context);

beforeEach(async () => {
  tables.reset();
  logged.length = 0;
  await service.createTables([Link]);
});

describe("shorten", () => {
  it("makes a link that can be followed", async () => {
    const { status, jsonBody } = await post({ url: "https://example.org/a" });
    expect(status).toBe(201);
    expect(await visit(jsonBody.code)).toEqual({ status: 302, headers: { Location: "https://example.org/a" } });
  });

  it("refuses what is not a URL of the web", async () => {
    for (const url of ["example.org", "javascript:alert(1)", undefined])
      expect(await post({ url })).toMatchObject({ status: 400 });
    expect(await links.scan().count()).toBe(0);
  });
});

describe("follow", () => {
  it("counts every click, also of visitors at the same moment", async () => {
    await links.insert({ code: "abc", url: "https://example.org", expiresAt: tomorrow });
    await Promise.all(Array.from({ length: 10 }, () => visit("abc")));
    expect((await links.getOrThrow({ code: "abc" })).clicks).toBe(10n);
  });

  it("redirects though the click cannot be counted", async () => {
    await links.insert({ code: "abc", url: "https://example.org", expiresAt: tomorrow });
    tables.faults.add({ fault: { kind: "throttle" }, operation: ["merge", "replace"] });
    expect(await visit("abc")).toMatchObject({ status: 302 });
    expect(logged).toEqual(["A click was not counted."]);
  });

  it("finds no link that does not exist or is expired", async () => {
    await links.insert({ code: "old", url: "https://example.org", expiresAt: new Date(0) });
    expect(await visit("old")).toEqual({ status: 404 });
    expect(await visit("none")).toEqual({ status: 404 });
  });
});

it("sweep deletes the expired links and no other", async () => {
  await links.insert({ code: "old", url: "https://example.org", expiresAt: new Date(0) });
  await links.insert({ code: "new", url: "https://example.org", expiresAt: tomorrow });
  await sweep(timer, context);
  expect((await links.scan().toArray()).map(({ code }) => code)).toEqual(["new"]);
  expect(logged).toEqual(["Deleted 1 expired links."]);
});
