import type { ReactElement } from "react";
import { ChevronRight } from "../icon.tsx";
import type { MarkdownComponents } from "../markdown/components.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import type { AiChatMessageOverrides, ShownReasoning } from "../overrides/overrides.ts";
import { Duration } from "../primitives/duration.tsx";
import { classNames } from "../ui/class-names.ts";

/** Shorter times are not worth saying. */
const shownFromMs = 3000;

interface ReasoningProps {
  readonly part: ShownReasoning;
  readonly isStreaming: boolean;
  readonly texts: AiChatMessageOverrides;
  readonly markdown: Partial<MarkdownComponents>;
}

/** What a copilot thought before it answered, collapsed. */
export function Reasoning({ part, isStreaming, texts, markdown }: ReasoningProps): ReactElement {
  const { startedAt, endedAt } = part;
  const isLong = endedAt !== undefined && Date.parse(endedAt) - Date.parse(startedAt) >= shownFromMs;
  return (
    <details className="lb-ai-chat-message-reasoning">
      <summary className="lb-ai-chat-message-reasoning-header">
        <span className={classNames(isStreaming && "lb-shimmer")}>
          {texts.AI_CHAT_MESSAGE_REASONING(isStreaming, part)}
        </span>
        {isLong ? <Duration className="lb-ai-chat-message-duration" from={startedAt} to={endedAt} /> : null}
        <ChevronRight className="lb-ai-tool-chevron" />
      </summary>
      <Markdown content={part.text} partial={isStreaming} components={markdown} />
    </details>
  );
}
