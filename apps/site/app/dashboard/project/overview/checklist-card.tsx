import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ThreadMark, ThreadStop } from "../../../ui/thread-line.tsx";
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
  const isDone = (index: number) => index >= 0 && checklist.steps[checklistSteps[index]!.step] !== null;
  const next = checklistSteps.find(({ step }) => checklist.steps[step] === null)?.step;
  return (
    <Card className="p-0!">
      <div className="flex h-13 items-center gap-3 pr-3 pl-5">
        <h2 className="text-base">Get started</h2>
        <span className="figures ml-auto text-xs whitespace-nowrap text-muted" role="status">
          {done} of {checklistSteps.length}
          <span className="max-sm:sr-only"> done</span>
        </span>
        <Button variant="ghost" size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
      </div>
      <ol className="border-t border-line px-5 py-2 lg:grid lg:auto-cols-fr lg:grid-flow-col lg:px-2 lg:pt-5 lg:pb-4">
        {checklistSteps.map(({ step, title, docs }, index) => {
          const at = checklist.steps[step];
          const state = at !== null ? "reached" : step === next ? "next" : "waiting";
          return (
            <li
              key={step}
              className="relative flex items-center gap-3 text-sm lg:flex-col lg:gap-2 lg:px-2 lg:text-center"
            >
              <ThreadMark state={state} className="lg:invisible lg:absolute!" />
              <span className="max-lg:invisible max-lg:absolute">
                <ThreadStop index={index} state={state} follows={isDone(index - 1)} />
              </span>
              <span className={`py-2 text-balance max-lg:flex-1 lg:py-0 ${at === null ? "" : "text-muted"}`}>
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
    </Card>
  );
}
