import { request } from "node:http";
import { expect, it } from "vitest";
import { serveStudio } from "./serve-studio.js";

const files = new Map([["/", { body: Buffer.from("page"), type: "text/html" }]]);
const describeError = (error: unknown) => ({ code: "studio.defect", message: String(error) });

/** Starts a file that has no end, and returns what happened to it after the browser closed the connection without reading it all. */
async function endedBy(chunk: string): Promise<{ readonly warnings: readonly Error[] }> {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* endless(): AsyncGenerator<string, void> {
    try {
      for (;;) yield chunk;
    } finally {
      end();
    }
  }
  const studio = await serveStudio(
    [0],
    () => files,
    () => ({ export: endless }),
    describeError,
  );
  const { port, searchParams } = new URL(studio.url);
  const token = searchParams.get("token");
  const entered = await fetch(`http://127.0.0.1:${port}/?token=${token}`, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const headers = { cookie, origin: `http://127.0.0.1:${port}`, "content-type": "application/json" };
  const sent = request({ port, host: "127.0.0.1", path: "/api/export", method: "POST", headers }, (response) => {
    let bytes = 0;
    response.on("data", (data: Buffer) => {
      bytes += data.length;
      if (bytes > 20_000_000) response.destroy();
    });
  });
  sent.on("error", () => undefined);
  sent.end("{}");
  await ended;
  await studio.close();
  process.off("warning", note);
  return { warnings };
}

it.each([
  ["small", "x".repeat(1_000)],
  ["large", "x".repeat(1_000_000)],
])("ends a file of %s chunks once the browser has closed the connection", async (_, chunk) => {
  expect(await endedBy(chunk)).toEqual({ warnings: [] });
});

it("takes the next port if one is in use", async () => {
  const serve = (...ports: number[]) =>
    serveStudio(
      ports,
      () => files,
      () => ({}),
      describeError,
    );
  const first = await serve(0);
  const port = Number(new URL(first.url).port);
  const second = await serve(port, 0);
  expect(Number(new URL(second.url).port)).not.toBe(port);
  await expect(serve(port)).rejects.toMatchObject({ code: "EADDRINUSE" });
  await Promise.all([first.close(), second.close()]);
});
