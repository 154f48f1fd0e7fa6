/**
 * One LiveText on a client. What is shown is what the server has confirmed, then the update on its way, then edits that wait
 * until it is acknowledged:
 *
 *   data = confirmed ∘ inFlight ∘ queued
 *
 * One update is on its way at a time, and each is stated for the version that was confirmed when it was sent (wire
 * specification, 7.11). Others' updates are confirmed before it, and what is on its way and queued is transformed over them.
 */
import {
  applyOperations,
  canonicalText,
  excludeOperations,
  lengthOf,
  Steps,
  transformOperations,
} from "@weft/crdt/shared";
import type { TextData, TextOperation } from "@weft/protocol/types";
import { diffTexts, plainOf } from "./text-diff.ts";

type Operations = readonly TextOperation[];

/** An update as it was first sent, and its operations as they apply to what is confirmed now. */
export interface TextFlight {
  readonly opId: string;
  readonly baseVersion: number;
  readonly sent: Operations;
  readonly operations: Operations;
}

const none: Operations = [];

export class TextState {
  #confirmed: TextData;
  #version: number;
  #flight: TextFlight | undefined;
  #queued: Operations = none;
  #data: TextData;

  constructor(data: TextData, version: number) {
    this.#confirmed = this.#data = canonicalText(data);
    this.#version = version;
  }

  /** What is shown. */
  get data(): TextData {
    return this.#data;
  }

  get confirmed(): TextData {
    return this.#confirmed;
  }

  get length(): number {
    return lengthOf(this.#data);
  }

  /** The confirmed version. */
  get version(): number {
    return this.#version;
  }

  get flight(): TextFlight | undefined {
    return this.#flight;
  }

  get isSynchronized(): boolean {
    return this.#flight === undefined && this.#queued.length === 0;
  }

  toString(): string {
    return plainOf(this.#data);
  }

  /** An edit of this client. Answers the operations as they were applied. */
  edit(operations: Operations): Operations {
    const { data, operations: applied } = applyOperations(this.#data, operations);
    this.#data = data;
    this.#queued = [...this.#queued, ...applied];
    return applied;
  }

  /** Edits that no server has to be told about, because the text is not in a tree yet. */
  settle(): void {
    this.#confirmed = this.#data;
    this.#queued = none;
  }

  /** Sends what is queued, unless an update is on its way. */
  takeOff(newOpId: () => string): TextFlight | undefined {
    if (this.#flight !== undefined || this.#queued.length === 0) return undefined;
    const sent = this.#queued;
    this.#flight = { opId: newOpId(), baseVersion: this.#version, sent, operations: sent };
    this.#queued = none;
    return this.#flight;
  }

  /** Someone else's update. Answers what it changes in what is shown, or undefined if updates before it are missing. */
  receive(operations: Operations, version: number): Operations | undefined {
    if (version !== this.#version + 1) return version <= this.#version ? none : undefined;
    this.#confirmed = applyOperations(this.#confirmed, operations).data;
    this.#version = version;
    return this.#rebase(operations);
  }

  /**
   * The update on its way was accepted with these operations, or, with none, at an earlier time. Answers what changes in what
   * is shown: nothing, if they are as predicted.
   */
  acknowledge(operations: Operations, version: number): Operations {
    const flight = this.#flight;
    if (flight === undefined) return none;
    this.#flight = undefined;
    if (version <= this.#version) {
      // It was accepted before the text was loaded.
      const queued = excludeOperations(this.#queued, flight.operations, lengthOf(this.#confirmed), new Steps(Infinity));
      return this.#show(queued);
    }
    this.#confirmed = applyOperations(this.#confirmed, operations).data;
    this.#version = version;
    return isSame(operations, flight.operations) ? none : this.#show(this.#queued);
  }

  /**
   * The update on its way was refused: the server does not know any more what the text was that it was made for. It is made
   * again, for the text as it is now.
   */
  refuse(): Operations {
    const flight = this.#flight;
    if (flight === undefined) return none;
    this.#flight = undefined;
    this.#queued = [...flight.operations, ...this.#queued];
    return none;
  }

  /** The update on its way is given up, and what was typed since stays. */
  discard(): Operations {
    const flight = this.#flight;
    if (flight === undefined) return none;
    this.#flight = undefined;
    return this.#show(
      excludeOperations(this.#queued, flight.operations, lengthOf(this.#confirmed), new Steps(Infinity)),
    );
  }

  /** The update on its way was accepted. The text that is about to be loaded has it. */
  flightIsContained(): void {
    const flight = this.#flight;
    if (flight === undefined) return;
    this.#flight = undefined;
    this.#confirmed = applyOperations(this.#confirmed, flight.operations).data;
  }

  /** The text was loaded. Answers what changes in what is shown. */
  load(data: TextData, version: number): Operations {
    const loaded = canonicalText(data);
    const others = diffTexts(this.#confirmed, loaded);
    this.#confirmed = loaded;
    this.#version = version;
    return this.#rebase(others);
  }

  /** Transforms what is on its way and queued over what was confirmed before it. */
  #rebase(operations: Operations): Operations {
    let over = operations;
    if (this.#flight !== undefined) {
      const first = transformOperations(this.#flight.operations, over, "after");
      this.#flight = { ...this.#flight, operations: first.operations };
      over = first.over;
    }
    const second = transformOperations(this.#queued, over, "after");
    this.#queued = second.operations;
    this.#data = applyOperations(this.#data, second.over).data;
    return second.over;
  }

  /** Shows what is confirmed, on its way, and queued now. */
  #show(queued: Operations): Operations {
    const before = this.#data;
    const { data, operations } = applyOperations(this.#confirmed, this.#flight?.operations ?? none);
    if (this.#flight !== undefined && operations !== this.#flight.operations)
      this.#flight = { ...this.#flight, operations };
    const shown = applyOperations(data, queued);
    this.#queued = shown.operations;
    this.#data = shown.data;
    return diffTexts(before, this.#data);
  }
}

function isSame(a: Operations, b: Operations): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => isSameOperation(each, b[index]!)));
}

function isSameOperation(a: TextOperation, b: TextOperation): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
