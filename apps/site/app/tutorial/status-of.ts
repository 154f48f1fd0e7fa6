import type { PreviewState } from "./preview.ts";
import type { Outcome } from "./run-check.ts";

/** How far the check of a chapter is. */
export type Checked =
  | { readonly kind: "not" }
  | { readonly kind: "checking" }
  | { readonly kind: "checked"; readonly outcomes: readonly Outcome[] };

/** What there is to say of a program, in a few words; nothing while it simply runs. */
export function statusOf(checked: Checked, states: readonly PreviewState[], isSolution = false): string {
  if (checked.kind === "checking") return "Checking…";
  if (checked.kind === "checked") {
    const held = checked.outcomes.filter((outcome) => outcome === "held").length;
    const passed = isSolution ? "The solution does every step." : "Chapter done.";
    return held === checked.outcomes.length ? passed : `${held} of ${checked.outcomes.length} steps done.`;
  }
  const stopped = states.find((state) => state.kind === "failed");
  if (stopped === undefined) return "";
  const { file, line } = stopped.failure;
  return `Stopped${file === undefined ? "" : ` in ${file}`}${line === undefined ? "" : `, line ${line}`}.`;
}
