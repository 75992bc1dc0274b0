"use client";

import type { Plain } from "@tablewright/runtime/types";
import { useState } from "react";
import type { Order } from "../../../tables.gen";

/** Shows an order, and when it was placed once the user asks for it. */
export default function OrderCard({ order }: { readonly order: Plain<Order> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Order {order.orderNo}
      </button>
      <p>
        Total {order.total}, sequence {String(order.sequence)}
      </p>
      {isOpen && <time>{order.placedAt.toISOString()}</time>}
    </article>
  );
}
