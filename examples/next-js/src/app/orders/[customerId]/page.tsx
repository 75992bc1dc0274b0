import { toPlain } from "@tablewright/runtime";
import { orders } from "../../../lib/orders";
import OrderCard from "./order-card";

// Otherwise `next build` renders the page once, without the tables.
export const dynamic = "force-dynamic";

interface PageProps {
  readonly params: Promise<{ readonly customerId: string }>;
}

/** Lists the orders of a customer. */
export default async function Page({ params }: PageProps) {
  const { customerId } = await params;
  const found = await orders.query({ customerId }).take(50).toArray();
  return (
    <main>
      <h1>Orders of {customerId}</h1>
      {found.map((order) => (
        <OrderCard key={order.orderNo} order={toPlain(order)} />
      ))}
    </main>
  );
}
