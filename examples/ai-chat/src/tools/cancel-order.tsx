import { defineAiTool } from "@weft/client";
import { AiTool } from "@weft/react-ui";
import type { OrderStore } from "../order-store.ts";
import { euros } from "../orders.ts";

/** Changes an order. It has no `execute`: nothing happens until the user confirms. */
export function cancelOrder(store: OrderStore) {
  return defineAiTool<{ orderId: string }>()({
    description: "Cancel an order that is still processing. The user is asked to confirm.",
    parameters: {
      type: "object",
      properties: { orderId: { type: "string", description: "The number of the order, such as W-1048." } },
      required: ["orderId"],
      additionalProperties: false,
    },
    render: ({ stage, args, result, types }) => {
      const order = store.read().find(({ id }) => id === args?.orderId);
      return (
        <AiTool title={titleOf(stage, result?.type)} collapsible={false}>
          <AiTool.Confirmation
            types={types}
            variant="destructive"
            confirm={({ orderId }) =>
              store.cancel(orderId)
                ? { data: { orderId }, description: "The order was cancelled. Tell the user so in one sentence." }
                : { error: `${orderId} cannot be cancelled: it is not an order that is processing.` }
            }
            overrides={{ AI_TOOL_CONFIRMATION_CONFIRM: "Cancel order", AI_TOOL_CONFIRMATION_CANCEL: "Keep order" }}
          >
            {order === undefined
              ? `There is no order ${args?.orderId ?? ""}.`
              : `${order.id}: ${order.product} for ${order.customer}, ${euros(order.price)}`}
          </AiTool.Confirmation>
        </AiTool>
      );
    },
  });
}

function titleOf(stage: string, result: "success" | "error" | "cancelled" | undefined): string {
  if (stage !== "executed") return "Cancel this order?";
  if (result === "success") return "Order cancelled";
  return result === "error" ? "The order was not cancelled" : "Order kept";
}
