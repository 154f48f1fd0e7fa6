import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../shared/project-context.ts";
import { answerQuery, choicesQuery } from "../copilot-queries.ts";
import { measureText } from "./measure-text.ts";

/** What an answer that has settled took. */
export function AnswerMeasure({ messageId }: { messageId: string }) {
  const { project } = useProject();
  const { data } = useQuery(answerQuery(project.id, messageId));
  const { data: choices } = useQuery(choicesQuery(project.id));
  if (data === undefined) return null;
  return (
    <ul aria-label="Measurements" className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted tabular-nums">
      {measureText(data, choices?.prices).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
