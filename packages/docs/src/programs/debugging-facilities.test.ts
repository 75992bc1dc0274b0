import { execFile } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import {
  SasCredential,
  SharedKeyCredential,
  TableServiceClient,
  type Transport,
  undiciTransport,
} from "@tablewright/runtime";
import { emulatorAccount, emulatorKey, serveTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";

const id = { partitionKey: "a", rowKey: "b" };
const sas = "sv=2019-02-02&se=2099-01-01T00:00:00Z&sp=r&sig=c2lnbmF0dXJlIG9mIGEgU0FT";

/** Returns the cell of the security page that describes what a facility shows. */
function cellOf(facility: string): string {
  const page = readFileSync(`${pagesFolder}guide/security.md`, "utf8");
  const row = page.split("\n").find((line) => line.startsWith("| ") && line.split("|")[1]?.includes(`\`${facility}\``));
  return row?.split("|")[2]?.trim() ?? `the page does not mention ${facility}`;
}

interface Message {
  readonly request: { readonly headers: readonly string[]; readonly path: string; readonly _header?: string };
  readonly headers?: string;
  readonly chunk?: Uint8Array;
}

/** Returns the messages of a channel while two clients, one with an account key and one with a SAS, read a row. */
async function messagesOf(channel: string, createTransport?: () => Transport): Promise<Message[]> {
  const messages: Message[] = [];
  const add = (message: unknown) => messages.push(message as Message);
  subscribe(channel, add);
  await using server = await serveTableService({ authenticate: false });
  for (const credential of [new SharedKeyCredential(emulatorAccount, emulatorKey), new SasCredential(sas)]) {
    await using service = new TableServiceClient(server.endpoint, credential, { transport: createTransport?.() });
    await service.tables.createIfNotExists("Shop");
    await service.table("Shop").get(id);
  }
  unsubscribe(channel, add);
  return messages;
}

describe("the channel", () => {
  it("http.client.request.start shows what the page says", async () => {
    const heads = (await messagesOf("http.client.request.start")).map(({ request }) => request._header ?? "");
    expect(heads.some((head) => head.includes("Authorization: SharedKeyLite "))).toBe(true);
    expect(heads.some((head) => head.includes("sig="))).toBe(true);
    expect(cellOf("http.client.request.start")).toMatch(/headers.*`Authorization`.*path.*signature of a SAS/);
  });

  it("undici:request:create shows what the page says", async () => {
    const messages = await messagesOf("undici:request:create", undiciTransport);
    expect(messages.some(({ request }) => request.headers.some((text) => text.startsWith("SharedKeyLite ")))).toBe(
      true,
    );
    expect(messages.some(({ request }) => request.path.includes("sig="))).toBe(true);
    expect(cellOf("undici:request:create")).toMatch(/headers.*`Authorization`.*path.*signature of a SAS/);
  });

  it("undici:client:sendHeaders shows what the page says", async () => {
    const messages = await messagesOf("undici:client:sendHeaders", undiciTransport);
    expect(messages.some(({ headers }) => headers?.includes("Authorization: SharedKeyLite "))).toBe(true);
    expect(messages.some(({ headers }) => headers?.includes("sig="))).toBe(true);
    expect(cellOf("undici:client:sendHeaders")).toBe("the same as text");
  });

  it.each(["undici:request:bodyChunkSent", "undici:request:bodyChunkReceived"])("%s shows bodies", async (channel) => {
    const messages = await messagesOf(channel, undiciTransport);
    expect(messages.map(({ chunk = [] }) => Buffer.from(chunk).toString()).join()).toMatch(/"TableName":"Shop"|"odata/);
    expect(cellOf(channel)).toMatch(/^bodies/);
  });
});

/** Returns what Node logs while two clients read a row, one with an account key and one with a SAS. */
async function logOf(sections: string, transport = "undefined"): Promise<string> {
  await using server = await serveTableService({ authenticate: false });
  const code = `
    import { SasCredential, SharedKeyCredential, TableServiceClient, undiciTransport } from "@tablewright/runtime";
    for (const credential of [new SharedKeyCredential("${emulatorAccount}", "${emulatorKey}"), new SasCredential("${sas}")]) {
      const service = new TableServiceClient("${server.endpoint}", credential, { transport: ${transport} });
      await service.tables.createIfNotExists("Shop");
      await service.table("Shop").get(${JSON.stringify(id)});
      await service.close();
    }`;
  const args = ["--conditions=@tablewright/source", "--import", "tsx", "--input-type=module", "--eval", code];
  const cwd = new URL("../", import.meta.url).pathname;
  const env = { ...process.env, NODE_DEBUG: sections };
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env }, (error, _, log) => (error === null ? resolve(log) : reject(error)));
  });
}

describe("NODE_DEBUG", () => {
  it.each(["undici", "fetch"])("%s shows what the page says", async (section) => {
    const log = await logOf(section, "undiciTransport()");
    expect(log).toContain("PartitionKey='a',RowKey='b'");
    expect(log).toContain("sig=c2lnbmF0dXJl");
    expect(log).not.toMatch(/SharedKeyLite|Authorization/);
    expect(cellOf(`NODE_DEBUG=${section}`)).toMatch(/URLs.*keys of rows.*signature of a SAS.*no headers/);
  });

  it.each(["http", "net"])("%s shows what the page says", async (section) => {
    const log = await logOf(section);
    // Since version 24, Node's HTTP client no longer prints headers.
    expect(log.includes("SharedKeyLite ")).toBe(section === "net" || Number.parseInt(process.versions.node, 10) < 24);
    expect(log).not.toMatch(/sig=|PartitionKey/);
    expect(cellOf(`NODE_DEBUG=${section}`)).toMatch(/^all headers with `Authorization`[^;]*$/);
  });
});
