import { expect, it } from "vitest";
import { RequestIds } from "./call-state.js";

it("gives ids that are alike in form and in nothing else, within a client and between clients", () => {
  const [one, other] = [new RequestIds(), new RequestIds()];
  const ids = [one, other].flatMap((client) => Array.from({ length: 300 }, () => client.next()));
  expect(new Set(ids).size).toBe(600);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
