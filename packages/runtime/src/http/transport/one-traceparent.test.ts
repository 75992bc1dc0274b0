import { channel } from "node:diagnostics_channel";
import { expect, it, onTestFinished } from "vitest";
import { withOneTraceparent } from "./observed-client.js";

const headers = ["Accept", "traceparent", "Traceparent", "00-1-2-01", "traceparents", "x"];

it("leaves traceparent as it is if nothing observes undici", () => {
  expect(withOneTraceparent(headers)).toBe(headers);
});

it("leaves traceparent to a package that observes undici", () => {
  const requests = channel("undici:request:create");
  const observe = (): void => undefined;
  requests.subscribe(observe);
  onTestFinished(() => void requests.unsubscribe(observe));
  expect(withOneTraceparent(headers)).toEqual(["Accept", "traceparent", "traceparents", "x"]);
  expect(withOneTraceparent(["Accept", "x"])).toEqual(["Accept", "x"]);
});
