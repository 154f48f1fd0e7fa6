import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Wrench } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Composer } from "../../../../assistant/conversation/composer.tsx";
import { useChat } from "../../../../assistant/chat-client/use-chat.ts";
import { useChatStatus } from "../../../../assistant/chat-client/use-chat-client.ts";
import { Button } from "../../../../ui/button.tsx";
import { useProject } from "../../shared/project-context.ts";
import { copilotQuery } from "../copilot-queries.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { ToolsDialog } from "./tools-dialog.tsx";
import { MessageView } from "./message-view.tsx";
import type { PlaygroundChat } from "./use-playground.ts";

export interface PlaygroundProps {
  copilot: CopilotBody;
  chat: PlaygroundChat;
  /** The form has changes that answers do not know of. */
  isDirty: boolean;
  className?: string;
}

/** A chat with a copilot as it is stored, to try it. */
export function Playground({
  copilot,
  chat: { client, chatId, restart, tools, setTools },
  isDirty,
  className = "",
}: PlaygroundProps) {
  const { project } = useProject();
  const queries = useQueryClient();
  const title = useId();
  const chat = useChat(client, chatId, copilot.id);
  const status = useChatStatus(client);
  const [areToolsOpen, setToolsOpen] = useState(false);
  const isEmpty = chat.messages.length === 0;
  const isAnswering = chat.unsettled !== undefined;
  const wasAnswering = useRef(false);
  useEffect(() => {
    // An answer is a use of the copilot.
    if (wasAnswering.current && !isAnswering)
      void queries.invalidateQueries({ queryKey: copilotQuery(project.id, copilot.id).queryKey });
    wasAnswering.current = isAnswering;
  }, [isAnswering, queries, project.id, copilot.id]);

  const log = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  useEffect(() => {
    if (isPinned.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [chat.messages, isDirty]);

  return (
    <section
      aria-labelledby={title}
      className={`flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface ${className}`}
    >
      <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-line pr-2 pl-4">
        <h2 id={title} className="text-base">
          Playground
        </h2>
        <div className="flex items-center">
          <Button size="sm" variant="ghost" onClick={() => setToolsOpen(true)}>
            <Wrench className="size-3.5" aria-hidden />
            {tools.length === 0 ? "Tools" : `Tools (${tools.length})`}
          </Button>
          <Button size="sm" variant="ghost" disabled={isEmpty} onClick={restart}>
            <RotateCcw className="size-3.5" aria-hidden />
            New chat
          </Button>
        </div>
        <ToolsDialog open={areToolsOpen} onOpenChange={setToolsOpen} tools={tools} onChange={setTools} />
      </div>
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        aria-busy={isAnswering}
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4 -outline-offset-2"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isPinned.current = scrollHeight - scrollTop - clientHeight < 40;
        }}
      >
        {isEmpty && (
          <p className="m-auto max-w-72 text-center text-sm text-balance text-muted">
            Ask {copilot.name} something your users would ask. Only you can see this chat.
          </p>
        )}
        {chat.messages.map(({ message }, index) => (
          <MessageView
            key={message.id}
            message={message}
            respond={(invocationId, result) => chat.respond({ messageId: message.id, invocationId }, result)}
            onRetry={
              index === chat.messages.length - 1 && !isAnswering && message.parentId !== null
                ? () => chat.regenerate(message.parentId!)
                : undefined
            }
          />
        ))}
      </div>
      <div className="flex shrink-0 flex-col gap-2 border-t border-line p-3">
        {status === "disconnected" ? (
          <p role="alert" className="text-sm text-danger">
            The chat could not be opened. Reload the page to try again.
          </p>
        ) : (
          <p role="status" className="text-xs text-muted empty:hidden">
            {status === "reconnecting"
              ? "Reconnecting…"
              : isDirty
                ? "Answers use the saved configuration. Save your changes to try them."
                : ""}
          </p>
        )}
        <Composer
          draft={chat.draft}
          placeholder="Ask a question…"
          disabled={status === "disconnected"}
          isAnswering={isAnswering}
          onSend={(text) => {
            isPinned.current = true;
            chat.ask(text);
          }}
          onStop={() => chat.abort()}
        />
      </div>
    </section>
  );
}
