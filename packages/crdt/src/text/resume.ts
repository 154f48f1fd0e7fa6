/**
 * An update of a text that comes again, with what was typed behind it. Its client does not send the same words again: it
 * restates all of it over every update of others that it hears of, and loads the text in between, which restates nothing:
 *
 *     update sent ── others' updates ──╳ lost ╳── new connection ── others' updates ── text loaded ── update sent again
 *                    all, in order         (some are never heard)    all up to the text
 *
 * What it hears on the new connection was made for a text that holds its own update; that may even be there itself, as if
 * it were somebody else's. The client takes no notice, so its words differ from any that fit the room's order, and are
 * found by doing the same to what it said before.
 */
import type { TextOperation } from "@weft/protocol";
import { equalJson } from "../equal.ts";
import { excludeOperations } from "./exclude.ts";
import type { Statement, TextEdit } from "./history.ts";
import type { Steps } from "./steps.ts";
import { transformOperations } from "./transform.ts";

type Operations = readonly TextOperation[];
type Part = Statement["parts"][number];

export interface Resumed {
  /** What was accepted before, as it is stated now. */
  readonly parts: readonly Part[];
  /** What was typed behind it, as it came, and for the text as it is. */
  readonly rest: Operations;
  readonly restated: Operations;
}

/**
 * Tells what is new in an update from what was stated before.
 *
 * @param edits what followed the text of that statement, undefined if not all of it is known any more.
 * @param missed what followed the text that the update names.
 * @param length of the text as it is.
 */
export function resume(
  { baseVersion, ops }: { readonly baseVersion: number; readonly ops: Operations },
  stated: Statement,
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
  // Where it stands among others' updates is not known: it is taken for the text that it names.
  const rest = ops.slice(operationsOf(similar).length);
  let restated: Operations = rest;
  for (const edit of missed) restated = transformOperations(restated, edit.operations, "after", steps).operations;
  return { parts: similar, rest, restated };
}

interface Heard {
  /** The updates of others that were heard before the connection was lost. */
  readonly first: number;
  /** What was heard on the next one. */
  readonly later: readonly TextEdit[];
  readonly parts: readonly Part[];
}

/** Finds out which updates the client has restated its own over since it stated it last. */
function recognise(
  operations: Operations,
  { baseVersion, parts }: Statement,
  edits: readonly TextEdit[],
  loaded: number,
  steps: Steps,
): Heard | undefined {
  // The client would have learned from the ack of its own that it is in the text.
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

/** Brings what was typed behind a statement to the text as it is. */
function restate(
  operations: Operations,
  { baseVersion }: Statement,
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
  // What the text held already when it was loaded is in it twice on the client, and its user saw it so.
  const twice = own.filter(({ version }) => version <= baseVersion);
  own = excludeParts(own.slice(twice.length), operationsOf(twice), length, steps);
  for (const edit of missed) {
    if (own[0]!.version === edit.version) {
      const part = own.shift()!;
      // It may have been brought to another place than where its sender saw it.
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

/** The same parts, each of as many operations, in other words. */
function partsOf(operations: Operations, parts: readonly Part[]): Part[] {
  let at = 0;
  return parts.map((part) => ({ ...part, operations: operations.slice(at, (at += part.operations.length)) }));
}

/**
 * The parts by what no restating changes: an insert stays one, with its text; a range is divided, shrinks or is gone.
 * Ranges that may belong to either side are taken for known, as a second deletion would take what others typed.
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
