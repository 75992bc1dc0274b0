import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { OrderLine } from "../test/shop/index.js";

const line = { customerId: "C1", orderNo: 1, lineNo: 2, sku: "A", quantity: 1 };

/** Returns a refusal of the service with the first half of its JSON. */
function cutOff(status: number, code: string): StubResponse {
  const { body, ...response } = errorResponse(status, code);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { ...response, headers: ["x-ms-request-id", "d1"], body: text.slice(0, text.length / 2) };
}

function answering(...responses: StubResponse[]) {
  const transport = recordingTransport((_, index) => responses[index] ?? {});
  const options = { transport, retry: { baseDelayMs: 0, maxDelayMs: 0 } };
  return { transport, service: TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options) };
}

describe("a refusal whose JSON breaks off is sent again, and then has its code", () => {
  it("of an insert, which is not ambiguous", async () => {
    const { service, transport } = answering(
      cutOff(409, "EntityAlreadyExists"),
      errorResponse(409, "EntityAlreadyExists"),
    );
    await expect(service.entities(OrderLine).insert(line)).rejects.toMatchObject({
      code: "entity.already-exists",
      outcome: undefined,
    });
    expect(transport.requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });

  it("of a conditional merge", async () => {
    const gone = errorResponse(412, "UpdateConditionNotSatisfied");
    const { service } = answering(cutOff(412, "UpdateConditionNotSatisfied"), gone);
    const ifMatch = "W/\"datetime'2026-01-01T00%3A00%3A00.0000000Z'\"" as never;
    await expect(service.entities(OrderLine).merge(line, { sku: "B" }, { ifMatch })).rejects.toMatchObject({
      code: "entity.condition-not-met",
      outcome: undefined,
    });
  });

  it("of the creation of a table that exists", async () => {
    const { service } = answering(cutOff(409, "TableAlreadyExists"), errorResponse(409, "TableAlreadyExists"));
    expect(await service.tables.createIfNotExists("Shop")).toBe(false);
  });
});
