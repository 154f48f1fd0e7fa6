import { codeOf } from "./checks.ts";
import type { PreviewWindow, Step } from "./checks.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";

/** How a step of a check came out; `skipped` are those after one that failed. */
export type Outcome = "held" | "failed" | "skipped";

/**
 * Takes the steps of a check until one fails. What is written is looked at first: the windows are opened, by `open`, only
 * for a program that has it all.
 */
export async function runCheck(
  steps: readonly Step[],
  files: Files,
  open: () => Promise<readonly [PreviewWindow, PreviewWindow] | undefined>,
): Promise<readonly Outcome[]> {
  const code = codeOf(files);
  const outcomes: Outcome[] = [];
  let windows: readonly [PreviewWindow, PreviewWindow] | undefined;
  for (const step of steps) {
    if (outcomes.includes("failed")) outcomes.push("skipped");
    else if (step.kind === "source") outcomes.push(step.holds(code) ? "held" : "failed");
    else {
      windows ??= await open();
      const holds = windows !== undefined && (await step.happens(...windows));
      outcomes.push(holds ? "held" : "failed");
    }
  }
  return outcomes;
}
