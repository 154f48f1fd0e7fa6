import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { ChatClient } from "../chat-client/chat-client.ts";
import { useChats } from "../chat-client/use-chats.ts";
import { ChatRow } from "./chat-row.tsx";
import { groupedChats } from "./grouped-chats.ts";

export interface ChatHistoryProps {
  client: ChatClient;
  openChatId: string;
  onOpen: (chatId: string) => void;
  onNewChat: () => void;
  onDeleted: (chatId: string) => void;
}

/** The user's chats, by day. */
export function ChatHistory({ client, openChatId, onOpen, onNewChat, onDeleted }: ChatHistoryProps) {
  const { chats, isLoading, error, hasMore, fetchMore, retry } = useChats(client);
  const [doomed, setDoomed] = useState<string>();
  const [deleting, setDeleting] = useState<"none" | "busy" | "failed">("none");
  const more = useShown(hasMore, fetchMore);

  if (error !== undefined && chats.length === 0)
    return (
      <div role="alert" className="m-auto flex flex-col items-center gap-3 p-6 text-center text-sm">
        <p className="font-medium text-danger">Error loading chats</p>
        <p className="text-muted">
          Try again, or{" "}
          <Link to="/contact" className="link">
            contact support
          </Link>
          .
        </p>
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  if (isLoading && chats.length === 0)
    return (
      <div className="flex flex-col gap-3 p-4" aria-busy>
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  if (chats.length === 0)
    return (
      <div className="p-4">
        <EmptyState title="No chats yet." action={<Button onClick={onNewChat}>New chat</Button>} />
      </div>
    );
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3"
      tabIndex={0}
      role="region"
      aria-label="Chats"
    >
      {groupedChats(chats, new Date()).map(({ name, chats: some }) => (
        <section key={name} className="mb-4 flex flex-col gap-0.5">
          <h3 className="px-2 pb-1 text-xs font-medium text-muted">{name}</h3>
          <ul>
            {some.map((chat) => (
              <ChatRow
                key={chat.id}
                chat={chat}
                isOpen={chat.id === openChatId}
                onOpen={() => onOpen(chat.id)}
                onDelete={() => setDoomed(chat.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      <div ref={more} />
      <AlertDialog
        title="Delete this chat?"
        action="Delete chat"
        open={doomed !== undefined}
        busy={deleting === "busy"}
        error={deleting === "failed" ? "The chat could not be deleted. Try again." : undefined}
        onOpenChange={(open) => {
          if (open) return;
          setDoomed(undefined);
          setDeleting("none");
        }}
        onConfirm={async () => {
          if (doomed === undefined) return;
          setDeleting("busy");
          try {
            await client.deleteChat(doomed);
            setDoomed(undefined);
            setDeleting("none");
            onDeleted(doomed);
          } catch {
            setDeleting("failed");
          }
        }}
      >
        This can't be undone.
      </AlertDialog>
    </div>
  );
}

/** Calls back when an element at the end of a list is scrolled into view, while there is more. */
function useShown(enabled: boolean, onShown: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!enabled || ref.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onShown();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [enabled, onShown]);
  return ref;
}
