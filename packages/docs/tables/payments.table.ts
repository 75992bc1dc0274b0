import { edm, entity } from "tablewright";

/** A request to pay, under the key that the caller made for it. */
export const PaymentRequest = entity({
  table: "Payments",
  properties: {
    idempotencyKey: edm.string({ maxLength: 100 }),
    amount: edm.double(),
    receipt: edm.string().optional(), // present once the payment is done
  },
  partitionKey: (k) => [k.idempotencyKey],
  rowKey: () => ["payment"],
});
