"use client";
import { memo, useMemo } from "react";
import type { ReactElement } from "react";
import { useComponents, useOverrides } from "../config.tsx";
import type { GlobalComponents } from "../config.tsx";
import { Retry, Warning } from "../icon.tsx";
import type { MarkdownComponents } from "../markdown/components.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import type { AiChatMessageOverrides, ShownRetrieval, GlobalOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Spinner } from "../ui/own-icons.tsx";
import { useChatActions } from "./chat-context.ts";
import { chatMarkdown } from "./chat-markdown.tsx";
import { MessageActions } from "./message-actions.tsx";
import { hasFailed, isOpen, partsOf, textOf } from "./message-parts.ts";
import type { AnswerPart, FailedMessage, ShownAnswer } from "./message-parts.ts";
import { Reasoning } from "./reasoning.tsx";
import { Retrieval, Sources } from "./sources.tsx";
import { ToolInvocation } from "./tool-invocation.tsx";

/** Which parts of answers are shown, besides text and tools: always, never, or only while they are being written. */
export interface ShownParts {
  readonly showReasoning?: boolean | "during";
  readonly showRetrievals?: boolean | "during" | Readonly<Record<ShownRetrieval["kind"], boolean | "during">>;
  readonly showSources?: boolean;
}

export interface AssistantMessageProps extends ShownParts {
  readonly message: ShownAnswer;
  readonly overrides?: Partial<GlobalOverrides & AiChatMessageOverrides>;
  readonly components?: Partial<GlobalComponents & { readonly markdown?: Partial<MarkdownComponents> }>;
}

/** An answer, as far as it is written. */
export const AssistantMessage = memo(function AssistantMessage({
  message,
  overrides,
  components,
  showSources = true,
  ...shown
}: AssistantMessageProps): ReactElement {
  const texts = useOverrides(overrides);
  const { Anchor } = useComponents(components);
  const markdown = useMemo(
    () => ({ ...chatMarkdown(Anchor), ...components?.markdown }),
    [Anchor, components?.markdown],
  );
  const isWriting = message.status === "generating";
  const parts = partsOf(message);
  const last = parts.findLastIndex(({ type }) => type !== "sources");
  const visible = parts.flatMap((part, index) => {
    const isStreaming = isWriting && index === last;
    if (part.type === "sources" || !isShown(part, isStreaming, shown)) return [];
    return [<Part key={index} {...{ part, message, isStreaming, texts, markdown }} />];
  });
  const sources = parts.find((part) => part.type === "sources");
  const isDeleted = message.deletedAt !== undefined;
  return (
    <div
      className={classNames("lb-ai-chat-message lb-ai-chat-assistant-message")}
      data-status={message.status}
      aria-busy={isWriting}
    >
      {isDeleted ? <div className="lb-ai-chat-message-deleted">{texts.AI_CHAT_MESSAGE_DELETED}</div> : null}
      {visible.length > 0 ? <div className="lb-ai-chat-message-content">{visible}</div> : null}
      {isWriting && isThinking(parts[last]) ? (
        <div className="lb-ai-chat-message-thinking">
          <Spinner className="lb-spinner" />
          <span>{texts.AI_CHAT_MESSAGE_THINKING}</span>
        </div>
      ) : null}
      {hasFailed(message) ? <Failure message={message} /> : null}
      {!isOpen(message) && showSources && sources !== undefined ? (
        <Sources sources={sources.sources} label={texts.AI_CHAT_MESSAGE_SOURCES} Anchor={Anchor} />
      ) : null}
      {isOpen(message) || isDeleted ? null : (
        <MessageActions message={message} text={textOf(parts)} texts={texts} isAnswer />
      )}
    </div>
  );
});

/** Nothing says yet that something happens. */
function isThinking(last: AnswerPart | undefined): boolean {
  if (last === undefined) return true;
  if (last.type === "tool-invocation") return last.stage === "executed";
  return last.type === "text" && last.text.trim() === "";
}

function isShown(part: AnswerPart, isStreaming: boolean, { showReasoning = true, showRetrievals = true }: ShownParts) {
  const show =
    part.type === "reasoning"
      ? showReasoning
      : part.type === "retrieval"
        ? typeof showRetrievals === "object"
          ? showRetrievals[part.kind]
          : showRetrievals
        : true;
  if (part.type === "text") return part.text.trim() !== "";
  return show === "during" ? isStreaming : show;
}

interface PartProps {
  readonly part: AnswerPart;
  readonly message: ShownAnswer;
  readonly isStreaming: boolean;
  readonly texts: AiChatMessageOverrides & GlobalOverrides;
  readonly markdown: Partial<MarkdownComponents>;
}

function Part({ part, message, isStreaming, texts, markdown }: PartProps): ReactElement | null {
  switch (part.type) {
    case "text":
      return (
        <Markdown className="lb-ai-chat-message-text" content={part.text} partial={isStreaming} components={markdown} />
      );
    case "reasoning":
      return <Reasoning {...{ part, isStreaming, texts, markdown }} />;
    case "retrieval":
      return <Retrieval part={part} isStreaming={isStreaming && part.endedAt === undefined} texts={texts} />;
    case "tool-invocation":
      return <ToolInvocation message={message} part={part} />;
    default:
      return null;
  }
}

function Failure({ message }: { readonly message: FailedMessage }) {
  const { retry, isBusy } = useChatActions();
  const texts = useOverrides();
  return (
    <div className="lb-ai-chat-message-error" role="alert">
      <Warning />
      <span>{message.errorReason}</span>
      <Button variant="outline" icon={<Retry />} disabled={isBusy} onClick={() => retry(message)}>
        {texts.AI_CHAT_MESSAGE_RETRY}
      </Button>
    </div>
  );
}
