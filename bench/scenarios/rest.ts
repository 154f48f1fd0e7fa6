import type { HttpLoad } from "../load/http.ts";
import type { Run, Scenario, Subject } from "../scenario.ts";
import { sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

function headersOf(subject: Subject): Readonly<Record<string, string>> {
  return subject.kind === "weft" ? subject.weft.headers : {};
}

function ask(subject: Subject, load: Pick<HttpLoad, "requests" | "concurrency" | "warmUp">) {
  const { pid, port } = subject.server;
  return runLoad("http", { pid, port, headers: headersOf(subject), ...load });
}

function draft(id: string, at: number) {
  const status = at % 10 === 0 ? "open" : "closed";
  return { id, defaultAccesses: ["room:write"], metadata: { status, team: `team-${at % 50}`, title: `Room ${at}` } };
}

function creations(mark: string, count: number): HttpLoad["requests"] {
  return Array.from({ length: count }, (_, at) => ({
    method: "POST",
    path: "/v2/rooms",
    body: JSON.stringify(draft(`${mark}-${at}`, at)),
  }));
}

const getRoom: Scenario = {
  name: "rest-get",
  title: "Read one of 100 rooms over REST, 8 requests at once",
  reference: "rest",
  figures: [
    {
      key: "perCpuSecond",
      label: "requests per CPU second",
      unit: "req/s",
      target: { of: "ratio", atLeast: 0.7 },
    },
    { key: "cpuEach", label: "CPU for each", unit: "µs", target: { of: "value", atMost: 40 } },
    { key: "perSecond", label: "requests per second", unit: "req/s" },
    { key: "p50", label: "p50", unit: "ms" },
    { key: "p99", label: "p99", unit: "ms" },
  ],
  async measure(subject, run) {
    const rooms = 100;
    await ask(subject, { requests: creations(`get-${run.mark}`, rooms), concurrency: 8, warmUp: 0 });
    const count = sized(run, { full: 20_000, quick: 6_000 });
    const requests = Array.from({ length: count }, (_, at) => ({
      method: "GET",
      path: `/v2/rooms/get-${run.mark}-${(at * 37) % rooms}`,
    }));
    const result = await ask(subject, { requests, concurrency: 8, warmUp: Math.floor(count / 3) });
    return {
      perCpuSecond: result.answered / (result.cpuMs / 1_000),
      cpuEach: (result.cpuMs * 1_000) / result.answered,
      perSecond: result.answered / (result.wallMs / 1_000),
      p50: result.p50,
      p99: result.p99,
    };
  },
};

const createRoom: Scenario = {
  name: "rest-create",
  title: "Create rooms over REST, one after the other; beside it, what one flushed commit costs",
  reference: "rest",
  figures: [
    {
      key: "cpuEach",
      label: "CPU for each room",
      unit: "µs",
      target: { of: "value", atMost: 180, against: "cpuCommit" },
    },
    { key: "p50", label: "p50", unit: "ms" },
    { key: "p99", label: "p99", unit: "ms" },
  ],
  async measure(subject, run) {
    const count = sized(run, { full: 2_000, quick: 600 });
    const requests = creations(`create-${run.mark}`, count);
    const result = await ask(subject, { requests, concurrency: 1, warmUp: Math.floor(count / 3) });
    const sample = { cpuEach: (result.cpuMs * 1_000) / result.answered, p50: result.p50, p99: result.p99 };
    if (subject.kind === "weft") return sample;
    const commits = sized(run, { full: 10_000, quick: 2_000 });
    const batch = Array.from({ length: 4 }, () => ({ method: "POST", path: `/commits/${commits / 4}` }));
    const bare = await ask(subject, { requests: [...batch, ...batch], concurrency: 1, warmUp: batch.length });
    return { ...sample, cpuCommit: (bare.cpuMs * 1_000) / commits };
  },
};

const listRooms: Scenario = {
  name: "rest-list",
  title: "List 20 rooms by their metadata, among 1,000 and among 100,000",
  figures: [
    { key: "cpuFew", label: "CPU for each among few", unit: "µs", target: { of: "value", atMost: 150 } },
    { key: "cpuMany", label: "CPU for each among many", unit: "µs" },
    { key: "p50Few", label: "p50 among few", unit: "ms" },
    { key: "p99Few", label: "p99 among few", unit: "ms" },
    { key: "p50Many", label: "p50 among many", unit: "ms" },
    { key: "p99Many", label: "p99 among many", unit: "ms" },
    { key: "growth", label: "p99 among many to that among few", unit: "×", target: { of: "value", atMost: 2 } },
    { key: "rooms", label: "many", unit: "rooms" },
  ],
  async measure(subject, run) {
    const few = 1_000;
    const many = sized(run, { full: 100_000, quick: 10_000 });
    const list = () => {
      const requests = Array.from({ length: 900 }, (_, at) => ({
        method: "GET",
        path: `/v2/rooms?limit=20&metadata.status=open&metadata.team=team-${(at * 10) % 50}`,
      }));
      return ask(subject, { requests, concurrency: 1, warmUp: 300 });
    };
    if (run.index === 0) await fill(subject, run, 0, few);
    else return previousList(subject);
    const among = await list();
    await fill(subject, run, few, many);
    const amongMany = await list();
    const sample = {
      cpuFew: (among.cpuMs * 1_000) / among.answered,
      cpuMany: (amongMany.cpuMs * 1_000) / amongMany.answered,
      p50Few: among.p50,
      p99Few: among.p99,
      p50Many: amongMany.p50,
      p99Many: amongMany.p99,
      growth: amongMany.p99 / among.p99,
      rooms: many,
    };
    lists.set(subject, sample);
    return sample;
  },
};

/** Rooms cannot be fewer again: only the first run of a server can see both sizes, and it stands for all. */
const lists = new WeakMap<Subject, Record<string, number>>();
function previousList(subject: Subject): Promise<Record<string, number>> {
  return Promise.resolve(lists.get(subject)!);
}

async function fill(subject: Subject, run: Run, from: number, to: number): Promise<void> {
  const requests = Array.from({ length: to - from }, (_, at) => ({
    method: "POST",
    path: "/v2/rooms",
    body: JSON.stringify(draft(`list-${run.mark}-${from + at}`, from + at)),
  }));
  for (let at = 0; at < requests.length; at += 20_000)
    await ask(subject, { requests: requests.slice(at, at + 20_000), concurrency: 64, warmUp: 0 });
}

const listRoomsOnPostgres: Scenario = {
  ...listRooms,
  name: "rest-list-postgres",
  title: `${listRooms.title}, on PostgreSQL`,
  database: "postgres",
};

const authorize: Scenario = {
  name: "rest-authorize",
  title: "Issue access tokens over REST, 8 requests at once, each for another user",
  figures: [
    { key: "cpuEach", label: "CPU for each token", unit: "µs", target: { of: "value", atMost: 100 } },
    { key: "perSecond", label: "tokens per second", unit: "1/s" },
    { key: "p50", label: "p50", unit: "ms" },
    { key: "p99", label: "p99", unit: "ms" },
  ],
  async measure(subject, run) {
    const count = sized(run, { full: 20_000, quick: 6_000 });
    const requests = Array.from({ length: count }, (_, at) => ({
      method: "POST",
      path: "/v2/authorize-user",
      body: JSON.stringify({
        userId: `user-${run.mark}-${at}`,
        userInfo: { name: `User ${at}` },
        permissions: { "document-*": ["room:write"], [`home-of-${at}`]: ["*:write"] },
      }),
    }));
    const result = await ask(subject, { requests, concurrency: 8, warmUp: Math.floor(count / 3) });
    return {
      cpuEach: (result.cpuMs * 1_000) / result.answered,
      perSecond: result.answered / (result.wallMs / 1_000),
      p50: result.p50,
      p99: result.p99,
    };
  },
};

const MB = 1_024 * 1_024;
/** A server is idle this long after its start. */
const restMs = 3_000;

const initialise: Scenario = {
  name: "rest-initialise",
  title: "A server that has just started fills the Storage of a room with one document of 100,000 nodes",
  figures: [
    {
      key: "wall",
      label: "from the request to the end of its answer",
      unit: "ms",
      target: { of: "value", atMost: 1_600 },
    },
    { key: "cpu", label: "CPU", unit: "ms" },
    { key: "memory", label: "most resident above the start", unit: "MB", target: { of: "value", atMost: 150 } },
    { key: "held", label: "longest hold of the event loop", unit: "ms", target: { of: "value", atMost: 50 } },
    { key: "body", label: "body", unit: "MB" },
    { key: "nodes", label: "nodes", unit: "" },
  ],
  async measure(subject, run) {
    const { weft } = subject;
    const nodes = sized(run, { full: 100_000, quick: 100_000 });
    const room = `initialise-${run.mark}`;
    await subject.createRooms([room]);
    await weft.restart();
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const { wallMs, cpuMs, sent, before, peak, heldMs } = await runLoad("initialise", {
      pid: weft.pid,
      url: `http://127.0.0.1:${weft.port}/v2/rooms/${room}/storage`,
      headers: weft.headers,
      inspector: await weft.inspector(),
      nodes,
    });
    return { wall: wallMs, cpu: cpuMs, memory: (peak - before) / MB, held: heldMs, body: sent / MB, nodes };
  },
};

export const restScenarios: readonly Scenario[] = [
  getRoom,
  createRoom,
  listRooms,
  listRoomsOnPostgres,
  authorize,
  initialise,
];
