import { memo } from "react";
import type { ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import type { AiChatMessageOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { MessageActions } from "./message-actions.tsx";
import { textOf } from "./message-parts.ts";
import type { ShownUserMessage } from "./message-parts.ts";

interface UserMessageProps {
  readonly message: ShownUserMessage;
  readonly overrides?: Partial<GlobalOverrides & AiChatMessageOverrides>;
}

/** A question. Its text is as it was typed. */
export const UserMessage = memo(function UserMessage({ message, overrides }: UserMessageProps): ReactElement {
  const texts = useOverrides(overrides);
  const text = textOf(message.content);
  return (
    <div className="lb-ai-chat-message lb-ai-chat-user-message">
      {message.deletedAt === undefined ? (
        <div className="lb-ai-chat-message-content">{text}</div>
      ) : (
        <div className="lb-ai-chat-message-deleted">{texts.AI_CHAT_MESSAGE_DELETED}</div>
      )}
      <MessageActions message={message} text={text} texts={texts} />
    </div>
  );
});
