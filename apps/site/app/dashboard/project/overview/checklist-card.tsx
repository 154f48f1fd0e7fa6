import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { checklistQuery } from "../shared/checklist-query.ts";
import { checklistSteps, doneCount } from "./checklist-steps.ts";
import type { ChecklistBody } from "./checklist-steps.ts";

/** What is done on the way to a running app; a step turns done as soon as the server sees it. */
export function ChecklistCard({ projectId, checklist }: { projectId: string; checklist: ChecklistBody }) {
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () =>
      request("PATCH /internal/projects/{projectId}/checklist", { path: { projectId }, body: { dismissed: true } }),
    onSuccess: (next) => client.setQueryData(checklistQuery(projectId).queryKey, next),
  });
  const done = doneCount(checklist);
  return (
    <Card className="p-0!">
      <div className="flex items-center justify-between gap-4 px-5 pt-4 pb-3">
        <h2 className="text-lg">Get started</h2>
        <span className="text-sm text-muted tabular-nums" role="status">
          {done} of {checklistSteps.length} done
        </span>
      </div>
      <ol className="grid border-t border-line sm:grid-cols-2">
        {checklistSteps.map(({ step, title, docs }) => {
          const at = checklist.steps[step];
          return (
            <li
              key={step}
              className="flex items-center gap-3 border-b border-line px-5 py-3 text-sm sm:odd:border-r sm:[&:nth-last-child(-n+2)]:border-b-0"
            >
              <span
                aria-hidden
                className={`grid size-5 shrink-0 place-items-center rounded-full border transition-colors duration-(--calm) ${at === null ? "border-line-control" : "border-success-solid bg-success-soft text-success"}`}
              >
                {at !== null && <Check className="size-3.5" />}
              </span>
              <span className={`flex-1 ${at === null ? "" : "text-muted"}`}>
                {title}
                <span className="sr-only">{at === null ? ", not done yet" : ", done"}</span>
              </span>
              {at === null && (
                <Link to={docs} className="link text-xs whitespace-nowrap" aria-label={`View guide: ${title}`}>
                  View guide
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <div className="flex justify-end border-t border-line px-3 py-2">
        <Button variant="ghost" size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
      </div>
    </Card>
  );
}
