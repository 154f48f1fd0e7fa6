import { defineAiTool } from "@weft/client";
import { AiTool } from "@weft/react-ui";
import type { OrderStore } from "../order-store.ts";
import { euros, orderStatuses } from "../orders.ts";
import type { Order } from "../orders.ts";

/** Reads the orders. It changes nothing, so it runs as soon as the copilot calls it. */
export function findOrders(store: OrderStore) {
  return defineAiTool<{ orders: Order[] }>()({
    description: "Find orders of the shop by their status, or all of them.",
    parameters: {
      type: "object",
      properties: {
        status: { type: "string", enum: [...orderStatuses, "any"], description: "`any` for all orders." },
      },
      required: ["status"],
      additionalProperties: false,
    },
    execute: ({ status }) => ({
      data: { orders: store.read().filter((order) => status === "any" || order.status === status) },
    }),
    render: ({ stage, result }) => (
      <AiTool title={stage === "executed" ? "Looked at the orders" : "Looking at the orders…"} variant="minimal">
        {result?.type === "success" && (
          <ul className="found-orders">
            {result.data.orders.map(({ id, product, price }) => (
              <li key={id}>
                {id}: {product}, {euros(price)}
              </li>
            ))}
          </ul>
        )}
      </AiTool>
    ),
  });
}
