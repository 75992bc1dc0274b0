import { expect, it } from "vitest";
import { reportLines } from "./report-lines.js";

const describeError = (error: unknown) => ({ code: "failed", message: String(error) }) as never;

it("sends what is reported while a line is sent with the next line, and the result last", async () => {
  let report: (progress: { rows: number }) => void = () => undefined;
  let finish: (result: object) => void = () => undefined;
  const lines = reportLines<{ rows: number }, object>((given) => {
    report = given;
    return new Promise((resolve) => {
      finish = resolve;
    });
  }, describeError);
  const first = lines.next();
  report({ rows: 1 });
  expect(await first).toMatchObject({ value: '{"progress":{"rows":1}}\n' });
  // The caller sends the first line now.
  report({ rows: 2 });
  report({ rows: 3 });
  expect(await lines.next()).toMatchObject({ value: '{"progress":{"rows":3}}\n' });
  finish({ rows: 3 });
  expect(await lines.next()).toMatchObject({ value: '{"result":{"rows":3}}\n' });
  expect(await lines.next()).toMatchObject({ done: true });
});

it("ends with the error of work that fails", async () => {
  const lines = reportLines(async () => Promise.reject("gone"), describeError);
  expect(await lines.next()).toMatchObject({ value: '{"error":{"code":"failed","message":"gone"}}\n' });
  expect(await lines.next()).toMatchObject({ done: true });
});
