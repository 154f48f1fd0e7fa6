import type { HttpLoad, HttpRequest, HttpResult } from "../load/http.ts";
import type { Figure, Run, Sample, Scenario, Subject } from "../scenario.ts";
import { sized } from "../scenario.ts";
import { runLoad } from "../servers.ts";

type Asked = Pick<HttpLoad, "requests" | "concurrency" | "warmUp">;

function ask(subject: Subject, headers: HttpLoad["headers"], load: Asked): Promise<HttpResult> {
  const { pid, port } = subject.server;
  return runLoad("http", { pid, port, headers, ...load });
}

const post = (path: string, body: object): HttpRequest => ({ method: "POST", path, body: JSON.stringify(body) });
const say = (...children: object[]) => ({ version: 1, content: [{ type: "paragraph", children }] });
const mention = (id: string) => ({ type: "mention", kind: "user", id });

const subscribers = ["sue", "sam", "sky"];
const mentioned = "mia";
const words = say({ text: "Could you look at this, " }, mention(mentioned), { text: "?" });
/** A thread has at most this many comments, so that the measured data does not grow. */
const commentsPerThread = 10;

const seededId = (prefix: "th" | "cm", at: number) => `${prefix}_${String(at).padStart(21, "0")}`;

/** Threads that three users follow, each with one comment. */
async function openThreads(subject: Subject, room: string, threads: number): Promise<void> {
  if (subject.kind === "reference") {
    const seeding = post("/seed", { rooms: [room], threads, subscribers });
    await ask(subject, {}, { requests: [seeding], concurrency: 1, warmUp: 0 });
    return;
  }
  await subject.createRooms([room]);
  const first = say(...subscribers.map(mention));
  const requests = Array.from({ length: threads }, (_, at) =>
    post(`/v2/rooms/${room}/threads`, { id: seededId("th", at), comment: { userId: "ada", body: first } }),
  );
  await ask(subject, subject.weft.headers, { requests, concurrency: 8, warmUp: 0 });
}

function createComment(name: string, title: string, as: "backend" | "user"): Scenario {
  const pathOf = (subject: Subject, room: string, thread: string) => {
    if (subject.kind === "reference") return `/comments/${room}/${thread}`;
    return as === "user"
      ? `/v2/c/rooms/${room}/threads/${thread}/comments`
      : `/v2/rooms/${room}/threads/${thread}/comments`;
  };
  return {
    name,
    title: `${title}, which mentions a user and notifies three more; beside it, what one flushed commit costs`,
    reference: "comments",
    figures: [
      {
        key: "cpuEach",
        label: "CPU for each comment",
        unit: "µs",
        target: { of: "ratio", atMost: 12, against: "cpuCommit" },
      },
      { key: "cpuPlain", label: "CPU of a plain server that does the same", unit: "µs" },
      { key: "p50", label: "p50", unit: "ms" },
      { key: "p99", label: "p99", unit: "ms" },
    ],
    async measure(subject, run) {
      const count = sized(run, { full: 2_000, quick: 600 });
      const threads = Math.ceil(count / commentsPerThread);
      const room = `${name}-${run.mark}`;
      await openThreads(subject, room, threads);
      const requests = Array.from({ length: count }, (_, at) =>
        post(pathOf(subject, room, seededId("th", at % threads)), {
          body: words,
          ...(as === "backend" && { userId: "ada" }),
          ...(subject.kind === "reference" && { userId: "ada", mentioned }),
          ...(as === "user" && subject.kind === "weft" && { id: seededId("cm", at) }),
        }),
      );
      const headers = await headersOf(subject, as);
      const result = await ask(subject, headers, { requests, concurrency: 1, warmUp: Math.floor(count / 3) });
      const cpuEach = (result.cpuMs * 1_000) / result.answered;
      const sample = { cpuEach, p50: result.p50, p99: result.p99 };
      if (subject.kind === "weft") return sample;
      const commits = sized(run, { full: 10_000, quick: 2_000 });
      const batch = Array.from({ length: 4 }, () => ({ method: "POST", path: `/commits/${commits / 4}` }));
      const bare = await ask(subject, {}, { requests: [...batch, ...batch], concurrency: 1, warmUp: batch.length });
      return { ...sample, cpuPlain: cpuEach, cpuCommit: (bare.cpuMs * 1_000) / commits };
    },
  };
}

async function headersOf(subject: Subject, as: "backend" | "user"): Promise<HttpLoad["headers"]> {
  if (subject.kind === "reference") return {};
  return as === "backend" ? subject.weft.headers : { authorization: `Bearer ${await subject.token("ada")}` };
}

const growthFigures = (what: string): readonly Figure[] => [
  { key: "p50Few", label: "p50 among few", unit: "ms" },
  { key: "p99Few", label: "p99 among few", unit: "ms" },
  { key: "p50Many", label: "p50 among many", unit: "ms" },
  { key: "p99Many", label: "p99 among many", unit: "ms" },
  { key: "growth", label: "p99 among many to that among few", unit: "×", target: { of: "value", atMost: 2 } },
  { key: "cpuFew", label: "CPU for each page among few", unit: "µs" },
  { key: "cpuMany", label: "CPU for each page among many", unit: "µs" },
  { key: "many", label: "many", unit: what },
];

/** Asks for pages of few and of many by turns, so that what else the machine does meets both; then for either alone. */
async function comparePages(
  subject: Subject,
  headers: HttpLoad["headers"],
  run: Run,
  page: (kind: "few" | "many", at: number) => Pick<HttpRequest, "path" | "headers">,
): Promise<Sample> {
  const count = sized(run, { full: 900, quick: 600 });
  const pages = (kind: "few" | "many") =>
    Array.from({ length: count }, (_, at): HttpRequest => ({ method: "GET", ...page(kind, at), kind }));
  const many = pages("many");
  const requests = pages("few").flatMap((few, at) => [few, many[at]!]);
  const both = await ask(subject, headers, { requests, concurrency: 1, warmUp: Math.floor(count / 3) * 2 });
  const [few, more] = [both.kinds["few"]!, both.kinds["many"]!];
  const cpuOf = async (kind: "few" | "many") => {
    const alone = await ask(subject, headers, { requests: pages(kind), concurrency: 1, warmUp: 0 });
    return (alone.cpuMs * 1_000) / alone.answered;
  };
  return {
    p50Few: few.p50,
    p99Few: few.p99,
    p50Many: more.p50,
    p99Many: more.p99,
    growth: more.p99 / few.p99,
    cpuFew: await cpuOf("few"),
    cpuMany: await cpuOf("many"),
  };
}

const since = Date.parse("2026-01-01T00:00:00.000Z");

interface Seeding {
  readonly rooms: readonly string[];
  readonly threads: number;
  /** The data exists this many times. */
  readonly times: number;
  readonly notified?: string;
}

/** The larger one comes first: what is copied is all that there is. */
async function seed(subject: Subject, seedings: readonly Seeding[]): Promise<void> {
  if (subject.kind === "reference") {
    for (const { rooms, threads, times, notified } of seedings) {
      const body = { rooms, threads: threads * times, subscribers: [], notified };
      await ask(subject, {}, { requests: [post("/seed", body)], concurrency: 1, warmUp: 0 });
    }
    return;
  }
  for (const { rooms } of seedings) await subject.createRooms(rooms);
  await subject.server.whileStopped(async (data) => {
    for (const { times, rooms, threads, notified } of seedings) {
      await runLoad("threads", { data, seed: { rooms, from: 0, to: threads, since, notified } });
      if (times > 1) await runLoad("copies", { data, copies: times - 1 });
    }
  });
}

const seeded = new WeakSet<Subject>();
async function seedOnce(subject: Subject, seedings: readonly Seeding[]): Promise<void> {
  if (seeded.has(subject)) return;
  await seed(subject, seedings);
  seeded.add(subject);
}

const listThreads: Scenario = {
  name: "threads-list",
  title: "List 20 threads by their metadata, in a room of 1,000 and in one of 100,000",
  figures: growthFigures("threads"),
  async measure(subject, run) {
    const threads = sized(run, { full: 1_000, quick: 1_000 });
    const times = sized(run, { full: 100, quick: 10 });
    await seedOnce(subject, [
      { rooms: ["many"], threads, times },
      { rooms: ["few"], threads, times: 1 },
    ]);
    const sample = await comparePages(subject, await headersOf(subject, "user"), run, (room, at) => {
      const team = `team-${(at * 10) % 50}`;
      if (subject.kind === "reference") return { path: `/threads/${room}?status=open&team=${team}` };
      const query = encodeURIComponent(`metadata["status"]:"open" metadata["team"]:"${team}"`);
      return { path: `/v2/c/rooms/${room}/threads?limit=20&query=${query}` };
    });
    return { ...sample, many: threads * times };
  },
};

const inboxRooms = Array.from({ length: 50 }, (_, at) => `inbox-${at}`);

const listInbox: Scenario = {
  name: "inbox-list",
  title: "List the newest 50 notifications, of an inbox of 100 and of one of 10,000, with threads of 50 rooms",
  figures: growthFigures("notifications"),
  async measure(subject, run) {
    const times = sized(run, { full: 10, quick: 10 });
    await seedOnce(subject, [
      { rooms: inboxRooms, threads: 1_000, times, notified: "many" },
      { rooms: inboxRooms.map((room) => `few-${room}`), threads: 100, times: 1, notified: "few" },
    ]);
    const headers: Record<string, HttpLoad["headers"]> = {};
    for (const user of ["few", "many"]) headers[user] = await identify(subject, user);
    const sample = await comparePages(subject, {}, run, (user) => ({
      path: subject.kind === "reference" ? `/inbox/${user}` : "/v2/c/inbox-notifications",
      headers: headers[user]!,
    }));
    return { ...sample, many: 1_000 * times };
  },
};

/** An ID token: each room's accesses are looked at. */
async function identify(subject: Subject, userId: string): Promise<HttpLoad["headers"]> {
  if (subject.kind === "reference") return {};
  const { token } = (await subject.weft.call("POST", "/v2/identify-user", { userId })) as { token: string };
  return { authorization: `Bearer ${token}` };
}

const onPostgres = (scenario: Scenario): Scenario => ({
  ...scenario,
  name: `${scenario.name}-postgres`,
  title: `${scenario.title}, on PostgreSQL`,
  database: "postgres",
});

export const commentScenarios: readonly Scenario[] = [
  createComment("comment-create", "A back end creates comments over REST", "backend"),
  createComment("comment-create-user", "A user creates comments", "user"),
  { ...listThreads, reference: "comments" },
  onPostgres(listThreads),
  { ...listInbox, reference: "comments" },
  onPostgres(listInbox),
];
