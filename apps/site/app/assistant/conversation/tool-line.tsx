import { Check, CircleSlash, TriangleAlert } from "lucide-react";
import { Spinner } from "../../ui/spinner.tsx";
import type { AssistantTool, ToolPart } from "../tools/assistant-tool.ts";

/** A tool in one line: what it does, and what became of it. */
export function ToolLine({ part, tool }: { part: ToolPart; tool: AssistantTool | undefined }) {
  const { icon, text } = lineOf(part, tool);
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <span className="mt-0.5 shrink-0 [&_svg]:size-4">{icon}</span>
      <span className="min-w-0">{text}</span>
    </p>
  );
}

function lineOf(part: ToolPart, tool: AssistantTool | undefined) {
  if (part.stage !== "executed") return { icon: <Spinner />, text: tool?.running ?? "Working…" };
  const { result } = part;
  if (result.type === "error")
    return { icon: <TriangleAlert className="text-danger" aria-hidden />, text: result.error };
  if (result.type === "cancelled") return { icon: <CircleSlash aria-hidden />, text: result.reason ?? "Cancelled." };
  return { icon: <Check className="text-success" aria-hidden />, text: tool?.done(result.data) ?? "Done" };
}
