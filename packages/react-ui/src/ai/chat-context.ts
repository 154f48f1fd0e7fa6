import type { ShownAnswer, AnswerPart } from "./message-parts.ts";
import type { Chats } from "@weft/client";
import { createContext, useContext } from "react";

/** What the parts of a chat share. */
export interface ChatActions {
  readonly chatId: string;
  /** Undefined while its code is loading. */
  readonly chats: Chats | undefined;
  /** Whether an answer is being written: the next one has to wait for it. */
  readonly isBusy: boolean;
  /** Asks for another answer to the question of an answer. */
  readonly retry: (answer: ShownAnswer) => void;
  /** Shows the branch of a message. */
  readonly showBranch: (messageId: string) => void;
}

export const ChatContext = createContext<ChatActions | null>(null);

export function useChatActions(): ChatActions {
  const actions = useContext(ChatContext);
  if (actions === null) throw new Error("Messages of a chat are rendered by AiChat only.");
  return actions;
}

type ToolInvocationPart = Extract<AnswerPart, { readonly type: "tool-invocation" }>;
/** The outcome of a tool that ran in this page. */
export type ToolOutcome =
  | { readonly data: object; readonly description?: string }
  | { readonly error: string }
  | { readonly cancel: true | string };

/** The invocation that an AiTool shows. */
export interface Invocation {
  readonly part: ToolInvocationPart;
  /** Whether it runs by itself; others wait for the user. */
  readonly isAutomatic: boolean;
  readonly respond: (outcome?: ToolOutcome) => void;
}

export const InvocationContext = createContext<Invocation | null>(null);

export function useInvocation(): Invocation {
  const invocation = useContext(InvocationContext);
  if (invocation === null) throw new Error("AiTool is rendered by a tool's `render` only.");
  return invocation;
}
