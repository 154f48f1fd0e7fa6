import type {
  AppliedUpdates,
  DocumentFailure,
  Documents,
  DocumentSource,
  OpenDocument,
  UpdateOutcome,
} from "../src/index.ts";

/** Documents that are lists of updates, for tests of the room: nothing is merged, and a hash names what is in. */
export interface FakeDocuments extends Documents {
  /** While set, updates wait: `release` lets them go on. */
  held: boolean;
  release(): Promise<void>;
  /** Documents that are open. */
  readonly opened: readonly string[][];
  /** How many were open at once at most. */
  readonly mostOpen: number;
  /** Makes room as a server does that holds as many documents as it may; answers how many were closed. */
  releaseAll(): number;
  /** State vectors of the differences that were asked for. */
  readonly asked: string[];
  /** Actors that were said to have left, behind what they wrote. */
  readonly left: number[];
  /** What was applied together. */
  readonly batches: string[][];
  /** How many updates make a merge due. */
  mergeFrom: number;
}

export function createFakeDocuments(): FakeDocuments {
  const waiting: (() => void)[] = [];
  const opened: string[][] = [];
  const batches: string[][] = [];
  const asked: string[] = [];
  const left: number[] = [];
  const sources = new Set<DocumentSource>();
  let mostOpen = 0;
  const counters = { open: 0, accepted: 0, refused: 0, asked: 0, quarantined: 0, workersLost: 0 };
  const failure: DocumentFailure = { kind: "failed", cause: "closed", reason: "closed" };
  const documents: FakeDocuments = {
    held: false,
    opened,
    batches,
    asked,
    left,
    get mostOpen() {
      return mostOpen;
    },
    releaseAll: () => [...sources].filter((source) => source.release?.() === true).length,
    mergeFrom: Infinity,
    counters,
    async release() {
      documents.held = false;
      for (const go of waiting.splice(0)) go();
      await Promise.resolve();
    },
    restoring: () => Promise.resolve(failure),
    [Symbol.asyncDispose]: () => Promise.resolve(),
    async open(source) {
      sources.add(source);
      mostOpen = Math.max(mostOpen, sources.size);
      const rows = await source.load();
      const texts = rows.flatMap(({ update }) => Buffer.from(update).toString().split("|"));
      let newest = rows.at(-1)?.id ?? 0;
      let durable = newest;
      let merged = 0;
      let isOpen = true;
      opened.push(texts);
      const turn = async () => {
        if (documents.held) await new Promise<void>((resolve) => waiting.push(resolve));
      };
      const hash = (v2: boolean) => texts.join("+") + (v2 ? " in V2" : "");
      const answer = <T>(value: () => T): Promise<T | DocumentFailure> =>
        turn().then(() => (isOpen ? value() : failure));
      const document: OpenDocument = {
        quarantined: [],
        get compactionDue() {
          return durable - merged >= documents.mergeFrom;
        },
        apply: (updates) =>
          answer((): AppliedUpdates => {
            batches.push(updates.map(({ update }) => Buffer.from(update).toString()));
            const outcomes = updates.map(({ update, from }): UpdateOutcome => {
              const text = Buffer.from(update).toString();
              if (from?.readOnly === true) return { kind: "refused", cause: "permission", reason: "read-only" };
              if (text === "bad") return { kind: "refused", cause: "malformed", reason: "bad" };
              if (text === "bomb") return { kind: "refused", cause: "overran", reason: "bomb" };
              if (texts.includes(text)) return { kind: "unchanged" };
              texts.push(text);
              return { kind: "accepted", row: ++newest };
            });
            const hashes = {
              ...(updates.some(({ v2 }) => !v2) && { v1: hash(false) }),
              ...(updates.some(({ v2 }) => v2) && { v2: hash(true) }),
            };
            return { kind: "applied", outcomes, hashes };
          }),
        committed: (through) => void (durable = through),
        diff(vector, v2) {
          asked.push(Buffer.from(vector).toString());
          return answer(() => {
            const known = Buffer.from(vector).toString().split("|");
            const update = Buffer.from(texts.filter((text) => !known.includes(text)).join("|"));
            return { kind: "diff" as const, update, stateVector: Buffer.from(texts.join("|")), hash: hash(v2) };
          });
        },
        hash: (v2) => answer(() => ({ kind: "hash" as const, hash: hash(v2) })),
        json: () => answer(() => ({ kind: "json" as const, text: Buffer.from(JSON.stringify(texts)) })),
        refersTo: (guid) => answer(() => ({ kind: "reference" as const, exists: texts.includes(`sub ${guid}`) })),
        compact: () =>
          answer(() => {
            merged = newest;
            return { kind: "compacted" as const, state: Buffer.from(texts.join("|")), through: newest };
          }),
        left: (actor) => void left.push(actor),
        close() {
          isOpen = false;
          sources.delete(source);
        },
      };
      return { kind: "opened", document };
    },
  };
  return documents;
}
