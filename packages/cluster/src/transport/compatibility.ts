import { serialize } from "node:v8";

/**
 * What a node says of the wire that it speaks, in every status. Statuses and announcements keep their form in all releases, so
 * that nodes of any two can find out whether they understand each other in everything else (decision 49).
 */
export interface SpokenWire {
  /** The newest version of the wire that it writes: of frames, and of messages whose meaning has changed. */
  readonly version: number;
  /** The oldest that it understands. */
  readonly oldest: number;
  /** The version in which its V8 encodes messages. One of Node.js reads its own, and older ones. */
  readonly format: number;
}

export const ourWire: SpokenWire = { version: 1, oldest: 1, format: serialize(null)[1]! };

/** Why two nodes cannot talk to each other, as one sentence for operators. Undefined if they can. */
export function whyIncompatible(theirs: SpokenWire, ours: SpokenWire = ourWire): string | undefined {
  if (theirs.version < ours.oldest || ours.version < theirs.oldest)
    return `It speaks ${versionsOf(theirs)} of the protocol between nodes, and this node speaks ${versionsOf(ours)}.`;
  if (theirs.format !== ours.format)
    return `Its Node.js encodes messages in format ${theirs.format}, and that of this node in format ${ours.format}.`;
  return undefined;
}

function versionsOf({ oldest, version }: SpokenWire): string {
  return oldest === version ? `version ${version}` : `versions ${oldest} to ${version}`;
}
