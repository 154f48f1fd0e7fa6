import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { history } from "../load/edits.ts";
import { residentBytes } from "../measure.ts";
import type { Figure, Scenario, Subject } from "../scenario.ts";
import { seats, sized, timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";

const reference = "hocuspocus";

/** The options of every load of documents. */
function speaking({ server, dialect }: Subject) {
  return { pid: server.pid, dialect };
}

/** 1,000 updates per second in total, regardless of what is measured afterwards. */
const warmUpHz = (writers: number) => 1_000 / writers;

const delivered: Figure = { key: "delivered", label: "delivered", unit: "%", target: { of: "value", atLeast: 100 } };

interface Typing {
  readonly name: string;
  readonly title: string;
  /** Documents, each with so many writers. */
  readonly rooms?: number;
  readonly writers: number;
  readonly hz: number;
  /** CPU in multiples of the reference's, at most. */
  readonly times?: number;
  readonly p99?: number;
}

function typing({ name, title, rooms = 1, writers, hz, times = 1.2, p99 }: Typing): Scenario {
  return {
    name,
    title,
    reference,
    beside: ["y-websocket"],
    figures: [
      { key: "cpuPerUpdate", label: "CPU for each update", unit: "µs", target: { of: "ratio", atMost: times } },
      { key: "load", label: "CPU of one core", unit: "%" },
      { key: "p50", label: "ack p50", unit: "ms" },
      {
        key: "p99",
        label: "ack p99",
        unit: "ms",
        ...(p99 === undefined ? {} : { target: { of: "value", atMost: p99 } }),
      },
      delivered,
    ],
    async measure(subject, run) {
      const { warmUpMs, windowMs } = timing(run);
      const ids = Array.from({ length: rooms }, (_, room) => `${name}-${run.mark}-${room}`);
      const result = await runLoad("typing", {
        ...speaking(subject),
        rooms: await seats(subject, ids, writers),
        hz,
        warmUpHz: warmUpHz(rooms * writers),
        warmUpMs,
        // Few updates use little CPU, so it takes longer to measure their cost.
        windowMs: rooms * writers * hz < 150 ? 2 * windowMs : windowMs,
      });
      return {
        cpuPerUpdate: (result.cpuMs * 1_000) / result.acked,
        load: (result.cpuMs / result.wallMs) * 100,
        p50: result.p50,
        p99: result.p99,
        delivered: result.delivered * 100,
      };
    },
  };
}

function oneDocument(writers: number, hz: number): Scenario {
  const title = `${writers} people type into one document, ${hz} characters a second each`;
  return typing({ name: `document-${writers}x${hz}`, title, writers, hz });
}

const replay: Scenario = {
  name: "document-replay",
  title: "Somebody sends 3,000 edits at once, each in a frame of its own, while another listens",
  reference,
  beside: ["y-websocket"],
  figures: [
    { key: "cpuPerUpdate", label: "CPU for each update", unit: "µs", target: { of: "ratio", atMost: 1 } },
    { key: "wallMs", label: "until both have it all", unit: "ms" },
    delivered,
  ],
  async measure(subject, run) {
    const edits = sized(run, { full: 3_000, quick: 3_000 });
    const perform = async (mark: string) =>
      runLoad("replay", {
        ...speaking(subject),
        rooms: await seats(subject, [`document-replay-${run.mark}-${mark}`], 2),
        edits,
        inFlight: edits,
        kind: "typing",
      });
    if (run.index === 0) await perform("first");
    const result = await perform("measured");
    return {
      cpuPerUpdate: (result.cpuMs * 1_000) / edits,
      wallMs: result.wallMs,
      delivered: result.delivered * 100,
    };
  },
};

/** As many as in the trace `automerge-paper` that `crdt-benchmarks` replays as B4; no package brings that trace. */
const largeEdits = 259_778;
let largeState: string | undefined;
const stateOfLarge = () => (largeState ??= Buffer.from(history(largeEdits, 1)).toString("base64"));

const largeDocument: Scenario = {
  name: "document-large",
  title: `A document of ${largeEdits.toLocaleString("en")} edits: opened after a restart, then 10 people type into it`,
  reference,
  figures: [
    { key: "cpuOpen", label: "CPU of the first to open it", unit: "ms", target: { of: "ratio", atMost: 1 } },
    { key: "openMs", label: "until the first has it", unit: "ms" },
    { key: "cpuAgain", label: "CPU of the next to open it", unit: "ms" },
    { key: "cpuPerUpdate", label: "CPU for each keystroke", unit: "µs", target: { of: "ratio", atMost: 1.2 } },
    { key: "p50", label: "ack p50", unit: "ms" },
    { key: "p99", label: "ack p99", unit: "ms" },
    delivered,
  ],
  async measure(subject, run) {
    const state = stateOfLarge();
    const rooms = await seats(subject, [`document-large-${run.mark}`], 10);
    const one = rooms.map((urls) => urls.slice(0, 1));
    await runLoad("seed", { ...speaking(subject), rooms: one, state });
    await subject.server.restart();
    const first = await runLoad("open", { ...speaking(subject), rooms: one });
    const next = await runLoad("open", { ...speaking(subject), rooms: one });
    const { warmUpMs, windowMs } = timing(run);
    const typed = await runLoad("typing", {
      ...speaking(subject),
      rooms,
      hz: 4,
      warmUpHz: warmUpHz(10),
      warmUpMs,
      windowMs: 2 * windowMs,
      state,
    });
    return {
      cpuOpen: first.cpuMs,
      openMs: first.wallMs,
      cpuAgain: next.cpuMs,
      cpuPerUpdate: (typed.cpuMs * 1_000) / typed.acked,
      p50: typed.p50,
      p99: typed.p99,
      delivered: typed.delivered * 100,
    };
  },
};

const log: Scenario = {
  name: "document-log",
  title: "Somebody makes 100,000 edits in one room, each an update, 500 under way; then the server is started again",
  reference,
  figures: [
    { key: "cpuPerUpdate", label: "CPU for each update", unit: "µs" },
    { key: "perSecond", label: "updates acked per second", unit: "/s" },
    delivered,
    { key: "loaded", label: "there after the restart", unit: "%", target: { of: "value", atLeast: 100 } },
    { key: "size", label: "stored, to everything encoded anew", unit: "×", target: { of: "value", atMost: 1.1 } },
    { key: "cpuOpen", label: "CPU of the first to open it", unit: "ms" },
  ],
  async measure(subject, run) {
    const edits = sized(run, { full: 100_000, quick: 10_000 });
    const rooms = await seats(subject, [`document-log-${run.mark}`], 2);
    const made = await runLoad("replay", { ...speaking(subject), rooms, edits, inFlight: 500, kind: "history" });
    await subject.server.restart();
    const opened = await runLoad("open", { ...speaking(subject), rooms: rooms.map((urls) => urls.slice(0, 1)) });
    return {
      cpuPerUpdate: (made.cpuMs * 1_000) / edits,
      perSecond: (edits * 1_000) / made.wallMs,
      delivered: made.delivered * 100,
      loaded: (opened.clocks.reduce((sum, [, clock]) => sum + clock, 0) / made.clock) * 100,
      size: storedBytes(subject) / made.freshBytes,
      cpuOpen: opened.cpuMs,
    };
  },
};

/** The bytes that the last written document takes in the database. */
function storedBytes({ kind, server }: Subject): number {
  const [file, query] =
    kind === "weft"
      ? [
          "weft.db",
          "select sum(length(update_bytes)) as bytes from document_rows where room_key = (select max(room_key) from document_rows)",
        ]
      : ["reference.db", "select length(data) as bytes from documents order by rowid desc limit 1"];
  using database = new DatabaseSync(join(server.data, file), { readOnly: true });
  return Number(database.prepare(query).get()!["bytes"]);
}

const memory: Scenario = {
  name: "document-memory",
  title: "Documents of 2,000 edits, held open by one connection each",
  reference,
  beside: ["y-websocket"],
  figures: [
    { key: "perDocument", label: "resident for each open document", unit: "KiB" },
    { key: "documents", label: "documents", unit: "" },
  ],
  async measure(subject, run) {
    const state = Buffer.from(history(2_000, 1)).toString("base64");
    const hold = async (mark: string, documents: number) => {
      const ids = Array.from({ length: documents }, (_, room) => `document-memory-${run.mark}-${mark}-${room}`);
      const rooms = await seats(subject, ids, 1);
      const before = residentBytes(subject.server.pid);
      const { resident } = await runLoad("seed", { ...speaking(subject), rooms, state });
      return (resident - before) / documents / 1_024;
    };
    const documents = sized(run, { full: 1_000, quick: 300 });
    // The first make the process as large as it becomes: code and pools.
    if (run.index === 0) await hold("first", 100);
    return { perDocument: await hold("measured", documents), documents };
  },
};

/** A log is merged after 500 updates. */
const merges = 4;

const compaction: Scenario = {
  name: "document-compaction",
  title: `The log of a document of ${largeEdits.toLocaleString("en")} edits is merged, as it is after every 500 updates`,
  figures: [
    { key: "largeMs", label: `CPU of ${500 * merges} keystrokes and ${merges} merges`, unit: "ms" },
    { key: "emptyMs", label: "the same in a document that was empty", unit: "ms" },
    { key: "mergeMs", label: "a merge costs", unit: "ms" },
  ],
  async measure(subject, run) {
    const ids = ["warm", "empty", "large"].map((kind) => `document-compaction-${run.mark}-${kind}`);
    const [warm, empty, large] = (await seats(subject, ids, 2)) as [string[], string[], string[]];
    const state = stateOfLarge();
    await runLoad("seed", { ...speaking(subject), rooms: [large.slice(0, 1)], state });
    const cpuOf = async (urls: string[]) => {
      const edits = 500 * merges + 20;
      return (await runLoad("replay", { ...speaking(subject), rooms: [urls], edits, inFlight: 20, kind: "typing" }))
        .cpuMs;
    };
    await cpuOf(warm);
    const [emptyMs, largeMs] = [await cpuOf(empty), await cpuOf(large)];
    return { largeMs, emptyMs, mergeMs: (largeMs - emptyMs) / merges };
  },
};

const kill: Scenario = {
  name: "document-kill",
  title: "10 people type 20 characters a second each, and the server is killed in the middle of it; 5 rounds",
  reference,
  figures: [
    { key: "lost", label: "acknowledged and lost", unit: "updates", target: { of: "value", atMost: 0 } },
    { key: "acked", label: "acknowledged", unit: "updates" },
  ],
  async measure(subject, run) {
    let [acked, lost] = [0, 0];
    for (let round = 0; round < 5; round++) {
      const rooms = await seats(subject, [`document-kill-${run.mark}-${round}`], 10);
      const cut = await runLoad("cut", {
        ...speaking(subject),
        rooms,
        hz: 20,
        forMs: sized(run, { full: 8_000, quick: 1_500 }),
      });
      await subject.server.crash();
      const opened = await runLoad("open", { ...speaking(subject), rooms: rooms.map((urls) => urls.slice(0, 1)) });
      const clocks = new Map(opened.clocks);
      for (const [client, count] of cut.acked) {
        acked += count;
        lost += Math.max(0, count - (clocks.get(client) ?? 0));
      }
    }
    return { acked, lost };
  },
};

export const documentScenarios: readonly Scenario[] = [
  oneDocument(2, 20),
  oneDocument(10, 10),
  oneDocument(50, 4),
  oneDocument(50, 20),
  typing({
    name: "document-rooms-5hz",
    title: "100 documents of 2 people, who type 5 characters a second each",
    rooms: 100,
    writers: 2,
    hz: 5,
  }),
  typing({
    name: "document-rooms-20hz",
    title: "100 documents of 2 people, who type 20 characters a second each",
    rooms: 100,
    writers: 2,
    hz: 20,
    times: 0.9,
    p99: 25,
  }),
  replay,
  largeDocument,
  log,
  memory,
  compaction,
  kill,
];
