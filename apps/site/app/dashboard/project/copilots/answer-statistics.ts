import type { CopilotMonth } from "./copilot-queries.ts";

type OfCopilot = CopilotMonth["copilots"][number];

/** The copilots whose answers were timed, and all failures, the most frequent first. */
export function answersOf(copilots: readonly OfCopilot[]) {
  const named = copilots.map((copilot) => ({ ...copilot, id: copilot.id ?? "", name: nameOf(copilot) }));
  return {
    timed: named.flatMap(({ id, name, latency }) => (latency === null ? [] : [{ id, name, latency }])),
    failures: named
      .flatMap(({ id, name, failures }) => failures.map((failure) => ({ id, name, ...failure })))
      .toSorted((one, other) => other.answers - one.answers),
  };
}

function nameOf({ id, name }: OfCopilot): string {
  return id === null ? "Default model" : (name ?? `Deleted copilot ${id}`);
}
