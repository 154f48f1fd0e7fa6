import { use, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import type { OpenChat } from "../chat-client/use-chat.ts";
import { contentOf } from "../chat-client/chat-state.ts";
import { AssistantTools } from "../tools/assistant-tools-context.ts";
import { Answer } from "./answer.tsx";
import { questionText } from "./answer-text.ts";
import { Composer } from "./composer.tsx";
import { ConversationStart } from "./conversation-start.tsx";

/** A chat: its messages, and where the next one is written. */
export function Conversation({ chat, disconnected }: { chat: OpenChat; disconnected: boolean }) {
  const tools = use(AssistantTools);
  const { messages, unsettled, isLoading, error } = chat;
  const end = useFollowedEnd(messages);
  // A form that waits is passed over by the next message.
  const forms = (unsettled?.status === "awaiting-tool" ? contentOf(unsettled) : []).flatMap((part) =>
    part.type === "tool-invocation" && part.stage === "executing" && tools[part.name]?.execute === undefined
      ? [part]
      : [],
  );
  const send = (text: string) => {
    for (const { invocationId, name, args } of forms)
      chat.respond({ messageId: unsettled!.id, invocationId }, { cancel: tools[name]?.passedOver?.(args) ?? true });
    if (forms.length > 0) chat.abort();
    chat.ask(text);
  };
  return (
    <>
      <div
        ref={end}
        className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain p-4"
        tabIndex={0}
        role="log"
        aria-label="Conversation"
      >
        {error !== undefined ? (
          <div role="alert" className="m-auto flex flex-col items-center gap-3 text-center text-sm">
            <p>
              This chat could not be loaded. Try again, or{" "}
              <Link to="/contact" className="link">
                contact support
              </Link>
              .
            </p>
            <Button size="sm" onClick={chat.retry}>
              Try again
            </Button>
          </div>
        ) : messages.length > 0 ? (
          messages.map((entry) =>
            entry.message.role === "user" ? (
              <article
                key={entry.message.id}
                aria-label="Question"
                className="ml-8 max-w-full self-end rounded-lg bg-accent-soft px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap"
              >
                {questionText(entry.message)}
              </article>
            ) : (
              <Answer key={entry.message.id} message={entry.message} entry={entry} chat={chat} />
            ),
          )
        ) : isLoading ? (
          <SkeletonLines />
        ) : (
          <ConversationStart onAsk={send} />
        )}
      </div>
      <div className="border-t border-line p-3">
        <Composer
          draft={chat.draft}
          placeholder="Ask anything…"
          isAnswering={unsettled !== undefined && forms.length === 0}
          disabled={disconnected || isLoading}
          onSend={send}
          onStop={chat.abort}
        />
      </div>
    </>
  );
}

/** Scrolls to the end as it grows, unless the user has scrolled up. */
function useFollowedEnd(content: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const scrolled = () => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 48;
    };
    box.addEventListener("scroll", scrolled, { passive: true });
    return () => box.removeEventListener("scroll", scrolled);
  }, []);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box !== null && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [content]);
  return ref;
}
