import type { TestDatabase } from "@weft/testkit";
import { expect } from "vitest";
import { lacking, openDocumentLedger } from "./document-ledger.ts";
import type { Ledger } from "./ledger.ts";
import { openLedger } from "./ledger.ts";
import { openMortalServer } from "./mortal-server.ts";
import type { MortalServer } from "./mortal-server.ts";
import type { Person, PlainBoard } from "./person.ts";
import { agree, emptyBoard, judge, missing, openPerson, sorted, work } from "./person.ts";
import type { Random } from "./random.ts";
import { percentile } from "./report.ts";
import { createRoom, putDocument, readDocument, readStorage, tokenFor } from "./rest.ts";
import { statesOf, storedRows } from "./stored-documents.ts";
import type { Typist } from "./typist.ts";
import { agreeOnDocuments, emptyPages, judgeDocuments, lackingAny, openTypist, type } from "./typist.ts";
import { until } from "./until.ts";

export const ordealRoom = "ordeal";

export interface OrdealOptions {
  readonly random: Random;
  readonly deaths: number;
  readonly people: number;
  /** How each of the server's processes is started. */
  readonly process?: Parameters<typeof openMortalServer>[0];
  /** What dies, if it is not one process. */
  readonly open?: () => Promise<MortalServer>;
  /** The database that `WEFT_TEST_DATABASE` names, by default. */
  readonly database?: TestDatabase;
  /** Ends the server's process, or something that it depends on, at some moment, while users work. */
  readonly die: (server: MortalServer) => Promise<void>;
  /** Starts another process, by default. */
  readonly revive?: (server: MortalServer) => Promise<void>;
  /** Receives how long after each death it took until an edit was acknowledged, in milliseconds. */
  readonly acknowledgedAfter?: (ms: number) => void;
  /** Inspects the data of the dead process before the next one starts. */
  readonly inspect?: (server: MortalServer) => Promise<void>;
}

/** The results, for the table. */
export type OrdealFigures = Readonly<Record<string, string | number>>;

/** Documents are merged this early, so that some kills happen during a merge. */
const mergeAfterUpdates = 60;

/**
 * Users work with the official clients, in Storage and in documents, while the server dies repeatedly. After each
 * crash, every promised value is stored. In the end, every edit is stored once, and all clients, REST and the reloaded
 * room agree.
 */
export async function ordeal(options: OrdealOptions): Promise<OrdealFigures> {
  const { random, deaths } = options;
  const ledger = openLedger();
  const documents = openDocumentLedger();
  await using server = await (options.open?.() ??
    openMortalServer(
      async (data) => ({ ...(await options.process?.(data)), limits: { documentLogUpdates: mergeAfterUpdates } }),
      options.database,
    ));
  await createRoom(server, ordealRoom, { storage: emptyBoard });
  expect(await putDocument(server, ordealRoom, emptyPages())).toBe(200);
  const { url, publicKey } = server;
  using leaving = new DisposableStack();
  const people: Person[] = await Promise.all(
    Array.from({ length: options.people }, async (_, index) => {
      const name = `p${index}`;
      // Half of them are authenticated: op ids are bound to users, and the server must recognize a user's replay as
      // theirs.
      const authenticate = index % 2 === 0 ? undefined : () => tokenFor(server, name);
      return leaving.use(await openPerson({ url, room: ordealRoom, name, publicKey, authenticate, ledger }));
    }),
  );
  const encodings = random.pick([[false], [true], [false, false, true]]);
  const typists: Typist[] = await Promise.all(
    people.map(({ room, name }, index) => {
      const v2 = encodings[index % encodings.length]!;
      return openTypist({ room, name, v2, ledger: documents });
    }),
  );

  const firstAcks: number[] = [];
  const lost: string[] = [];
  let merged = 0;
  const working = leaving.use(work(people, random, 100));
  const typing = leaving.use(type(typists, random, 100));
  const firstAcked = ledger.acks;
  await until("somebody's edit is acknowledged", () => ledger.acks > firstAcked);
  for (let death = 1; death <= deaths; death++) {
    await options.die(server);
    const promised = new Set(ledger.promised);
    const promisedUpdates = documents.promised();
    const rows = await storedRows(server.data);
    lost.push(...lackingAny(promisedUpdates, statesOf(rows, ordealRoom)));
    if (rows.some(({ id }) => id > rows.length)) merged++;
    await options.inspect?.(server);
    await (options.revive ?? ((dead) => dead.restart()))(server);
    const restartedAt = performance.now();
    const acks = ledger.acks;
    const updates = documents.updates;
    const gone = missing(await readBoard(server, options.open !== undefined), promised, people);
    lost.push(...gone);
    // In the message, since the output of a run in CI has nothing else of it.
    const histories = gone.map((text) => historiesIn(text, people, ledger));
    const message = [`promised and lost after death ${death}, restarted at ${restartedAt.toFixed()}`, ...histories];
    expect(lost, message.join("\n")).toEqual([]);
    await until(`edits are acknowledged after death ${death}`, () => ledger.acks > acks);
    firstAcks.push(ledger.ackedAt - restartedAt);
    options.acknowledgedAfter?.(ledger.ackedAt - restartedAt);
    await until(`updates are shown after death ${death}`, () => documents.updates > updates);
  }
  working[Symbol.dispose]();
  typing[Symbol.dispose]();

  const board = await agree(people);
  const text = (value: unknown) => JSON.stringify(value, sorted);
  expect(text(await readStorage(server, ordealRoom)), "REST shows what clients show").toBe(text(board));
  const verdict = judge(board, people);
  expect(verdict).toEqual({ lost: [], doubled: [], wrong: [] });
  expect([...ledger.reused], "op ids that two clients were led to use").toEqual([]);
  expect(ledger.refusals).toEqual([]);

  const states = await agreeOnDocuments(typists);
  const hasAll = async (which: string) => {
    for (const [guid, state] of states) {
      const answered = await readDocument(server, ordealRoom, guid);
      const differences = [...lacking(guid, state, answered), ...lacking(guid, answered, state)];
      expect(differences, which).toEqual([]);
    }
  };
  await hasAll("REST has the documents that clients have");
  const wrong = judgeDocuments(typists);
  expect(wrong).toEqual([]);

  leaving.dispose();
  expect(await server.process.stop(), "exit code of a clean stop").toBe(0);
  await server.restart();
  expect(text(await readStorage(server, ordealRoom)), "the reloaded room holds what clients showed").toBe(text(board));
  await hasAll("the reloaded room has the documents that clients had");
  return {
    seed: random.seed,
    deaths,
    edits: people.reduce((sum, { edits }) => sum + edits, 0),
    acks: ledger.acks,
    encodings: encodings.map((v2) => (v2 ? "V2" : "V1")).join(" "),
    typed: typists.reduce((sum, { typed }) => sum + typed, 0),
    updates: documents.updates,
    "equal hashes": documents.agreed,
    "deaths after a merge": merged,
    lost: lost.length + verdict.lost.length,
    doubled: verdict.doubled.length,
    "first ack p50 ms": percentile(firstAcks, 0.5),
    "p99 ms": percentile(firstAcks, 0.99),
  };
}

/**
 * While its room moves to another node, a cluster may answer that it is to be asked again. A connection that was kept from an
 * earlier call may end at the moment in which it is used again.
 */
function readBoard(server: MortalServer, moves: boolean): Promise<PlainBoard> {
  const read = () => readStorage<PlainBoard>(server, ordealRoom);
  if (!moves) return read();
  const readOrNone = () =>
    read().catch((cause: unknown) => {
      if (cause instanceof Error && /answered 503|^fetch failed$/u.test(cause.message)) return undefined;
      throw cause;
    });
  return until("the room can be read", readOrNone, { everyMs: 100 });
}

/** What became of every value that was written where a lost one was. */
function historiesIn(lost: string, people: readonly Person[], ledger: Ledger): string {
  const [value = ""] = lost.split(" ");
  const { places } = people.find(({ name }) => value.startsWith(`${name}.`))!;
  const here = places.get(value);
  const rivals = here === undefined ? [value] : [...places].flatMap(([other, key]) => (key === here ? [other] : []));
  return `lost: ${lost}\n${rivals.map((rival) => ledger.historyOf(rival)).join("\n")}`;
}
