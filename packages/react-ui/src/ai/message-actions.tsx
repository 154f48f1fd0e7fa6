import type { ReactElement } from "react";
import { ChevronLeft, ChevronRight, Retry } from "../icon.tsx";
import type { AiChatMessageOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { useChatActions } from "./chat-context.ts";
import { CopyButton } from "./copy-button.tsx";
import { hasFailed } from "./message-parts.ts";
import type { ShownAnswer, ShownUserMessage } from "./message-parts.ts";

interface MessageActionsProps {
  readonly message: ShownAnswer | ShownUserMessage;
  readonly text: string;
  readonly texts: AiChatMessageOverrides & GlobalOverrides;
  readonly isAnswer?: boolean;
}

/** Below a message: its other versions, a copy of its text, and for answers, another try. */
export function MessageActions({ message, text, texts, isAnswer = false }: MessageActionsProps): ReactElement | null {
  const { retry, showBranch, isBusy } = useChatActions();
  const { prev, next } = message.navigation;
  const hasVersions = prev !== null || next !== null;
  // Below what says that an answer has failed, there is a button already.
  const canRetry = message.role === "assistant" && !hasFailed(message);
  const canCopy = isAnswer && text !== "";
  if (!canRetry && !canCopy && !hasVersions) return null;
  return (
    <div className="lb-ai-chat-message-actions">
      {hasVersions ? (
        <div className="lb-ai-chat-message-versions">
          <Version label={texts.AI_CHAT_MESSAGE_PREVIOUS} id={prev} icon={<ChevronLeft />} show={showBranch} />
          <Version label={texts.AI_CHAT_MESSAGE_NEXT} id={next} icon={<ChevronRight />} show={showBranch} />
        </div>
      ) : null}
      {canCopy ? <CopyButton text={text} /> : null}
      {canRetry ? (
        <Tooltip content={texts.AI_CHAT_MESSAGE_RETRY}>
          <Button
            variant="ghost"
            className="lb-ai-chat-message-retry"
            aria-label={texts.AI_CHAT_MESSAGE_RETRY}
            icon={<Retry />}
            disabled={isBusy}
            onClick={() => retry(message)}
          />
        </Tooltip>
      ) : null}
    </div>
  );
}

interface VersionProps {
  readonly label: string;
  readonly id: string | null;
  readonly icon: ReactElement;
  readonly show: (id: string) => void;
}

function Version({ label, id, icon, show }: VersionProps): ReactElement {
  return (
    <Button
      variant="ghost"
      aria-label={label}
      icon={icon}
      disabled={id === null}
      onClick={() => id !== null && show(id)}
    />
  );
}
