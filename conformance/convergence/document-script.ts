import type { Random } from "../support/random.ts";
import { createRandom } from "../support/random.ts";
import type { Disturbance } from "./disturbance.ts";

/** What happens in one run with documents, decided beforehand: the same seed makes the same script. */
export interface DocumentScript {
  readonly seed: number;
  readonly clients: number;
  /** Whether everyone uses Yjs's second encoding. */
  readonly v2: boolean;
  readonly steps: readonly DocumentStep[];
}

export type DocumentStep =
  | { readonly do: "edit"; readonly client: number; readonly edit: DocumentEdit }
  /** Types a unique mark, which no client deletes. */
  | { readonly do: "mark" | "undo" | "redo"; readonly client: number }
  | { readonly do: "wait"; readonly ms: number }
  | Disturbance
  | { readonly do: "reload"; readonly client: number }
  | { readonly do: "settle" };

export interface DocumentEdit {
  readonly kind: "insert" | "embed" | "delete" | "format" | "entry" | "item" | "markup";
  /** In the subdocument, where it holds the same. */
  readonly below: boolean;
  readonly at: number;
  readonly with: number;
}

export function generateDocumentScript(seed: number, count: number): DocumentScript {
  const random = createRandom(seed);
  const clients = 2 + random.below(3);
  const v2 = random.chance(0.5);
  return { seed, clients, v2, steps: Array.from({ length: count }, () => generateStep(random, clients)) };
}

function generateStep(random: Random, clients: number): DocumentStep {
  const client = random.below(clients);
  const direction = random.chance(0.5) ? "up" : "down";
  return random.weighted<() => DocumentStep>([
    [60, () => ({ do: "edit", client, edit: generateEdit(random) })],
    [12, () => ({ do: "mark", client })],
    [6, () => ({ do: "undo", client })],
    [4, () => ({ do: "redo", client })],
    [20, () => ({ do: "wait", ms: 1 + random.below(30) })],
    [3, () => ({ do: "hold", client, direction })],
    [4, () => ({ do: "release", client, direction })],
    [3, () => ({ do: "lose", client, direction })],
    [2, () => ({ do: "delay", client, direction, ms: random.below(25) })],
    [5, () => ({ do: "cut", client })],
    [2, () => ({ do: "down", client })],
    [3, () => ({ do: "up", client })],
    [1, () => ({ do: "reload", client })],
    [0.7, () => ({ do: "settle" })],
  ])();
}

function generateEdit(random: Random): DocumentEdit {
  const kind = random.weighted<DocumentEdit["kind"]>([
    [8, "insert"],
    [1, "embed"],
    [4, "delete"],
    [3, "format"],
    [3, "entry"],
    [3, "item"],
    [3, "markup"],
  ]);
  return { kind, below: random.chance(0.25), at: random.below(1_000), with: random.below(1_000) };
}
