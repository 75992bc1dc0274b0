import { expect, it } from "vitest";
import type { GetTokenOptionsLike } from "../auth/token-credential.js";
import { recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { versionHeader } from "../test/service-headers.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

const order = { customerId: "C1", placedAt: new Date(0), orderNo: 1, total: 1, sequence: 1n, currency: "EUR" } as const;
const claims = '{"access_token":{"nbf":{"essential":true,"value":"1"}}}';

/** Creates a 401 of a gateway in front of the account, which has none of the service's own headers. */
const refusal = (challenge: string): StubResponse => ({
  status: 401,
  headers: ["WWW-Authenticate", `Bearer authorization_uri="https://login.microsoftonline.com/common", ${challenge}`],
});

function build(...responses: StubResponse[]) {
  const asked: (GetTokenOptionsLike | undefined)[] = [];
  const credential = {
    async getToken(_scopes: string | string[], options?: GetTokenOptionsLike) {
      asked.push(options);
      return { token: `token-${asked.length}`, expiresOnTimestamp: Date.now() + 3_600_000 };
    },
  };
  const transport = recordingTransport(() => responses.shift() ?? expect.unreachable());
  const service = new TableServiceClient("https://a.table.core.windows.net", credential, {
    transport,
    retry: { maxAttempts: 3, baseDelayMs: 0 },
  });
  return { asked, transport, orders: service.entities(Order) };
}

it("answers a challenge that a gateway sends", async () => {
  const encoded = Buffer.from(claims).toString("base64");
  const inserted = { status: 204, headers: [...versionHeader, "ETag", recordedETag] };
  const { asked, transport, orders } = build(refusal(`error="insufficient_claims", claims="${encoded}"`), inserted);
  await orders.insert(order);
  expect(asked.map((options) => options?.claims)).toEqual([undefined, claims]);
  expect(transport.requests).toHaveLength(2);
});

it("reports a token that a gateway refuses as such, at once, and the write as not applied", async () => {
  const { transport, orders } = build(refusal('error="invalid_token"'));
  const error = await orders.insert(order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "auth.failed", status: 401, attempts: 1, outcome: undefined });
  expect((error as Error).message).toMatch(/returned 401: .*Check the tenant and the audience of the token/);
  expect(transport.requests).toHaveLength(1);
});

it("does not take a 401 without a challenge for a refusal of the service", async () => {
  const page = { status: 401, headers: ["WWW-Authenticate", 'Basic realm="proxy"'], body: "<html>Log in</html>" };
  const { transport, orders } = build(page, page, page, page, page, page);
  const error = await orders.insert(order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: "unknown" });
  expect(transport.requests.filter(({ method }) => method === "POST")).toHaveLength(3);
});
