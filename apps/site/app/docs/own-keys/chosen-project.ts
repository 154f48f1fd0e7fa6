import { readItem, storeItem } from "../../storage/browser-storage.ts";

const key = "weft:docs-project";

/** A project that was chosen in the documentation, and the one last worked in at that time. */
export interface Choice {
  readonly id: string;
  readonly workedIn: string | null;
}

export function chosenProject(): Choice | null {
  try {
    const stored: unknown = JSON.parse(readItem(key) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { id, workedIn } = stored as Partial<Record<keyof Choice, unknown>>;
    return typeof id === "string" ? { id, workedIn: typeof workedIn === "string" ? workedIn : null } : null;
  } catch {
    return null;
  }
}

export function rememberProject(choice: Choice): void {
  storeItem(key, JSON.stringify(choice));
}

/**
 * The project whose keys are shown: the one chosen here, until another is worked in; then that one; or the first.
 */
export function shownProject(
  ids: readonly string[],
  choice: Choice | null,
  workedIn: string | null,
): string | undefined {
  const wanted = choice !== null && choice.workedIn === workedIn ? choice.id : workedIn;
  return ids.find((id) => id === wanted) ?? ids[0];
}
