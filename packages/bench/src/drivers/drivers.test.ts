import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsPerPage, type SubjectName, subjects } from "../subjects/subjects.js";
import { type DriverName, openDriver } from "./driver.js";

const pages = 2;
const stub = fork(fileURLToPath(new URL("../server/stub-server.ts", import.meta.url)), [String(pages)], {
  execArgv: ["--conditions=@tablewright/source", "--import", "tsx"],
});
let endpoint: string;

beforeAll(async () => {
  const [port] = await once(stub, "message");
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(() => stub.disconnect());

describe.each(Object.keys(subjects) as SubjectName[])("with %ss", (subject) => {
  it.each(["baseline", "floor", "by-hand", "tablewright"] as const satisfies readonly DriverName[])(
    "the driver %s does every kind of work",
    async (name) => {
      const driver = await openDriver(name, endpoint, subject);
      expect(await driver.query("minimal")).toBe(pages * rowsPerPage);
      expect(await driver.query("none")).toBe(pages * rowsPerPage);
      expect(await driver.get(1)).toBeTypeOf("object");
      expect(await driver.select()).toBe(pages * rowsPerPage);
      await driver.insert(1);
      await driver.merge(1);
      await driver.transaction();
      await driver.bulk(1600);
    },
  );
});
