/** The hooks of chats with copilots, and the components that lend copilots tools and knowledge. */
import type {
  AiChat,
  AiChatMessage,
  AiChatsQuery,
  AiKnowledgeSource,
  AiToolDefinition,
  AiUserMessage,
  ChatStatus,
} from "@weft/client";
import type { ReactElement } from "react";
import type { PagesOf, QueryResultOf } from "./result-types.ts";

/** How copilots answer the messages of a component. `timeout` is in milliseconds. */
export interface UseSendAiMessageOptions {
  /** By default the one that answered last in the chat, or else the project's default copilot. */
  readonly copilotId?: string;
  /** Whether the answer arrives as it is written. By default true. */
  readonly stream?: boolean;
  /** Milliseconds until an answer fails, by default 30,000. */
  readonly timeout?: number;
}

/** A message to a copilot, and how it is answered. */
export interface SendAiMessageOptions extends UseSendAiMessageOptions {
  /** By default the chat that the hook was given. */
  readonly chatId?: string;
  readonly text: string;
}

export interface NewChatOptions {
  readonly id: string;
  /** Without one, the chat gets a title after the first answer. */
  readonly title?: string;
  readonly metadata?: Record<string, string | string[]>;
}

/** Props of RegisterAiKnowledge. Without `chatId`, the knowledge is for all chats. */
export interface RegisterAiKnowledgeProps extends AiKnowledgeSource {
  /** Where several have the same id, the one that was mounted last counts. */
  readonly id?: string;
  /** The chat that is told; by default all. */
  readonly chatId?: string;
}

/** Props of RegisterAiTool. Without `chatId`, the tool is for all chats. */
export interface RegisterAiToolProps {
  /** What copilots call it. Where several have the same name, the one that was mounted last counts. */
  readonly name: string;
  readonly tool: AiToolDefinition;
  /** The chat that may use it; by default all. */
  readonly chatId?: string;
  /** Whether copilots are offered it, instead of what the tool says. Earlier invocations are shown in any case. */
  readonly enabled?: boolean;
}

/**
 * Chats of the user. Those that show something connect when they are mounted, the others when they are used.
 *
 * @param chatId The id of the chat.
 * @param query Only chats whose metadata has these values.
 * @param tool The definition of the tool.
 */
export interface ChatHooks<Suspends extends boolean> {
  /** The chats of the user, those used last first. */
  readonly useAiChats: (options?: { readonly query?: AiChatsQuery }) => PagesOf<Suspends, AiChat, "chats">;
  /** A chat, which is created if there is none. */
  readonly useAiChat: (chatId: string) => QueryResultOf<Suspends, AiChat, "chat">;
  /** The messages of the newest branch, or of the one that contains the given message. */
  readonly useAiChatMessages: (
    chatId: string,
    branchId?: string,
  ) => QueryResultOf<Suspends, readonly AiChatMessage[], "messages">;
  /** What the newest branch is doing, or the one that contains the given message. Never suspends. */
  readonly useAiChatStatus: (chatId: string, branchId?: string) => ChatStatus;
  /** A function that creates a chat. Its promise need not be awaited; it rejects if the chat cannot be created. */
  readonly useCreateAiChat: () => (chat: string | NewChatOptions) => Promise<void>;
  /** A function that deletes a chat. Its promise need not be awaited; it rejects if the chat cannot be deleted. */
  readonly useDeleteAiChat: () => (chatId: string) => Promise<void>;
  /**
   * A function that asks a question, and answers it as a message. Question and answer are shown at once; if the server does not accept
   * them, the answer is shown as failed.
   *
   * @example
   * const send = useSendAiMessage("trip");
   * send("What do I pack?");
   */
  readonly useSendAiMessage: {
    (chatId: string, options?: UseSendAiMessageOptions): (message: string | SendAiMessageOptions) => AiUserMessage;
    (): (message: SendAiMessageOptions & { readonly chatId: string }) => AiUserMessage;
    (
      chatId?: string,
      options?: UseSendAiMessageOptions,
    ): {
      (message: string | SendAiMessageOptions): AiUserMessage;
      (message: SendAiMessageOptions & { readonly chatId: string }): AiUserMessage;
    };
  };
  /** Tells copilots something about the page, for as long as it is mounted. */
  readonly RegisterAiKnowledge: (props: RegisterAiKnowledgeProps) => ReactElement | null;
  /** Lends copilots a tool, for as long as it is mounted. */
  readonly RegisterAiTool: (props: RegisterAiToolProps) => ReactElement | null;
}
