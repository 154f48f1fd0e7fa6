import type { AiAssistantMessage, AiAssistantPart, AiToolResult } from "@weft/protocol";
import { Markdown } from "../../ui/markdown.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { BranchEntry } from "../chat-client/branches.ts";
import { contentOf } from "../chat-client/chat-state.ts";
import type { OpenChat } from "../chat-client/use-chat.ts";
import { AnswerActions } from "./answer-actions.tsx";
import { AnswerFailure } from "./answer-failure.tsx";
import { answerText } from "./answer-text.ts";
import { BranchSwitch } from "./branch-switch.tsx";
import { Reasoning } from "./reasoning.tsx";
import { Retrieval } from "./retrieval.tsx";
import { Sources } from "./sources.tsx";
import { ToolInvocation } from "./tool-invocation.tsx";

const aborted = "Aborted by user";

export interface AnswerProps {
  message: AiAssistantMessage;
  entry: BranchEntry;
  chat: Pick<OpenChat, "respond" | "regenerate" | "show" | "unsettled">;
}

/** An answer of the assistant, part by part. */
export function Answer({ message, entry, chat }: AnswerProps) {
  const parts = contentOf(message);
  const settled = message.status === "completed" || message.status === "failed";
  const failure = message.status === "failed" && message.errorReason !== aborted ? message.errorReason : undefined;
  const wasAborted = message.status === "failed" && message.errorReason === aborted;
  const { parentId } = message;
  const again = chat.unsettled === undefined && parentId !== null ? () => chat.regenerate(parentId) : undefined;
  return (
    <article aria-label="Answer" className="flex min-w-0 flex-col gap-3">
      {parts.map((part, index) => (
        <Part
          key={keyOf(part, index)}
          part={part}
          settled={settled}
          isLast={index === parts.length - 1}
          respond={(invocationId, result) => chat.respond({ messageId: message.id, invocationId }, result)}
        />
      ))}
      {message.status === "generating" && parts.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Spinner /> Thinking…
        </p>
      )}
      {wasAborted && <p className="text-sm text-muted">Stopped.</p>}
      {failure !== undefined && <AnswerFailure reason={failure} onRetry={again} />}
      {settled && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <AnswerActions text={answerText(message)} onRegenerate={failure === undefined ? again : undefined} />
          <BranchSwitch entry={entry} onShow={chat.show} />
        </div>
      )}
    </article>
  );
}

interface PartProps {
  part: AiAssistantPart;
  settled: boolean;
  isLast: boolean;
  respond: (invocationId: string, result: AiToolResult) => void;
}

function Part({ part, settled, isLast, respond }: PartProps) {
  switch (part.type) {
    case "text":
      return <Markdown>{part.text}</Markdown>;
    case "reasoning":
      return <Reasoning part={part} />;
    case "retrieval":
      return <Retrieval part={part} searching={!settled && isLast && part.endedAt === undefined} />;
    case "sources":
      return settled ? <Sources sources={part.sources} /> : null;
    case "tool-invocation":
      return <ToolInvocation part={part} respond={(result) => respond(part.invocationId, result)} />;
  }
}

function keyOf(part: AiAssistantPart, index: number): string {
  return part.type === "tool-invocation" ? part.invocationId : `${part.type}-${index}`;
}
