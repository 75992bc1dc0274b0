import { expect, it } from "vitest";
import { requestCost } from "./request-cost.js";

it.each([
  [0, "0"],
  [1, "0.000000036"],
  [1000, "0.000036"],
  [1_000_000, "0.036"],
  [10_000_000_000, "360"],
])("%d requests cost US$%s", (requests, cost) => {
  expect(requestCost(requests)).toBe(cost);
});
