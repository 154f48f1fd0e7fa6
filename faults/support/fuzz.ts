import type { Random } from "./random.ts";

/**
 * Frames as a hostile or broken client would send them. Three kinds: right by grammar and wrong in meaning, recordings of
 * the official client with something changed, and plain noise. Most are of the first kind: the others mostly end their
 * connection, and what is behind them is never read.
 */
export interface Fuzzer {
  /** @param actor the number that the server gave the connection */
  frame(actor: number): { readonly text: string | Buffer; readonly binary: boolean };
  /** Ids of nodes that are there, to be named in ops. */
  learn(ids: readonly string[]): void;
}

export function createFuzzer(random: Random, recordings: readonly string[]): Fuzzer {
  return new FrameFuzzer(random, recordings);
}

const names = [
  "a",
  "b",
  "items",
  "entries",
  "__proto__",
  "constructor",
  "toString",
  "",
  "root",
  "ACK",
  "é😀",
  "\u0000",
  "k".repeat(1_100),
];
const positions = ["!", "!!", " ~", "~", "~~  !", "", " ", "\n!", "é", "O", "zz", "a".repeat(1_100), "! O"];
const numbers = ["-1", "1e999", "0.5", "9007199254740993", "null", "[]", "{}", '""', "true"];

class FrameFuzzer implements Fuzzer {
  readonly #random: Random;
  readonly #recordings: readonly string[];
  #clock = 0;
  #learnt: readonly string[] = ["root"];

  constructor(random: Random, recordings: readonly string[]) {
    this.#random = random;
    this.#recordings = recordings;
  }

  frame(actor: number): { readonly text: string | Buffer; readonly binary: boolean } {
    const kind = this.#random.fraction();
    if (kind < 0.98) return { text: this.#grammatical(actor), binary: false };
    if (kind < 0.994) return { text: this.#mutated(), binary: false };
    if (kind < 0.996) return { text: Buffer.from(this.#mutated()), binary: true };
    // Not even UTF-8, sent as text.
    if (kind < 0.997) return { text: Buffer.from([0xff, 0xfe, this.#random.between(0, 255)]), binary: false };
    return {
      text: this.#random.pick(["ping", "PING", "", "[]", "{}", "null", "[null]", "[[]]", "[0]", '"', "[".repeat(400)]),
      binary: false,
    };
  }

  learn(ids: readonly string[]): void {
    this.#learnt = ids;
  }

  #grammatical(actor: number): string {
    const messages = Array.from({ length: this.#random.between(1, 3) }, () => this.#message(actor));
    return JSON.stringify(messages);
  }

  #message(actor: number): object {
    const random = this.#random;
    const kind = random.fraction();
    if (kind < 0.12)
      return {
        type: 100,
        data: this.#object(2),
        ...(random.chance(0.3) ? { targetActor: random.between(-2, 9) } : {}),
      };
    if (kind < 0.18) return { type: 103, event: this.#value(3) };
    if (kind < 0.2) return { type: 200 };
    // Messages that only a server sends, and types that do not exist.
    if (kind < 0.22) return { type: random.pick([104, 210, 211, 299, 300, 510, 9_999]), ops: [], nodes: [], data: {} };
    return { type: 201, ops: Array.from({ length: random.between(0, 4) }, () => this.#op(actor)) };
  }

  #op(actor: number): object {
    const random = this.#random;
    const type = random.pick([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 7, 8, 8, 8, 8]);
    const id = type === 1 || type === 3 || type === 5 || type === 6 ? this.#knownId(actor) : this.#newId(actor);
    const common = { type, id, opId: this.#opId(actor) };
    switch (type) {
      case 1:
        return { ...common, parentKey: random.pick(positions) };
      case 3:
        return { ...common, data: this.#object(2) };
      case 5:
        return common;
      case 6:
        return { ...common, key: random.pick(names) };
      default:
        return {
          ...common,
          parentId: this.#knownId(actor),
          parentKey: random.chance(0.5) ? random.pick(positions) : random.pick(names),
          ...(random.chance(0.4) ? { intent: random.pick(["set", "push"]) } : {}),
          ...(random.chance(0.2) ? { deletedId: this.#knownId(actor) } : {}),
          ...(type === 4 ? { data: this.#object(2) } : {}),
          ...(type === 8 ? { data: this.#value(3) } : {}),
        };
    }
  }

  /** Mostly fresh ids; sometimes a used one, one of an earlier or unknown connection, or an invalid one. */
  #opId(actor: number): string {
    const random = this.#random;
    const kind = random.fraction();
    if (kind < 0.97) return `${actor}:${this.#clock++}`;
    if (kind < 0.996) return `${actor}:${random.between(0, this.#clock)}`;
    if (kind < 0.998) return `${random.between(0, actor)}:${random.between(0, 50)}`;
    return random.pick(["", "x", "999999:1", "-1:0", "1:", ":1", "1:1:1", "__proto__", "1e3:1", "00001:5"]);
  }

  #knownId(actor: number): string {
    const random = this.#random;
    const kind = random.fraction();
    if (kind < 0.1) return "root";
    if (kind < 0.7) return random.pick(this.#learnt);
    if (kind < 0.75) return random.pick(names);
    return `n${random.between(0, 300)}-${actor % 3}`;
  }

  #newId(actor: number): string {
    return this.#random.chance(0.9) ? `n${this.#random.between(0, 300)}-${actor % 3}` : this.#random.pick(names);
  }

  #object(depth: number): object {
    const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (let n = this.#random.between(0, 3); n > 0; n--) made[this.#random.pick(names)] = this.#value(depth - 1);
    return made;
  }

  #value(depth: number): unknown {
    const random = this.#random;
    const kind = random.between(0, depth > 0 ? 6 : 4);
    if (kind === 0) return null;
    if (kind === 1) return random.chance(0.5);
    if (kind === 2) return random.between(-5, 1_000) / random.pick([1, 3]);
    if (kind === 3) return random.pick(names);
    if (kind === 4) return "v".repeat(random.between(0, 200));
    if (kind === 5) return Array.from({ length: random.between(0, 3) }, () => this.#value(depth - 1));
    return this.#object(depth);
  }

  #mutated(): string {
    const random = this.#random;
    let text = random.pick(this.#recordings);
    for (let n = random.between(1, 3); n > 0; n--) {
      const at = random.between(0, text.length);
      const length = random.between(1, 12);
      switch (random.between(0, 4)) {
        case 0:
          text = text.slice(0, at) + text.slice(at + length);
          break;
        case 1:
          text = text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
          break;
        case 2:
          text = text.slice(0, at) + String.fromCharCode(random.between(0, 300)) + text.slice(at + 1);
          break;
        case 3:
          text = text.replace(/-?\d+(?!.*\d)/, () => random.pick(numbers));
          break;
        default:
          text = text.replace(/"([a-zA-Z]+)":/, (_, name: string) => `"${random.pick([name, ...names.slice(0, 8)])}":`);
      }
    }
    return text;
  }
}
