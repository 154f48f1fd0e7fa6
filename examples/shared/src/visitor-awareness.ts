import type { LiveblocksYjsProvider } from "@liveblocks/yjs";
import { dyeColour, readVisitor } from "./visitor.ts";

/** The part of the provider's awareness that editors use. */
export type Awareness = Pick<
  LiveblocksYjsProvider["awareness"],
  "doc" | "getLocalState" | "setLocalStateField" | "getStates" | "on" | "off"
>;

/** A visitor as editors draw them. */
export interface Writer {
  readonly name: string;
  readonly color: string;
  readonly colorLight: string;
}

export interface WriterState {
  readonly user: Writer;
  /** Two relative positions, or `null` while there is no caret. */
  readonly cursor: unknown;
}

/**
 * The provider's awareness, as an editor may trust it. Editors write a user's colour into a style, and look a cursor up
 * in the document, which throws for what is none; and what stands there may come from any client in the room. Colours
 * are only looked up here, and a cursor that is none is left out.
 */
export class VisitorAwareness {
  readonly #awareness: Awareness;

  constructor(awareness: Awareness) {
    this.#awareness = awareness;
  }

  get doc() {
    return this.#awareness.doc;
  }

  getLocalState() {
    return this.#awareness.getLocalState();
  }

  setLocalStateField(...change: Parameters<Awareness["setLocalStateField"]>): void {
    this.#awareness.setLocalStateField(...change);
  }

  getStates(): ReadonlyMap<number, WriterState> {
    const states = new Map<number, WriterState>();
    for (const [client, state] of this.#awareness.getStates()) {
      const { user, cursor } = fieldsOf(state);
      const visitor = readVisitor(user);
      const color = dyeColour(visitor);
      states.set(client, { user: { name: visitor.name, color, colorLight: `${color}3d` }, cursor: readCursor(cursor) });
    }
    return states;
  }

  on(...listener: Parameters<Awareness["on"]>): void {
    this.#awareness.on(...listener);
  }

  off(...listener: Parameters<Awareness["off"]>): void {
    this.#awareness.off(...listener);
  }
}

function readCursor(value: unknown): unknown {
  const { anchor, head } = fieldsOf(value);
  return isPosition(anchor) && isPosition(head) ? { anchor, head } : null;
}

/** Whether this says where in a document something is: at an item, in a type, or in a named type at its top. */
function isPosition(value: unknown): boolean {
  const { item, type, tname } = fieldsOf(value);
  const ids = [item, type].filter(isThere);
  if (!ids.every(isId) || (isThere(tname) && typeof tname !== "string")) return false;
  return ids.length > 0 || isThere(tname);
}

function isId(value: unknown): boolean {
  const { client, clock } = fieldsOf(value);
  return isCount(client) && isCount(clock);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}
