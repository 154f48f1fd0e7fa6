"use client";
import type { AiKnowledgeSource, AiToolDefinition } from "@weft/client";
import { RegisterAiKnowledge, RegisterAiTool, useAiChatMessages, useAiChatStatus } from "@weft/react";
import { forwardRef, useCallback, useEffect, useMemo, useState } from "react";
import type { ComponentPropsWithoutRef, ComponentType, ForwardedRef, ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import type { GlobalComponents } from "../config.tsx";
import { ArrowDown, Retry } from "../icon.tsx";
import type { MarkdownComponents } from "../markdown/components.tsx";
import type {
  AiChatMessageOverrides,
  AiChatOverrides,
  AiComposerOverrides,
  GlobalOverrides,
} from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Spinner } from "../ui/own-icons.tsx";
import { AiComposer } from "./ai-composer.tsx";
import type { AiComposerProps } from "./ai-composer.tsx";
import { AssistantMessage } from "./assistant-message.tsx";
import type { ShownParts } from "./assistant-message.tsx";
import { ChatContext } from "./chat-context.ts";
import type { ChatActions } from "./chat-context.ts";
import { useLoadedChats } from "./loaded-chats.ts";
import { isOpen } from "./message-parts.ts";
import { useScrollAnchor } from "./scroll-anchor.ts";
import { UserMessage } from "./user-message.tsx";

/** What `components.Empty` receives: the chat has no messages yet. */
export interface AiChatComponentsEmptyProps {
  readonly chatId: string;
  readonly copilotId?: string;
}

/** What `components.Loading` receives while the messages of a chat are loaded. */
export type AiChatComponentsLoadingProps = Record<string, never>;

/** Components of a chat that an application replaces. */
export interface AiChatComponents {
  /** Shown while there are no messages. By default nothing. */
  readonly Empty: ComponentType<AiChatComponentsEmptyProps>;
  /** Shown until the messages are loaded. */
  readonly Loading: ComponentType<AiChatComponentsLoadingProps>;
  /** Render parts of answers. */
  readonly markdown?: Partial<MarkdownComponents>;
}

/** Props of `AiChat`. */
export interface AiChatProps extends Omit<ComponentPropsWithoutRef<"div">, "children">, ShownParts {
  /** Chosen by the application. The chat is created with its first message. */
  readonly chatId: string;
  /** The copilot that answers. By default the one that answered last in the chat, or else the project's. */
  readonly copilotId?: string;
  /** Whether the composer has the focus when the chat is mounted. */
  readonly autoFocus?: boolean;
  /** What copilots are told in this chat, in addition to what is registered for all. */
  readonly knowledge?: readonly AiKnowledgeSource[];
  /** Tools for this chat, by name. */
  readonly tools?: Readonly<Record<string, AiToolDefinition>>;
  readonly onComposerSubmit?: AiComposerProps["onComposerSubmit"];
  /** By default "inset": the composer floats over the messages, with room around it. */
  readonly layout?: "inset" | "compact";
  /** Milliseconds until an answer fails, by default 30,000. */
  readonly responseTimeout?: number;
  readonly overrides?: Partial<GlobalOverrides & AiComposerOverrides & AiChatMessageOverrides & AiChatOverrides>;
  readonly components?: Partial<GlobalComponents & AiChatComponents>;
}

/**
 * A chat with a copilot: its messages, and a composer. It is as tall as its container.
 *
 * @example
 * <AiChat chatId="help" copilotId="co_…" layout="compact" />
 */
export const AiChat = forwardRef<HTMLDivElement, AiChatProps>(function AiChat(props, ref) {
  // Another chat has its own draft, scroll position and branch.
  return <Chat key={props.chatId} {...props} forwarded={ref} />;
});

type ChatProps = AiChatProps & { readonly forwarded: ForwardedRef<HTMLDivElement> };

function Chat({
  chatId,
  copilotId,
  autoFocus,
  knowledge = [],
  tools = {},
  onComposerSubmit,
  layout = "inset",
  responseTimeout,
  showReasoning,
  showRetrievals,
  showSources,
  overrides,
  components,
  className,
  forwarded,
  ...props
}: ChatProps): ReactElement {
  const texts = useOverrides(overrides);
  const { shown, actions, status, send, abort } = useChat(chatId, copilotId, responseTimeout);
  const { messages, error } = shown;
  const anchor = useScrollAnchor(messages);
  const { Empty, Loading = DefaultLoading } = components ?? {};
  const { scrollToEnd } = anchor;
  return (
    <div
      dir={texts.dir}
      {...props}
      ref={forwarded}
      className={classNames("lb-root lb-ai-chat", className)}
      data-layout={layout}
    >
      {Object.entries(tools).map(([name, tool]) => (
        <RegisterAiTool key={name} name={name} tool={tool} chatId={chatId} />
      ))}
      {knowledge.map((source, index) => (
        <RegisterAiKnowledge key={index} {...source} chatId={chatId} />
      ))}
      <ChatContext.Provider value={actions}>
        <div
          ref={anchor.scroller}
          className="lb-ai-chat-content"
          tabIndex={0}
          role="region"
          aria-label={texts.AI_CHAT_MESSAGES}
        >
          <div ref={anchor.content} className="lb-ai-chat-messages" role="log" aria-busy={status === "generating"}>
            {messages === undefined ? (
              error === undefined ? (
                <div className="lb-ai-chat-loading">
                  <Loading />
                </div>
              ) : (
                <div className="lb-ai-chat-error" role="alert">
                  {texts.AI_CHAT_MESSAGES_ERROR(error)}
                  <Button
                    variant="outline"
                    icon={<Retry />}
                    onClick={() => void actions.chats?.load(chatId).catch(() => {})}
                  >
                    {texts.AI_CHAT_MESSAGE_RETRY}
                  </Button>
                </div>
              )
            ) : messages.length === 0 && Empty !== undefined ? (
              <Empty chatId={chatId} copilotId={copilotId} />
            ) : (
              messages.map((message) =>
                message.role === "user" ? (
                  <UserMessage key={message.id} message={message} overrides={overrides} />
                ) : (
                  <AssistantMessage
                    key={message.id}
                    {...{ message, overrides, components, showReasoning, showRetrievals, showSources }}
                  />
                ),
              )
            )}
          </div>
        </div>
      </ChatContext.Provider>
      <div className="lb-ai-chat-footer">
        {anchor.isAtEnd ? null : (
          <div className="lb-ai-chat-footer-actions">
            <Button
              className="lb-ai-chat-scroll-to-bottom"
              variant="outline"
              aria-label={texts.AI_CHAT_SCROLL_TO_BOTTOM}
              icon={<ArrowDown />}
              onClick={scrollToEnd}
            />
          </div>
        )}
        <AiComposer
          className="lb-ai-chat-composer"
          disabled={status === "disconnected"}
          isReady={messages !== undefined && actions.chats !== undefined}
          autoFocus={autoFocus}
          isGenerating={status === "generating"}
          onComposerSubmit={onComposerSubmit}
          send={(text) => {
            send(text);
            scrollToEnd();
          }}
          abort={abort}
          overrides={overrides}
        />
      </div>
    </div>
  );
}

/** The branch that is shown, and what can be done with it. */
function useChat(chatId: string, copilotId: string | undefined, timeout: number | undefined) {
  const [branch, showBranch] = useState<string>();
  const shown = useAiChatMessages(chatId, branch);
  const { status } = useAiChatStatus(chatId, branch);
  const chats = useLoadedChats();
  const last = shown.messages?.at(-1);
  const isBusy = status !== "idle";
  const retry = useCallback<ChatActions["retry"]>(
    ({ parentId }) => {
      if (parentId === null || chats === undefined) return;
      showBranch(undefined);
      chats.ask(chatId, { again: parentId }, { copilotId, timeout }).catch(ignore);
    },
    [chats, chatId, copilotId, timeout],
  );
  const actions = useMemo<ChatActions>(
    () => ({ chatId, chats, isBusy, retry, showBranch }),
    [chatId, chats, isBusy, retry],
  );
  const send = (text: string) => {
    // The branch that the question is in is the newest.
    showBranch(undefined);
    chats?.ask(chatId, text, { copilotId, timeout, parentId: last?.id ?? null }).catch(ignore);
  };
  const abort = () => {
    if (last?.role === "assistant" && isOpen(last))
      chats?.abort(last.id).catch((error: unknown) => console.error(error));
  };
  // A branch that is gone is not shown.
  const isGone = branch !== undefined && shown.messages?.length === 0;
  useEffect(() => {
    if (isGone) showBranch(undefined);
  }, [isGone]);
  return { shown, actions, status, send, abort };
}

/** The answer that could not be asked for is shown as failed. */
function ignore(): void {}

function DefaultLoading(): ReactElement {
  const { AI_CHAT_LOADING } = useOverrides();
  return (
    <span role="status" aria-label={AI_CHAT_LOADING}>
      <Spinner className="lb-spinner" />
    </span>
  );
}
