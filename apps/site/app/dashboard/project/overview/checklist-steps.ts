import type { Answer } from "../../../api/request.ts";

export type ChecklistBody = Answer<"GET /internal/projects/{projectId}/checklist">;

/** The way from an empty project to a running one; each step with the page that says how. */
export const checklistSteps: readonly {
  readonly step: keyof ChecklistBody["steps"];
  readonly title: string;
  readonly docs: string;
}[] = [
  { step: "createdProject", title: "Create a project", docs: "/docs/get-started" },
  { step: "copiedKey", title: "Copy a key", docs: "/docs/authentication" },
  { step: "firstConnection", title: "Connect a client", docs: "/docs/get-started" },
  {
    step: "roomWithTwoPeople",
    title: "Connect two users to one room",
    docs: "/docs/ready-made-features/presence",
  },
  { step: "tokenIssued", title: "Issue an access token", docs: "/docs/authentication" },
  { step: "productionProject", title: "Create a production project", docs: "/docs/get-started" },
];

export function doneCount(checklist: ChecklistBody): number {
  return checklistSteps.filter(({ step }) => checklist.steps[step] !== null).length;
}
