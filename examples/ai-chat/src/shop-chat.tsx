import { AiChat } from "@weft/react-ui";
import { useMemo } from "react";
import type { OrderStore } from "./order-store.ts";
import { shopRules } from "./orders.ts";
import type { Order } from "./orders.ts";
import { Suggestions } from "./suggestions.tsx";
import { cancelOrder } from "./tools/cancel-order.tsx";
import { findOrders } from "./tools/find-orders.tsx";

interface ShopChatProps {
  readonly chatId: string;
  readonly store: OrderStore;
  readonly selected: Order | undefined;
}

/**
 * The ready-made chat, with what the copilot may do here (tools) and what it should know (knowledge). Without `copilotId`,
 * the server's default copilot answers.
 */
export function ShopChat({ chatId, store, selected }: ShopChatProps) {
  const tools = useMemo(() => ({ "find-orders": findOrders(store), "cancel-order": cancelOrder(store) }), [store]);
  const knowledge = useMemo(
    () => [
      { description: "The shop that the user works for, and its rules", value: shopRules },
      { description: "The order that the user has selected", value: selected ?? "None is selected." },
    ],
    [selected],
  );
  return (
    <AiChat
      className="chat"
      chatId={chatId}
      tools={tools}
      knowledge={knowledge}
      components={{ Empty: Suggestions }}
      overrides={{ AI_COMPOSER_PLACEHOLDER: "Ask about orders…" }}
    />
  );
}
