import type { AiToolResult } from "@weft/protocol";
import { use } from "react";
import { AssistantTools } from "../tools/assistant-tools-context.ts";
import type { ToolPart } from "../tools/assistant-tool.ts";
import { ToolLine } from "./tool-line.tsx";

export interface ToolInvocationProps {
  part: ToolPart;
  respond: (result: AiToolResult) => void;
}

/** A tool that the assistant uses: its form or its chart, or else a line. */
export function ToolInvocation({ part, respond }: ToolInvocationProps) {
  const tool = use(AssistantTools)[part.name];
  const ended = part.stage === "executed" && part.result.type !== "success";
  if (tool?.View === undefined || ended) return <ToolLine part={part} tool={tool} />;
  return <tool.View part={part} respond={respond} />;
}
