import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificates, type TestCertificates } from "../../test/account/certificates.js";
import { type LoopbackServer, startProxy, startServer } from "../../test/account/loopback.js";
import { nodeTransports } from "../../test/account/node-transports.js";
import { countingCredential } from "../../test/account/stub-transport.js";
import { createPipeline } from "../pipeline.js";

let certificates: TestCertificates;
let server: LoopbackServer;

beforeAll(async () => {
  certificates = await makeCertificates();
  const { ca, cert, key } = certificates;
  server = await startServer(
    (request, response) => {
      const peer = (request.socket as { authorized?: boolean }).authorized === true ? "known" : "unknown";
      response.end(peer);
    },
    { cert, key, ca, requestCert: true, rejectUnauthorized: false },
  );
});

afterAll(async () => {
  await server.stop();
  certificates.remove();
});

describe.each(nodeTransports)("over %s", (_name, create) => {
  it("trusts the authority that is given, and shows the client's certificate", async () => {
    const { ca, cert, key } = certificates;
    const plain = create({ proxy: false, tls: { ca } });
    const request = { method: "GET", url: `${server.url}/`, headers: [] };
    expect(Buffer.from((await plain(request)).body).toString()).toBe("unknown");
    const known = create({ proxy: false, tls: { ca, cert, key } });
    expect(Buffer.from((await known(request)).body).toString()).toBe("known");
    await Promise.all([plain.close?.(), known.close?.()]);
  });

  it("waits without a limit for a connection where connectTimeoutMs is 0", async () => {
    const proxy = await startProxy();
    for (const way of [false, proxy.url] as const) {
      const transport = create({ proxy: way, connectTimeoutMs: 0, tls: { ca: certificates.ca } });
      expect((await transport({ method: "GET", url: `${server.url}/`, headers: [] })).status).toBe(200);
      await transport.close?.();
    }
    await proxy.stop();
  });

  it.each([
    ["another authority", (): string | undefined => certificates.otherCa],
    ["Node's own authorities", (): string | undefined => undefined],
  ])("refuses a server that %s did not sign, at once and without a retry", async (_, ca) => {
    const transport = create({ proxy: false, tls: { ca: ca() } });
    const target = { credential: countingCredential(), url: server.url, kind: "storage" };
    const pipeline = createPipeline(transport, target);
    const context = { operation: "insertEntity", table: "Shop", readOnly: false };
    const call = pipeline({ method: "POST", url: `${server.url}/Shop`, headers: [], body: "{}", context });
    await expect(call).rejects.toMatchObject({
      code: "request.failed",
      attempts: 1,
      ambiguous: false,
      message: expect.stringMatching(/certificate/),
    });
    await pipeline.close();
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "names the certificate of the client that the server requires: %s",
    async (version) => {
      const { ca, cert, key } = certificates;
      const options = {
        cert,
        key,
        ca,
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: version,
        maxVersion: version,
      };
      const strict = await startServer((_request, response) => response.end(), options);
      const pipeline = createPipeline(create({ proxy: false, tls: { ca } }), {
        credential: countingCredential(),
        url: strict.url,
        kind: "storage",
      });
      const context = { operation: "getEntity", table: "Shop", readOnly: true, retry: false } as const;
      const call = pipeline({ method: "GET", url: `${strict.url}/Shop`, headers: [], context });
      await expect(call).rejects.toMatchObject({
        code: "request.failed",
        message: expect.stringMatching(/certificate of the client.*tls: \{ cert, key \}/),
      });
      await pipeline.close();
      await strict.stop();
    },
  );

  it("reaches an HTTPS server through a proxy, with the same trust", async () => {
    const proxy = await startProxy();
    const transport = create({ proxy: proxy.url, tls: { ca: certificates.ca } });
    const request = { method: "GET", url: `${server.url}/`, headers: [] };
    expect((await transport(request)).status).toBe(200);
    expect([...new Set(proxy.asked)]).toEqual([`CONNECT ${new URL(server.url).host} HTTP/1.1`]);
    await transport.close?.();
    const distrustful = create({ proxy: proxy.url, tls: { ca: certificates.otherCa } });
    await expect(distrustful(request)).rejects.toThrow(/certificate/);
    await distrustful.close?.();
    await proxy.stop();
  });
});
