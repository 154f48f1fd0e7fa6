import type { Random } from "../support/random.ts";
import { createRandom } from "../support/random.ts";
import type { Disturbance } from "./disturbance.ts";

/**
 * What happens in one run, as plain data: it can be written to a file, shortened, and run again. Numbers choose among
 * whatever exists at that moment, so every step means something wherever it stands.
 */
export interface Script {
  readonly seed: number;
  readonly clients: number;
  /**
   * The room is empty, and clients enter it in the order of the steps, each with the same initial keys. Otherwise a
   * back end has written them, and all clients are connected before the first step.
   */
  readonly beginning?: boolean;
  readonly steps: readonly Step[];
}

/** Which structure (`at`), what is done to it (`op`), and where in it and with what (`with`). */
export interface Edit {
  readonly at: number;
  readonly op: number;
  readonly with: number;
}

export type Step =
  /** The user opens the page for the first time; the next step begins before it has loaded. */
  | { readonly do: "enter"; readonly client: number }
  /** Waits until the first client to enter has put in the initial keys. Until then lines delay, but lose nothing. */
  | { readonly do: "found" }
  | { readonly do: "edit"; readonly client: number; readonly edit: Edit }
  | { readonly do: "batch"; readonly client: number; readonly edits: readonly Edit[] }
  | { readonly do: "text"; readonly client: number; readonly edit: Edit }
  | { readonly do: "undo" | "redo"; readonly client: number }
  /**
   * Pushes a value that no other client changes, and raises the client's own counters. Each acked change must be there,
   * once.
   */
  | { readonly do: "tally"; readonly client: number }
  /** A tally, and an event behind it that tells the others of it. */
  | { readonly do: "announce"; readonly client: number }
  | Disturbance
  /** The page is reloaded: its unsent changes are lost, and it joins the room as a new connection. */
  | { readonly do: "reload"; readonly client: number }
  /** The client gives its connection up for a new one. */
  | { readonly do: "reconnect"; readonly client: number }
  /** Its user may only read from now on, or write again. */
  | { readonly do: "demote" | "promote"; readonly client: number }
  /** Writes a value that is over the limit. */
  | { readonly do: "excess"; readonly client: number }
  /** A back end changes Storage by JSON Patch. */
  | { readonly do: "patch"; readonly edit: Edit }
  | { readonly do: "wait"; readonly ms: number }
  /** All clients become idle and agree, in the middle of the run. */
  | { readonly do: "settle" };

interface Network {
  /** Whether connections are disturbed at all. */
  readonly faults: boolean;
  /** Whether what a client sent on a connection may arrive when the client is back on another one. */
  readonly strands: boolean;
}

export interface ScriptOptions extends Partial<Network> {
  readonly steps: number;
  /** Whether the room is empty at first. */
  readonly beginning?: boolean;
}

export function generateScript(
  seed: number,
  { steps: count, faults = false, strands = false, beginning = false }: ScriptOptions,
): Script {
  const random = createRandom(seed);
  const clients = 2 + random.below(5);
  const steps: Step[] = beginning ? generateBeginning(random, clients, { faults, strands }) : [];
  while (steps.length < count) steps.push(...generateStep(random, clients, { faults, strands }));
  return { seed, clients, ...(beginning ? { beginning } : undefined), steps };
}

/** Clients enter one by one. Those that enter before the initial keys are durable meet a network that only delays. */
function generateBeginning(random: Random, clients: number, options: Network): Step[] {
  const steps: Step[] = [];
  const together = 1 + random.below(clients);
  for (let client = 0; client < clients; client++) {
    if (client === together) steps.push({ do: "found" });
    for (const direction of ["up", "down"] as const)
      if (random.chance(0.3)) steps.push({ do: "delay", client, direction, ms: random.below(25) });
    steps.push({ do: "enter", client });
    const pauses = random.below(3);
    for (let pause = 0; pause < pauses; pause++) {
      steps.push({ do: "wait", ms: random.below(40) });
      steps.push(...generateStep(random, clients, client < together ? { faults: false, strands: false } : options));
    }
  }
  steps.push({ do: "found" });
  return steps;
}

function generateStep(random: Random, clients: number, { faults, strands }: Network): Step[] {
  const client = random.below(clients);
  const direction = random.chance(0.5) ? "up" : "down";
  const disturbed = faults ? 1 : 0;
  return random.weighted<() => Step[]>([
    [40, () => [{ do: "edit", client, edit: generateEdit(random) }]],
    [
      8,
      () => [{ do: "batch", client, edits: Array.from({ length: 2 + random.below(4) }, () => generateEdit(random)) }],
    ],
    [45, () => [{ do: "text", client, edit: generateEdit(random) }]],
    [7, () => [{ do: "undo", client }]],
    [5, () => [{ do: "redo", client }]],
    [
      3,
      () => [
        { do: "edit", client, edit: generateEdit(random) },
        { do: "undo", client },
        { do: "redo", client },
      ],
    ],
    [5, () => [{ do: "tally", client }]],
    [5, () => [{ do: "announce", client }]],
    [22, () => [{ do: "wait", ms: 1 + random.below(30) }]],
    [2, () => [{ do: "patch", edit: generateEdit(random) }]],
    [0.7, () => [{ do: "settle" }]],
    [3 * disturbed, () => [{ do: "hold", client, direction }]],
    [4 * disturbed, () => [{ do: "release", client, direction }]],
    [3 * disturbed, () => [{ do: "lose", client, direction }]],
    [2 * disturbed, () => [{ do: "delay", client, direction, ms: random.below(25) }]],
    [5 * disturbed, () => [{ do: "cut", client }]],
    [2 * disturbed, () => [{ do: "down", client }]],
    [3 * disturbed, () => [{ do: "up", client }]],
    [1 * disturbed, () => [{ do: "reload", client }]],
    [1 * disturbed, () => [{ do: "demote", client }]],
    [1.5 * disturbed, () => [{ do: "promote", client }]],
    [0.7 * disturbed, () => [{ do: "excess", client }]],
    [strands ? 8 : 0, () => generateStranding(random, client)],
  ])();
}

function generateStranding(random: Random, client: number): Step[] {
  const edits = Array.from({ length: 1 + random.below(4) }, (): Step[] => [
    random.chance(0.5) ? { do: "tally", client } : { do: "edit", client, edit: generateEdit(random) },
    { do: "wait", ms: random.below(25) },
  ]);
  return [
    { do: "strand", client },
    ...edits.flat(),
    { do: "reconnect", client },
    { do: "wait", ms: random.below(30) },
    { do: "deliver", client },
  ];
}

function generateEdit(random: Random): Edit {
  return { at: random.below(1_000), op: random.below(1_000), with: random.below(1_000) };
}
