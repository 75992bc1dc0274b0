import { describe, expect, it } from "vitest";
import { SharedKeyCredential } from "../auth/shared-key.js";
import { TableServiceClient } from "../client/table-service-client.js";
import { headerValue } from "../http/headers.js";
import type { HttpResponse, Transport } from "../http/http-message.js";
import { testKeys } from "../test/account/shared-key-vectors.js";
import { stubResponse } from "../test/account/stub-transport.js";
import { Order } from "../test/shop/order.gen.js";

const init = {
  customerId: "C1",
  placedAt: new Date(0),
  orderNo: 7,
  total: 1,
  sequence: 1n,
  currency: "EUR",
} as const;

function ordersOver(transport: Transport) {
  const credential = new SharedKeyCredential("a", testKeys.myaccount);
  return new TableServiceClient("https://a.table.core.windows.net", credential, { transport }).entities(Order);
}

it("leaves secrets out of an error, and all else in it", async () => {
  const orders = ordersOver(async ({ headers }) => {
    const sent = headerValue(headers, "authorization");
    const value = `0:The entity exists.\\nSent: größe \\n${sent?.split(":")[1]} ${sent}\nRequestId:d1\nTime:2021`;
    const body = { "odata.error": { code: "EntityAlreadyExists", message: { lang: "en-US", value } } };
    return stubResponse(409, ["x-ms-request-id", "d1"], JSON.stringify(body));
  });
  await expect(orders.insert(init)).rejects.toMatchObject({
    code: "entity.already-exists",
    serviceCode: "EntityAlreadyExists",
    requestId: "d1",
    message: expect.stringContaining(
      "The entity exists.\\nSent: größe \\n[redacted] SharedKeyLite a:[redacted]. (request d1)",
    ),
  });
});

describe("a transport that gives no response", () => {
  it.each([undefined, null, {}, { status: 200 }, { status: 200, headers: {}, body: "" }])(
    "fails the call, and a write ambiguously: %j",
    async (response) => {
      const orders = ordersOver(async () => response as HttpResponse);
      const failure = { code: "request.failed", message: expect.stringContaining("returned no response with status") };
      await expect(orders.get(init)).rejects.toMatchObject({ ...failure, ambiguous: false });
      await expect(orders.insert(init)).rejects.toMatchObject({ ...failure, ambiguous: true });
    },
  );
});
