import { ByteColumn, DiffColumn, StringColumn, UintColumn } from "./columns.ts";
import { Cursor, Refusal } from "./cursor.ts";
import { checkJson, skipAny, skipAnyObject } from "./values.ts";

/**
 * Reads updates and state vectors before Yjs does. Yjs trusts its input: a few bytes may stand for more structs than
 * fit into memory. The reader counts while it reads, stops at the bound, and allocates nothing in proportion to what
 * the input claims.
 *
 *     update = structs of client, client, …   then   deleted ranges of client, client, …
 *     structs of a client = first clock, then items, collected ranges and skips, each beginning where the last one ended
 */
export interface UpdateBounds {
  readonly structs: number;
  /** Clients with structs, and clients with deleted ranges. */
  readonly clients: number;
  readonly deletes: number;
  /** Longest struct, in clock ticks. */
  readonly run: number;
  /** Longest skip. */
  readonly gap: number;
  /** How deep values nest. */
  readonly depth: number;
}

export type UpdateReading = UpdateFacts | RefusedUpdate;

export interface RefusedUpdate {
  readonly kind: "refused";
  readonly reason: string;
  /** It may be a valid update, but exceeds a bound. */
  readonly excessive: boolean;
  readonly steps: number;
}

export interface UpdateFacts {
  readonly kind: "ok";
  /** Without skips. */
  readonly structs: number;
  readonly clients: readonly ClientStructs[];
  readonly deletes: readonly DeletedRange[];
  /** Nothing is inserted and nothing deleted. */
  readonly isEmpty: boolean;
  /** Structs, ranges and values that were looked at. */
  readonly steps: number;
}

/** The structs of one client: they cover its clocks from `clock` to `end`, exclusive, without the skips. */
export interface ClientStructs {
  readonly client: number;
  readonly clock: number;
  readonly end: number;
  readonly structs: number;
  /** Clock ticks that are skipped in between. */
  readonly skipped: number;
}

export interface DeletedRange {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}

export function readUpdate(update: Uint8Array, v2: boolean, bounds: UpdateBounds): UpdateReading {
  const reader = new UpdateReader(bounds);
  try {
    return reader.read(v2 ? new SourceV2(update) : new SourceV1(update));
  } catch (error) {
    if (error instanceof Refusal) {
      const { message: reason, excessive } = error;
      return { kind: "refused", reason, excessive, steps: reader.steps };
    }
    throw error;
  }
}

/** Clocks by client, or the reason why it is not a state vector. */
export function readStateVector(
  vector: Uint8Array,
  clients: number,
):
  | { readonly kind: "ok"; readonly clocks: ReadonlyMap<number, number> }
  | { readonly kind: "refused"; reason: string } {
  const clocks = new Map<number, number>();
  if (vector.length === 0) return { kind: "ok", clocks };
  try {
    const cursor = new Cursor(vector);
    for (let left = bounded(cursor.uint(), clients, "clients"); left > 0; left--)
      clocks.set(cursor.uint(), cursor.uint());
    if (!cursor.done) throw new Refusal("Something is left over.");
    return { kind: "ok", clocks };
  } catch (error) {
    if (error instanceof Refusal) return { kind: "refused", reason: error.message };
    throw error;
  }
}

function bounded(count: number, bound: number, what: string): number {
  if (count > bound) throw new Refusal(`It holds more than ${bound} ${what}.`, true);
  return count;
}

/** Bits of the byte that opens a struct; the low five name its kind. */
const hasOrigin = 0x80;
const hasRightOrigin = 0x40;
const hasParentSub = 0x20;
const collected = 0;
const skip = 10;
const xmlElement = 3;
const xmlHook = 5;
const lastType = 6;

class UpdateReader {
  readonly #bounds: UpdateBounds;
  steps = 0;
  #structs = 0;

  constructor(bounds: UpdateBounds) {
    this.#bounds = bounds;
  }

  read(source: Source): UpdateFacts {
    const clients = this.#readStructs(source);
    const deletes = this.#readDeletes(source);
    source.finish();
    const structs = this.#structs;
    return { kind: "ok", structs, clients, deletes, isEmpty: structs === 0 && deletes.length === 0, steps: this.steps };
  }

  #readStructs(source: Source): ClientStructs[] {
    const { rest } = source;
    const count = bounded(rest.uint(), this.#bounds.clients, "clients");
    const clients: ClientStructs[] = [];
    const seen = new Set<number>();
    for (let left = count; left > 0; left--) {
      const claimed = rest.uint();
      const client = source.client();
      if (count > 1 && seen.size === seen.add(client).size) throw new Refusal("A client comes twice.");
      clients.push(this.#readClient(source, client, claimed));
    }
    return clients;
  }

  #readClient(source: Source, client: number, claimed: number): ClientStructs {
    const { run, gap } = this.#bounds;
    const first = source.rest.uint();
    let clock = first;
    let skipped = 0;
    let structs = 0;
    for (let left = claimed; left > 0; left--) {
      this.steps++;
      const info = source.info();
      const kind = info & 0x1f;
      // Skips cost nothing to apply, but a V1 or V2 update may hold as many as it holds structs.
      if (this.steps > 2 * this.#bounds.structs)
        throw new Refusal(`It holds more than ${this.#bounds.structs} structs.`, true);
      let length: number;
      if (kind === skip) {
        length = source.rest.uint();
        if (length > gap) throw new Refusal(skips(client, clock, clock + length - 1, gap), true);
        skipped += length;
      } else {
        structs++;
        bounded(++this.#structs, this.#bounds.structs, "structs");
        length = kind === collected ? source.length() : this.#readItem(source, info, client, clock);
        if (length > run) throw new Refusal(`One struct is longer than ${run}.`, true);
      }
      if (length === 0) throw new Refusal("A struct is empty.");
      clock += length;
      if (clock > Number.MAX_SAFE_INTEGER) throw new Refusal("A clock is out of range.");
    }
    return { client, clock: first, end: clock, structs, skipped };
  }

  /** Passes an item and answers its length. */
  #readItem(source: Source, info: number, client: number, clock: number): number {
    if ((info & hasOrigin) !== 0) before(source.client(), source.leftClock(), client, clock);
    if ((info & hasRightOrigin) !== 0) before(source.client(), source.rightClock(), client, clock);
    if ((info & (hasOrigin | hasRightOrigin)) === 0) {
      if (source.hasRootParent()) source.skipString();
      else before(source.client(), source.leftClock(), client, clock);
      if ((info & hasParentSub) !== 0) source.skipString();
    }
    return this.#readContent(source, info & 0x1f);
  }

  #readContent(source: Source, kind: number): number {
    const { depth } = this.#bounds;
    switch (kind) {
      case 1: // deleted
        return source.length();
      case 2: {
        const length = source.length();
        for (let left = length; left > 0; left--) {
          this.steps++;
          const text = source.string();
          if (text !== "undefined") checkJson(text, depth);
        }
        return length;
      }
      case 3: // binary
        source.rest.skipBlock();
        return 1;
      case 4: // text
        return source.skipString();
      case 5: // embed
        source.skipJson(depth);
        return 1;
      case 6: // formatting
        source.skipKey();
        source.skipJson(depth);
        return 1;
      case 7: {
        const type = source.type();
        if (type > lastType) throw new Refusal("A shared type is of no known kind.");
        if (type === xmlElement || type === xmlHook) source.skipKey();
        return 1;
      }
      case 8: {
        const length = source.length();
        for (let left = length; left > 0; left--) {
          this.steps++;
          skipAny(source.rest, depth);
        }
        return length;
      }
      case 9: // subdocument
        source.skipString();
        skipAnyObject(source.rest, depth);
        return 1;
      default:
        throw new Refusal("A struct is of no known kind.");
    }
  }

  #readDeletes(source: Source): DeletedRange[] {
    const { rest } = source;
    const deletes: DeletedRange[] = [];
    for (let left = bounded(rest.uint(), this.#bounds.clients, "clients"); left > 0; left--) {
      source.startDeletes();
      const client = rest.uint();
      for (let ranges = rest.uint(); ranges > 0; ranges--) {
        this.steps++;
        bounded(deletes.length + 1, this.#bounds.deletes, "deleted ranges");
        const clock = source.deleteClock();
        const length = source.deleteLength();
        if (length === 0) throw new Refusal("A deleted range is empty.");
        if (clock + length > Number.MAX_SAFE_INTEGER) throw new Refusal("A clock is out of range.");
        deletes.push({ client, clock, length });
      }
    }
    return deletes;
  }
}

function skips(client: number, from: number, to: number, gap: number): string {
  const most = gap === 0 ? "" : `, which is more than ${gap}`;
  return `It leaves out clocks ${from} to ${to} of client ${client}${most}.`;
}

/** An item that refers to itself, or to a later item of its own client, would stay pending for ever once accepted. */
function before(client: number, clock: number, ownClient: number, ownClock: number): void {
  if (client === ownClient && clock >= ownClock) throw new Refusal("A struct refers to itself.");
}

/** The two encodings: the same parts, found in different places. */
interface Source {
  /** Parts that are in no column of either encoding. */
  readonly rest: Cursor;
  info(): number;
  client(): number;
  leftClock(): number;
  rightClock(): number;
  hasRootParent(): boolean;
  type(): number;
  length(): number;
  /** Answers the length in UTF-16 code units. */
  skipString(): number;
  string(): string;
  skipKey(): void;
  skipJson(depth: number): void;
  startDeletes(): void;
  deleteClock(): number;
  deleteLength(): number;
  finish(): void;
}

class SourceV1 implements Source {
  readonly rest: Cursor;

  constructor(update: Uint8Array) {
    this.rest = new Cursor(update);
  }

  info(): number {
    return this.rest.byte();
  }
  client(): number {
    return this.rest.uint();
  }
  leftClock(): number {
    return this.rest.uint();
  }
  rightClock(): number {
    return this.rest.uint();
  }
  hasRootParent(): boolean {
    return this.rest.uint() === 1;
  }
  type(): number {
    return this.rest.uint();
  }
  length(): number {
    return this.rest.uint();
  }
  skipString(): number {
    return this.rest.skipString();
  }
  string(): string {
    return this.rest.string();
  }
  skipKey(): void {
    this.rest.skipString();
  }
  skipJson(depth: number): void {
    checkJson(this.rest.string(), depth);
  }
  startDeletes(): void {}
  deleteClock(): number {
    return this.rest.uint();
  }
  deleteLength(): number {
    return this.rest.uint();
  }
  finish(): void {
    if (!this.rest.done) throw new Refusal("Something is left over.");
  }
}

class SourceV2 implements Source {
  readonly rest: Cursor;
  readonly #keyClocks: DiffColumn;
  readonly #clients: UintColumn;
  readonly #leftClocks: DiffColumn;
  readonly #rightClocks: DiffColumn;
  readonly #infos: ByteColumn;
  readonly #strings: StringColumn;
  readonly #parentInfos: ByteColumn;
  readonly #types: UintColumn;
  readonly #lengths: UintColumn;
  #keys = 0;
  #deleteClock = 0;

  constructor(update: Uint8Array) {
    const rest = new Cursor(update);
    if (rest.uint() !== 0) throw new Refusal("It asks for features that do not exist.");
    this.#keyClocks = new DiffColumn(rest.block());
    this.#clients = new UintColumn(rest.block());
    this.#leftClocks = new DiffColumn(rest.block());
    this.#rightClocks = new DiffColumn(rest.block());
    this.#infos = new ByteColumn(rest.block());
    this.#strings = new StringColumn(rest.block());
    this.#parentInfos = new ByteColumn(rest.block());
    this.#types = new UintColumn(rest.block());
    this.#lengths = new UintColumn(rest.block());
    this.rest = rest;
  }

  info(): number {
    return this.#infos.read();
  }
  client(): number {
    return this.#clients.read();
  }
  leftClock(): number {
    return this.#leftClocks.read();
  }
  rightClock(): number {
    return this.#rightClocks.read();
  }
  hasRootParent(): boolean {
    return this.#parentInfos.read() === 1;
  }
  type(): number {
    return this.#types.read();
  }
  length(): number {
    return this.#lengths.read();
  }
  skipString(): number {
    return this.#strings.skip();
  }
  string(): string {
    return this.#strings.read();
  }
  /** A key that came before may be named by its number instead. */
  skipKey(): void {
    if (this.#keyClocks.read() < this.#keys) return;
    this.#strings.skip();
    this.#keys++;
  }
  skipJson(depth: number): void {
    skipAny(this.rest, depth);
  }
  startDeletes(): void {
    this.#deleteClock = 0;
  }
  deleteClock(): number {
    return (this.#deleteClock += this.rest.uint());
  }
  deleteLength(): number {
    const length = this.rest.uint() + 1;
    this.#deleteClock += length;
    return length;
  }
  finish(): void {
    const columns = [this.#keyClocks, this.#clients, this.#leftClocks, this.#rightClocks, this.#infos];
    for (const column of [...columns, this.#strings, this.#parentInfos, this.#types, this.#lengths]) column.finish();
    if (!this.rest.done) throw new Refusal("Something is left over.");
  }
}
