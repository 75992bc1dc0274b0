/** Writes many items with `bulk` and prints the growth of its memory. Arguments: endpoint, number of items. */
import { type BulkItem, TableServiceClient } from "@tablewright/runtime";
import { OrderLine, type OrderLineTypes } from "../../../runtime/src/test/shop/index.js";
import { azuriteAccount } from "../azurite.js";

const [endpoint = "", count = "0"] = process.argv.slice(2);
const { name, key } = azuriteAccount;
const service = TableServiceClient.fromConnectionString(
  `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${key};TableEndpoint=${endpoint}`,
);
const lines = service.entities(OrderLine);

/** Generates items of 200 partitions in turn. */
function* items(total: number): Generator<BulkItem<OrderLineTypes>> {
  for (let index = 0; index < total; index++) {
    const orderNo = Math.floor(index / 200);
    const line = { customerId: `C${index % 200}`, orderNo, lineNo: 1, sku: `sku-${index}`, quantity: index % 10 };
    yield { insertOrReplace: line };
  }
}

let failed = 0;
for await (const { ok } of lines.bulk(items(2000))) if (!ok) failed++;
const before = process.memoryUsage.rss();
let peak = before;
let written = 0;
const onProgress = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
for await (const { ok } of lines.bulk(items(Number(count)), { onProgress })) {
  if (ok) written++;
  else failed++;
}
await service.close();
process.stdout.write(JSON.stringify({ written, failed, growth: peak - before }));
