import type { AiAssistantPart, AiToolResult } from "@weft/protocol";
import { BookOpen, Brain, Globe } from "lucide-react";
import { Suspense } from "react";
import { PartNote } from "./part-note.tsx";
import { ToolCall } from "./tool-call.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";

// Fetched with the first answer.
const Markdown = lazyPart(() => import("../../../../ui/markdown.tsx").then((m) => ({ default: m.Markdown })));

export interface AnswerPartProps {
  part: AiAssistantPart;
  /** It is still being written. */
  isLast: boolean;
  respond: (invocationId: string, result: AiToolResult) => void;
}

/** A part of an answer: text, or what the model did for it. */
export function AnswerPart({ part, isLast, respond }: AnswerPartProps) {
  switch (part.type) {
    case "text":
      return (
        <Suspense fallback={<p className="whitespace-pre-wrap">{part.text}</p>}>
          <Markdown>{part.text}</Markdown>
        </Suspense>
      );
    case "reasoning":
      return (
        <PartNote icon={Brain} title={isLast ? "Thinking…" : "Thought"}>
          <p className="whitespace-pre-wrap">{part.text}</p>
        </PartNote>
      );
    case "tool-invocation":
      return <ToolCall part={part} respond={(result) => respond(part.invocationId, result)} />;
    case "retrieval": {
      const verb = part.endedAt === undefined ? "Searching" : "Searched";
      const where = part.kind === "knowledge" ? "knowledge" : "the web";
      return (
        <PartNote
          icon={part.kind === "knowledge" ? BookOpen : Globe}
          title={part.query === undefined ? `${verb} ${where}` : `${verb} ${where} for “${part.query}”`}
        />
      );
    }
    case "sources":
      return (
        <ol aria-label="Sources" className="flex flex-col gap-1 border-t border-line pt-3">
          {part.sources.map(({ url, title }) => (
            <li key={url} className="truncate text-xs">
              <a href={url} target="_blank" rel="noreferrer" className="link">
                {title}
              </a>
            </li>
          ))}
        </ol>
      );
  }
}
