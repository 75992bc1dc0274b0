import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";

const clientUrl = new URL("../client/table-service-client.ts", import.meta.url).href;
const orderUrl = new URL("../test/shop/index.ts", import.meta.url).href;

/** Returns the warnings of a process that runs this code and then collects its garbage. */
async function warningsOf(code: string): Promise<string[]> {
  const script = `
    const { TableServiceClient } = await import(${JSON.stringify(clientUrl)});
    const { OrderLine } = await import(${JSON.stringify(orderUrl)});
    const body = new Uint8Array(0);
    const transport = async () => ({ status: 204, headers: ["etag", 'W/"1"', "x-ms-version", "2019-02-02"], body });
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
    const lines = service.entities(OrderLine);
    const items = [{ delete: { customerId: "C1", orderNo: 1, lineNo: 1 }, ifMatch: "*" }];
    const act = async () => { ${code} };
    await act();
    for (let turn = 0; turn < 10; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      globalThis.gc();
    }`;
  const options = [
    "--expose-gc",
    "--conditions=@tablewright/source",
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    script,
  ];
  const { stderr } = await promisify(execFile)(process.execPath, options);
  return stderr.split("\n").filter((text) => text.includes("bulk"));
}

describe("a bulk that is never awaited", () => {
  it("is warned of once, when it is collected, but not one that was started", async () => {
    const warnings = await warningsOf(`
      lines.bulk(items);
      service.table("Rows").bulk([]);
      await lines.bulk(items);
      for await (const outcome of lines.bulk(items)) break;
      await lines.bulk(items).next();
      lines.bulk(items).return();`);
    expect(warnings.toSorted()).toEqual([
      expect.stringMatching(
        /: A bulk of OrderLine was never awaited, so nothing was written. Await it or iterate over it.$/,
      ),
      expect.stringMatching(
        /: A bulk of Rows was never awaited, so nothing was written. Await it or iterate over it.$/,
      ),
    ]);
  });

  it("does no harm where the process cannot warn", async () => {
    expect(await warningsOf("process.emitWarning = undefined; lines.bulk(items);")).toEqual([]);
  });

  it("does no harm where it cannot be known when it is collected", async () => {
    vi.stubGlobal("FinalizationRegistry", undefined);
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
    expect(() => service.table("Rows").bulk([])).not.toThrow();
    expect(await service.table("Rows").bulk([])).toEqual({ written: 0 });
    vi.unstubAllGlobals();
  });
});
