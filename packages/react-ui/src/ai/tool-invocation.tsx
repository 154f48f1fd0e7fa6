import { useMemo } from "react";
import type { ReactElement, ReactNode } from "react";
import { InvocationContext, useChatActions } from "./chat-context.ts";
import type { Invocation, ToolOutcome } from "./chat-context.ts";
import { useAiTool } from "./loaded-chats.ts";
import type { ShownAnswer } from "./message-parts.ts";

interface ToolInvocationProps {
  readonly message: ShownAnswer;
  readonly part: Invocation["part"];
}

/** What the registered tool renders of an invocation: nothing without a tool, or without its `render`. */
export function ToolInvocation({ message, part }: ToolInvocationProps): ReactElement | null {
  const { chatId, chats } = useChatActions();
  const tool = useAiTool(chats, part.name, chatId);
  const isWaiting = message.status === "awaiting-tool" && part.stage === "executing";
  const messageId = message.id;
  const isAutomatic = tool?.execute !== undefined;
  const invocation = useMemo<Invocation>(() => {
    const respond = (outcome: ToolOutcome = { data: {} }) => {
      if (!isWaiting || chats === undefined) return;
      chats.setToolResult(chatId, messageId, part.invocationId, outcome as never).catch((error: unknown) => {
        console.error(error);
      });
    };
    return { part, isAutomatic, respond };
  }, [part, isAutomatic, isWaiting, chats, chatId, messageId]);
  if (tool?.render === undefined) return null;
  const content = tool.render({ ...part, respond: invocation.respond, types: undefined } as never) as ReactNode;
  return (
    <InvocationContext.Provider value={invocation}>
      <div className="lb-ai-chat-message-tool-invocation">{content}</div>
    </InvocationContext.Provider>
  );
}
