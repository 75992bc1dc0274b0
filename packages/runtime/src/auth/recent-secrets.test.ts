import { expect, it } from "vitest";
import { RecentSecrets } from "../errors/known-secrets.js";

it("keeps the last 16 secrets, each once, the latest last", () => {
  const secrets = new RecentSecrets();
  const names = Array.from({ length: 18 }, (_, n) => `s${n}`);
  for (const name of names) secrets.add(name);
  expect(secrets.values).toEqual(names.slice(2));
  secrets.add("s2");
  expect(secrets.values).toEqual([...names.slice(3), "s2"]);
});
