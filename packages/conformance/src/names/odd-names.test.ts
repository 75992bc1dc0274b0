import { expect } from "vitest";
import { OddNames } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { echo } from "../targets/echo.js";
import { azurite, strict, strictServer } from "../targets/targets.js";

describeTargets("odd names", [azurite, strict, strictServer, echo], ({ running, it }) => {
  const key = { id: "a/b" };
  const init = {
    ...key,
    etag: 'W/"mine"',
    timestamp: new Date("2020-02-02T00:00:00.000Z"),
    kind: "a kind of its own",
    maker: 2n ** 60n,
    proto: -1n,
    text: "text",
    json: true,
    later: 5,
    total: 6,
    Total: 7,
    größe: 8,
    名前: "name",
  };

  it("are stored and read back beside the service's own ETag and Timestamp", async () => {
    const { service } = running();
    await service.createTables([OddNames]);
    const odd = service.entities(OddNames);
    await odd.insert(init);
    const read = await odd.getOrThrow(key);
    expect(read).toMatchObject({ ...init, $kind: "odd" });
    expect(read.$etag).toMatch(/^W\/"datetime'/);
    expect(read.$timestamp).not.toEqual(init.timestamp);
    const [queried] = await odd.query(key).select("maker", "proto", "etag", "timestamp", "later").toArray();
    const { maker, proto, etag, timestamp, later } = init;
    expect(queried).toEqual({ maker, proto, etag, timestamp, later, $etag: expect.any(String) });
  });

  it("can be asked for by conditions", async () => {
    const { service } = running();
    await service.createTables([OddNames]);
    const odd = service.entities(OddNames);
    await odd.insertOrReplace(init);
    const where = {
      etag: init.etag,
      kind: init.kind,
      timestamp: { le: init.timestamp },
      größe: 8,
      名前: "name",
      Total: 7,
    };
    expect(await odd.query(key).where(where).count()).toBe(1);
    expect(
      await odd
        .query(key)
        .where({ maker: 2n ** 60n, proto: { lt: 0n }, text: "text" })
        .count(),
    ).toBe(1);
  });
});
