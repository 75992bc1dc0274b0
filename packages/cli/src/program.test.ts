import { expect, it } from "vitest";
import { runCli } from "./test/spawn-cli.js";

const connection = ["--connection-string", "--endpoint", "--sas", "--entra", "--json"];

it.each<[string, readonly string[]]>([
  ["tables create", ["<name...>", ...connection]],
  ["tables delete", ["<name>", "--confirm <name>", ...connection]],
  ["export", ["[table]", "--out <file>", "--parallel <number>", ...connection]],
  ["import", ["<table> [file]", "--mode <mode>", "--parallel <number>", ...connection]],
  ["key encode", ["<entity> <json>", "--config <file>"]],
  ["key decode", ["<entity> <partitionKey> <rowKey>", "--config <file>"]],
])("%s explains its arguments and options, and needs no connection for it", async (command, texts) => {
  const environment = { TABLES_CONNECTION_STRING: "", AZURE_STORAGE_CONNECTION_STRING: "" };
  const { code, out, log } = await runCli("/", [...command.split(" "), "--help"], environment);
  expect([code, log]).toEqual([0, ""]);
  for (const text of texts) expect(out.replace(/\s+/g, " ")).toContain(text);
});
