import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connectTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { builtCli } from "../../test/built-cli.js";
import { startScript } from "../../test/spawn-cli.js";
import { temporaryProject } from "../../test/temporary-project.js";

const built = builtCli();
const packages = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, packages), "utf8");
const manifest = (name: string) => JSON.parse(read(`${name}/package.json`)) as Readonly<Record<string, unknown>>;
const dockerfile = read("testing/Dockerfile");
const instruction = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(dockerfile)?.[1] ?? "";
const entryPoint = JSON.parse(instruction("ENTRYPOINT")) as string[];

it("the Dockerfile is published, and installs what its command needs", () => {
  expect(manifest("testing")["files"]).toContain("Dockerfile");
  const installed = instruction("RUN").match(/\S+(?=@\$VERSION)/g);
  expect(installed).toEqual([manifest("cli")["name"], manifest("testing")["name"]]);
  expect(entryPoint[0]).toBe(`node_modules/.bin/${Object.keys(manifest("cli")["bin"] as object)[0]}`);
});

it("its command serves until its signal to stop, and keeps the rows in its volume", async () => {
  const { root, list } = temporaryProject();
  const volume = instruction("VOLUME");
  const args = entryPoint.slice(1).map((text) => text.replace(volume, join(root, "data")));
  const token = "token-of-the-container";
  const start = async () => {
    const running = startScript(root, [built.bin, ...args, "--port", "0", "--control", token], {});
    await running.printed("to stop.\n");
    const [connectionString = ""] = await running.printedLines(1);
    const stop = () => {
      running.child.kill(instruction("STOPSIGNAL") as NodeJS.Signals);
      return running.ended;
    };
    return { connectionString, tables: connectTableService(connectionString, { token }), stop };
  };
  mkdirSync(join(root, "data"));
  const first = await start();
  expect(first.connectionString).toContain("TableEndpoint=http://127.0.0.1:");
  await first.tables.seed({ Shop: [{ PartitionKey: "p", RowKey: "r" }] });
  expect(await first.stop()).toMatchObject({ code: 143 });
  expect(list()).toEqual([`data/${args.at(-1)?.split("/").at(-1)}`]);
  const second = await start();
  expect(await second.tables.dump()).toMatchObject({ Shop: [{ PartitionKey: "p", RowKey: "r" }] });
  await second.stop();
});
