import type { AiMessage, AiToolResult } from "@weft/protocol";
import { answerFailures } from "@weft/protocol/ai";
import { RefreshCw } from "lucide-react";
import { contentOf } from "../../../../assistant/chat-client/chat-state.ts";
import { Button } from "../../../../ui/button.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";
import { AnswerMeasure } from "./answer-measure.tsx";
import { AnswerPart } from "./answer-part.tsx";
import { failureAdvice } from "./failure-advice.ts";

export interface MessageViewProps {
  message: AiMessage;
  /** Answers the same question again. */
  onRetry: (() => void) | undefined;
  respond: (invocationId: string, result: AiToolResult) => void;
}

/** A question or an answer. */
export function MessageView({ message, onRetry, respond }: MessageViewProps) {
  if (message.role === "user")
    return (
      <div className="max-w-[85%] self-end rounded-lg bg-sunken px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        {message.content.map((part) => (part.type === "text" ? part.text : part.name)).join("\n")}
      </div>
    );
  const parts = contentOf(message);
  const isWaiting = message.status === "generating" && parts.length === 0;
  const advice = message.status === "failed" ? failureAdvice(message.errorReason) : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      {isWaiting && (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> Thinking…
        </p>
      )}
      {parts.map((part, index) => (
        // Parts are only ever added at the end.
        <AnswerPart
          key={index}
          part={part}
          isLast={index === parts.length - 1 && message.status === "generating"}
          respond={respond}
        />
      ))}
      {message.status === "failed" &&
        (message.errorReason === answerFailures.aborted ? (
          <p className="text-muted">Stopped.</p>
        ) : (
          <div role="alert" className="rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-danger">
            <p className="font-medium">{message.errorReason}.</p>
            {advice && <p>{advice}</p>}
          </div>
        ))}
      {(message.status === "completed" || message.status === "failed") && <AnswerMeasure messageId={message.id} />}
      {onRetry && (
        <Button size="sm" variant="ghost" className="-ml-2 self-start" onClick={onRetry}>
          <RefreshCw className="size-3.5" aria-hidden />
          {message.status === "failed" ? "Try again" : "Regenerate"}
        </Button>
      )}
    </div>
  );
}
