import { Icon } from "@weft/example-shared";
import { useAiChats, useDeleteAiChat } from "@weft/react";

interface ChatListProps {
  readonly chatId: string;
  readonly onOpen: (chatId: string) => void;
  readonly onNew: () => void;
}

/** The user's chats, the latest first. The server gives each a title after its first answer. */
export function ChatList({ chatId, onOpen, onNew }: ChatListProps) {
  const { chats: all, error, isLoading, hasFetchedAll, isFetchingMore, fetchMore } = useAiChats();
  const deleteChat = useDeleteAiChat();
  // An open chat without messages is in the client's cache, but it is not stored.
  const chats = all?.filter(({ lastMessageAt }) => lastMessageAt !== undefined);
  return (
    <>
      <div className="chat-list-head">
        <button type="button" className="button" data-kind="primary" onClick={onNew}>
          New chat
        </button>
      </div>
      {isLoading && <p role="status">Loading chats…</p>}
      {error && <p role="alert">The chats could not be loaded. Reload the page to try again.</p>}
      {chats?.length === 0 && <p className="chat-list-empty">Your chats appear here. Only you can see them.</p>}
      <ul className="chat-list">
        {chats?.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              className="chat-list-title"
              aria-current={id === chatId ? "page" : undefined}
              onClick={() => onOpen(id)}
            >
              {title || "Untitled"}
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete: ${title || "Untitled"}`}
              onClick={() => {
                void deleteChat(id);
                // The id of a deleted chat is not used again.
                if (id === chatId) onNew();
              }}
            >
              <Icon path="m5 5 8 8M13 5l-8 8" />
            </button>
          </li>
        ))}
      </ul>
      {chats && !hasFetchedAll && (
        <button type="button" className="button chat-list-more" disabled={isFetchingMore} onClick={fetchMore}>
          Show more
        </button>
      )}
    </>
  );
}
