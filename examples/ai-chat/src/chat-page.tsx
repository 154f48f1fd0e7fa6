import { ExampleFrame, NoModelNote, PersonSwitch, ViewSwitch } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useState, useSyncExternalStore } from "react";
import { ChatList } from "./chat-list.tsx";
import { OrderList } from "./order-list.tsx";
import { openOrders } from "./order-store.ts";
import { ShopChat } from "./shop-chat.tsx";
import { useOpenChat } from "./use-open-chat.ts";

const views = { chats: "Chats", chat: "Copilot", orders: "Orders" } as const;
type View = keyof typeof views;

/** The user's chats, the open one, and the orders that it is about. */
export function ChatPage({ session: { demo, cast } }: { readonly session: UserSession }) {
  const [store] = useState(() => openOrders(cast.suffix));
  const orders = useSyncExternalStore(store.subscribe, store.read);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [view, setView] = useState<View>("chat");
  const { chatId, open, openNew } = useOpenChat();
  const selected = orders.find(({ id }) => id === selectedId);
  const show = (name: View) => ({ className: `view view-${name}`, "data-shown": view === name || undefined });

  return (
    <ExampleFrame title="AI chat" tools={<PersonSwitch cast={cast} />}>
      {!demo.hasModel && <NoModelNote />}
      <ViewSwitch label="Show" views={views} view={view} onView={setView} />
      <div className="views">
        <nav {...show("chats")} aria-label="Chats">
          <ChatList
            chatId={chatId}
            onOpen={(id) => {
              open(id);
              setView("chat");
            }}
            onNew={() => {
              openNew();
              setView("chat");
            }}
          />
        </nav>
        <section {...show("chat")} aria-label="Copilot">
          <ShopChat key={chatId} chatId={chatId} store={store} selected={selected} />
        </section>
        <section {...show("orders")} aria-label="Orders">
          <OrderList orders={orders} selectedId={selectedId} onSelect={setSelectedId} />
        </section>
      </div>
    </ExampleFrame>
  );
}
