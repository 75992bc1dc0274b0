import { expect, it } from "vitest";
import { TableServiceClient } from "../../client/table-service-client.js";
import { Account } from "../../test/company/index.js";
import { recordedETag, recordingTransport } from "../../test/recording-transport.js";

const { partitionKey, rowKey } = Account.key({ companyId: "C", accountId: "a" });
const keys = (RowKey: string) => {
  return { "odata.etag": recordedETag, PartitionKey: partitionKey, RowKey, Timestamp: "2026-11-23T10:00:00Z" };
};
const indexRow = {
  ...keys("accountStatus!open!a"),
  kind: "account.byStatus",
  accountId: "a",
  status: "open",
  name: "n",
};
const entity = { ...keys(rowKey), kind: "account", companyId: "C", accountId: "a", email: "a@x.org", name: "n" };

it("an index reads of each entity its keys, what is selected, and what shows that the index row is right", async () => {
  const transport = recordingTransport(({ url }) => {
    const body = url.includes("()") ? { value: [indexRow] } : { ...entity, status: "open", logins: 7 };
    return { status: 200, headers: [], body };
  });
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  const query = service.entities(Account).byStatus.query({ companyId: "C" });
  await query.entities().select("logins").toArray();
  const selected = new URL(transport.requests[1]?.url ?? "").searchParams.get("$select")?.split(",");
  expect(selected?.slice(0, 2)).toEqual(["PartitionKey", "RowKey"]);
  expect(new Set(selected)).toEqual(
    new Set(["PartitionKey", "RowKey", "kind", "logins", "companyId", "accountId", "email", "status", "name", "note"]),
  );
  expect(selected).toHaveLength(new Set(selected).size);
});
