/**
 * A text update that is sent again, together with later edits. The client does not send the same operations: it
 * transforms them over every update of others that it receives, and loads the text in between, which transforms
 * nothing:
 *
 *     update sent ── others' updates ──╳ lost ╳── new connection ── others' updates ── text loaded ── update sent again
 *                    all, in order        (some are never received)  all up to the text
 *
 * The updates on the new connection were made for a text that already contains the client's own update, which may even
 * be among them like another client's. The client does not account for that, so its operations fit no version of the
 * room. They are recognised by applying the same transformations to the earlier submission.
 */
import type { TextOperation } from "@weft/protocol/types";
import { equalJson } from "../equal.ts";
import { excludeOperations } from "./exclude.ts";
import type { TextSubmission, TextEdit } from "./history.ts";
import type { Steps } from "./steps.ts";
import { transformOperations } from "./transform.ts";

type Operations = readonly TextOperation[];
type Part = TextSubmission["parts"][number];

export interface Resumed {
  /** The part that was accepted before, in its present form. */
  readonly parts: readonly Part[];
  /** The later edits, as they were sent, and transformed to the present text. */
  readonly rest: Operations;
  readonly restated: Operations;
}

/**
 * Separates the new part of an update from the part that was submitted before.
 *
 * @param edits the updates since the version of that submission; undefined when some were evicted.
 * @param missed the updates since the version that the update names.
 * @param length of the text as it is.
 */
export function resume(
  { baseVersion, ops }: { readonly baseVersion: number; readonly ops: Operations },
  stated: TextSubmission,
  edits: readonly TextEdit[] | undefined,
  missed: readonly TextEdit[],
  length: number,
  steps: Steps,
): Resumed | undefined {
  const similar = similarParts(ops, stated.parts);
  if (!similar) return undefined;
  const resumed =
    edits &&
    steps.attempt((most): Resumed | undefined => {
      const heard = recognise(ops, stated, edits, baseVersion - stated.baseVersion, most);
      if (!heard) return undefined;
      const rest = ops.slice(operationsOf(heard.parts).length);
      const restated = rest.length === 0 ? rest : restate(ops, stated, edits, heard, length, most);
      return { parts: partsOf(ops, heard.parts), rest, restated };
    });
  if (resumed) return resumed;
  // Its place among others' updates is unknown: it is treated as made for the version that it names.
  const rest = ops.slice(operationsOf(similar).length);
  let restated: Operations = rest;
  for (const edit of missed) restated = transformOperations(restated, edit.operations, "after", steps).operations;
  return { parts: similar, rest, restated };
}

interface Heard {
  /** Updates of others that the client received before the connection was lost. */
  readonly first: number;
  /** Updates that it received on the next connection. */
  readonly later: readonly TextEdit[];
  readonly parts: readonly Part[];
}

/** Determines over which updates the client has transformed its own since it last sent it. */
function recognise(
  operations: Operations,
  { baseVersion, parts }: TextSubmission,
  edits: readonly TextEdit[],
  loaded: number,
  steps: Steps,
): Heard | undefined {
  // With its own ack, the client would know that its update is in the text.
  const own = parts.find(({ version }) => version > baseVersion);
  const most = Math.max(0, Math.min(loaded, edits.length, own ? own.version - baseVersion - 1 : Infinity));
  const starts: Part[][] = [[...parts]];
  for (let first = 0; first <= most; first++) {
    if (steps.exhausted) return undefined;
    const stated = starts[first]!;
    if (startsWith(operations, stated, steps)) return { first, later: [], parts: stated };
    if (first < most) starts.push(over(stated, edits[first]!.operations, steps));
  }
  for (let from = Math.min(loaded, edits.length) - 1; from >= 0; from--) {
    for (let first = 0; first <= Math.min(most, from); first++) {
      const later = edits.slice(from, loaded);
      let stated = starts[first]!;
      for (const edit of later) {
        if (steps.exhausted) return undefined;
        stated = over(stated, edit.operations, steps);
      }
      if (startsWith(operations, stated, steps)) return { first, later, parts: stated };
    }
  }
  return undefined;
}

/** Transforms the edits after a submission to the present text. */
function restate(
  operations: Operations,
  { baseVersion }: TextSubmission,
  edits: readonly TextEdit[],
  { first, later, parts }: Heard,
  length: number,
  steps: Steps,
): Operations {
  const missed = edits.slice(first);
  for (const edit of missed) length -= growthBy(edit.operations);
  const heard = later.flatMap((edit) => edit.operations);
  const rest: Part = { operations: operations.slice(operationsOf(parts).length), version: Infinity };
  let own = partsOf(excludeOperations(operations, heard, length, steps), [...parts, rest]);
  // Edits that were already in the loaded text are in it twice on the client, and its user saw it that way.
  const twice = own.filter(({ version }) => version <= baseVersion);
  own = excludeParts(own.slice(twice.length), operationsOf(twice), length, steps);
  for (const edit of missed) {
    if (own[0]!.version === edit.version) {
      const part = own.shift()!;
      // It may have been transformed to another place than where its sender saw it.
      if (part.operations.length !== edit.operations.length || !startsWith(edit.operations, [part], steps)) {
        own = excludeParts(own, part.operations, length, steps);
        own = over(own, edit.operations, steps);
      }
    } else own = over(own, edit.operations, steps);
    length += growthBy(edit.operations);
  }
  return operationsOf(own);
}

function excludeParts(parts: readonly Part[], others: Operations, length: number, steps: Steps): Part[] {
  return partsOf(excludeOperations(operationsOf(parts), others, length, steps), parts);
}

function operationsOf(parts: readonly Part[]): Operations {
  return parts.flatMap(({ operations }) => operations);
}

function growthBy(operations: Operations): number {
  let growth = 0;
  for (const operation of operations) {
    if (operation.type === "insert") growth += operation.text.length;
    if (operation.type === "delete") growth -= operation.length;
  }
  return growth;
}

function over(parts: readonly Part[], others: Operations, steps: Steps): Part[] {
  steps.take(1);
  return parts.map((part) => {
    const met = transformOperations(part.operations, others, "after", steps);
    others = met.over;
    return met.operations === part.operations ? part : { ...part, operations: met.operations };
  });
}

function startsWith(operations: Operations, parts: readonly Part[], steps: Steps): boolean {
  let at = 0;
  for (const part of parts) {
    for (const operation of part.operations) {
      steps.take(1);
      if (!equalJson(operation, operations[at++])) return false;
    }
  }
  return true;
}

/** The same parts with transformed operations. */
function partsOf(operations: Operations, parts: readonly Part[]): Part[] {
  let at = 0;
  return parts.map((part) => ({ ...part, operations: operations.slice(at, (at += part.operations.length)) }));
}

/**
 * Finds the parts by what no transformation changes: an insert stays one insert with its text; a range is split,
 * shrinks or disappears. Ranges that may belong to either side count as known, because a second deletion would delete
 * text of others.
 */
function similarParts(operations: Operations, parts: readonly Part[]): readonly Part[] | undefined {
  let at = 0;
  const similar: Part[] = [];
  for (const part of parts) {
    const from = at;
    for (const operation of part.operations) {
      if (operation.type === "insert") {
        const found = operations[at++];
        if (!found || !equalJson({ ...found, index: 0 }, { ...operation, index: 0 })) return undefined;
        continue;
      }
      for (let left = operation.length; ; at++) {
        const found = operations[at];
        if (!found || found.type === "insert" || found.length > left) break;
        if (!equalJson({ ...found, index: 0, length: 0 }, { ...operation, index: 0, length: 0 })) break;
        left -= found.length;
      }
    }
    similar.push({ ...part, operations: operations.slice(from, at) });
  }
  return similar;
}
