import { expect, it } from "vitest";
import { describeEvent, type ResponseEvent } from "./client-events.js";

const event: ResponseEvent = {
  operation: "getEntity",
  table: "Shop",
  method: "GET",
  host: "a.example",
  clientRequestId: "c1",
  attempt: 2,
  requestBytes: 0,
  status: 200,
  requestId: "r1",
  responseBytes: 5,
  durationMs: 1.25,
  failure: undefined,
};

it.each<[Partial<ResponseEvent>, string]>([
  [{}, "getEntity Shop a.example attempt 2: 200 in 1.3 ms request r1"],
  [{ table: undefined, requestId: undefined }, "getEntity a.example attempt 2: 200 in 1.3 ms"],
  [{ failure: "unusable-response" }, "getEntity Shop a.example attempt 2: 200 unusable-response in 1.3 ms request r1"],
  [{ status: undefined, failure: "caller" }, "getEntity Shop a.example attempt 2: caller in 1.3 ms request r1"],
  [{ status: undefined }, "getEntity Shop a.example attempt 2: no response in 1.3 ms request r1"],
])("an event with %j is one line of the log", (change, line) => {
  expect(describeEvent({ ...event, ...change })).toBe(line);
});
