/**
 * The REST edge as the server composes it, on a database in memory and its own clocks. It does not listen, its jobs run
 * on request, and calls to rooms are recorded. For tests.
 */
import { createCursors, dayOf, levels, noActivity, noCounts } from "@weft/collab";
import type { ActivityWriter, Counts, JobHandler, JobRecords, OutboxRecords, ProjectRecord } from "@weft/collab";
import { createMemoryBlobStore } from "@weft/collab/suites/memory-blob-store.ts";
import { openDocuments } from "@weft/document";
import { limits as platformLimits } from "@weft/protocol";
import type { JobKind, JsonObject, Limits, Permission, PlanId, RoomAddress, SiteConfig } from "@weft/protocol";
import type { ClientSocket, ConnectedUser, Documents, EphemeralPresence, JsonQuestion } from "@weft/room";
import { openStore } from "@weft/store";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { systemClock } from "../clock.ts";
import { createBase } from "../compose/base.ts";
import { createCollaboration } from "../compose/collaboration.ts";
import { openAssistance } from "../compose/copilots.ts";
import { openDashboard } from "../compose/dashboard.ts";
import type { DashboardReplacements } from "../compose/dashboard.ts";
import { composeHttp, siteContextOf } from "../compose/edges.ts";
import { openLiveRooms } from "../compose/live-rooms.ts";
import { readConfig } from "../config.ts";
import type { TrustedProxies } from "../http/caller-address.ts";
import type { RoomGateway } from "../http/services.ts";
import { runDueJobs } from "../jobs/job-runner.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import { textOf } from "../mail/mail-job.ts";
import type { MailText } from "../mail/mail-job.ts";
import type { Metrics } from "../metrics.ts";
import { openSamlReader } from "../saml/saml-reader.ts";
import type { SamlReader } from "../saml/saml-reader.ts";
import type { PasswordHashing } from "../site/password-hashing.ts";
import type { SiteContext } from "../site/site-context.ts";
import { testModels } from "./test-models.ts";
import { createTestOutbound } from "./test-outbound.ts";
import { openTestTeam } from "./test-team.ts";
import type { TestTeam } from "./test-team.ts";

export const publicUrl = "https://weft.test";

/** A project with its keys, and tokens of a user who may enter all of its rooms. */
export interface TestProject {
  readonly project: ProjectRecord;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly revokedKey: string;
  readonly userToken: string;
  /** May do everything but write to Storage. */
  readonly readerToken: string;
  /** A token that is valid except that it has expired. */
  expiredToken(): Promise<string>;
  /** Calls with the secret key, unless another credential is passed. */
  call(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpReply>;
}

export interface TestEdge extends TestProject, AsyncDisposable {
  readonly app: FastifyInstance;
  readonly services: SiteContext;
  readonly gateway: RecordingGateway;
  readonly metrics: Metrics;
  /** Lines of the log, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly otherSecretKey: string;
  readonly otherUserToken: string;
  /** Emails that this server would have sent, newest first. */
  mails(): Promise<readonly MailText[]>;
  readonly activityWriter: ActivityWriter;
  readonly jobs: JobRecords;
  /** Runs the jobs of a kind that are due. Returns whether there were any. */
  runJobs(kind: JobKind): Promise<boolean>;
  readonly outbox: OutboxRecords;
  /** Counts these in a project, as of today, and stores an attachment of so many bytes, which do not exist, in its room. */
  countUsage(room: RoomAddress, counts: Partial<Counts> & { readonly attachmentBytes?: number }): Promise<void>;
  /** Connects to a room as a writer; the client reads nothing, unless a socket is given. */
  enter(
    room: RoomAddress,
    userId?: string,
    as?: {
      readonly scopes?: readonly Permission[];
      readonly socket?: ClientSocket;
      /** Of the user's token. */
      readonly info?: JsonObject;
    },
  ): Promise<void>;
  /** Makes the exports that are due; returns whether there were any. */
  makeExports(signal?: AbortSignal): Promise<boolean>;
  /** Runs the erasures of users that are due; returns whether there were any. */
  eraseUsers(): Promise<boolean>;
  /** Reads the knowledge sources that are due; false if there are none. */
  readKnowledge(): Promise<boolean>;
  /** Makes an account and signs it in. */
  signUp(person?: Partial<NewPerson>): Promise<SignedIn>;
  /** Moves the edge's clocks. */
  advance(ms: number): void;
  /** Another project: tests that need nothing but their own rooms may share an edge. Without a team unless one is named. */
  openProject(team?: string): Promise<TestProject>;
  openTeam(): Promise<TestTeam>;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body, parsed; undefined when there is none. */
  readonly body: any;
}

/** The details of a new account. */
export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly teamName: string;
}

/** A signed-in user, as their browser holds the session. */
export interface SignedIn {
  readonly id: string;
  readonly email: string;
  /** Headers of calls of the site: the cookie and the CSRF header. */
  readonly headers: Readonly<Record<string, string>>;
  /** A call of the site. */
  call(method: string, url: string, body?: unknown): Promise<HttpReply>;
}

export interface TestEdgeOptions {
  readonly site?: Partial<SiteSettings>;
  /** To which projects may be restricted. Defaults to none. */
  readonly regions?: SiteConfig["regions"];
  readonly limits?: Partial<Limits>;
  /** Of new teams. Defaults to that of a self-hosted server. */
  readonly plan?: PlanId;
  readonly filesUrl?: string;
  /** Whether it serves MCP. Defaults to yes. */
  readonly mcp?: boolean;
  /** Defaults to none. */
  readonly trustedProxies?: TrustedProxies;
  /** Replaces services, for example to make them fail. */
  readonly services?: (real: SiteContext) => SiteContext;
}

export interface SiteSettings extends DashboardReplacements {
  readonly byInvitation: boolean;
  readonly staffDomain: string;
  /** Empty: none is set. */
  readonly publicUrl: string;
}

/** The library's own are slow on purpose. */
const quickPasswords: PasswordHashing = {
  hash: async (password) => `quick:${password}`,
  verify: async ({ hash, password }) => hash === `quick:${password}`,
};

export async function openTestEdge({
  limits: overrides,
  plan,
  filesUrl,
  mcp = true,
  regions = [],
  trustedProxies = 0,
  services: replace,
  site: { byInvitation = false, staffDomain, publicUrl: siteUrl = publicUrl, ...replacements } = {},
}: TestEdgeOptions = {}): Promise<TestEdge> {
  await using parts = new AsyncDisposableStack();
  const time = { now: 1_700_000_000_000, monotonic: 1_000 };
  const log: Record<string, unknown>[] = [];
  const base = {
    ...createBase(
      {
        ...readConfig({
          WEFT_PUBLIC_URL: siteUrl,
          WEFT_SUPPORT_EMAIL: "support@weft.test",
          WEFT_ANONYMOUS_UPLOADS: "true",
        }),
        signUp: byInvitation ? ("invited" as const) : ("open" as const),
        staffDomain,
        ...(plan && { plan }),
        filesUrl,
        mcp,
        regions,
        trustProxy: trustedProxies,
        limits: {
          // An injected call that is refused unread never closes: its body must not time out after the test.
          restBodyTimeoutMs: platformLimits.restUploadTimeoutMs,
          ...overrides,
        },
      },
      pino({}, { write: (line: string) => void log.push(JSON.parse(line)) }),
      { ...systemClock, now: () => time.now },
      parts,
    ),
    monotonic: () => time.monotonic,
    outbound: createTestOutbound({ "https://example.com/": "<title>Example</title>" }),
  };
  const { clock, limits, metrics } = base;
  const store = parts.use(await openStore("sqlite::memory:"));
  const masterKey = Buffer.alloc(32, 7);
  const storage = {
    store,
    blobs: createMemoryBlobStore(),
    masterKey,
    cursors: createCursors(masterKey),
    backups: undefined,
  };
  const runner = createIdleRunner();
  const opened = openLiveRooms(base, storage, { runner, documents: sharedDocuments });
  const gateway = recordCalls(opened.roomGateway);
  const live = { ...opened, roomGateway: gateway };
  const collaboration = createCollaboration(base, storage, live);
  const assistance = openAssistance(base, storage, live, testModels);
  const dashboard = openDashboard(base, storage, live, collaboration, {
    passwords: quickPasswords,
    saml: sharedSaml,
    ...replacements,
  });
  const real = siteContextOf(base, storage, live, collaboration, assistance, dashboard, () => false);
  const services = replace?.(real) ?? real;
  const { projects, tokens, activityWriter } = live;
  const app = composeHttp(base, services, activityWriter, { checkResponses: true });
  parts.defer(() => app.close());

  const callWith =
    (secretKey: string): TestProject["call"] =>
    async (method, url, body, headers = { authorization: `Bearer ${secretKey}` }) => {
      const payload =
        body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const response = await app.inject({ method: method as "GET", url, payload, headers });
      const isJson = String(response.headers["content-type"]).startsWith("application/json");
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        text: response.payload,
        bytes: response.rawPayload,
        body: isJson && response.payload !== "" ? JSON.parse(response.payload) : undefined,
      };
    };

  const openProject = async (team?: string): Promise<TestProject> => {
    const draft = { name: "One", type: "dev", ...(team !== undefined && { team }) } as const;
    const { project, secretKey, publicKey } = await projects.createProject(draft);
    const revoked = await projects.createKey(project.id, { name: "Revoked", createdBy: "nobody" });
    await projects.revokeKey(project.id, revoked.record.id);
    const tokenOf = (scopes: readonly Permission[], issuedAt = time.now) =>
      tokens.issueAccessToken(project.id, { userId: "ada", permissions: [["*", scopes]] }, issuedAt);
    return {
      project,
      secretKey,
      publicKey,
      revokedKey: revoked.key,
      userToken: await tokenOf(["*:write"]),
      readerToken: await tokenOf(["*:write", "storage:read"]),
      expiredToken: () => tokenOf(["*:write"], time.now - 2 * platformLimits.tokenLifetimeMaxMs),
      call: callWith(secretKey),
    };
  };
  const runDue = async (kind: JobKind, signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted || ((await store.jobs.nextDueAt(kind)) ?? Infinity) > clock.now()) return false;
    await runDueJobs(runner.handlers.get(kind)!, { records: store.jobs, clock, limits, log: base.log }, signal);
    return true;
  };
  const own = await openProject();
  const other = await openProject();
  let people = 0;

  const open = parts.move();
  return {
    app,
    services,
    gateway,
    metrics,
    log,
    ...own,
    otherSecretKey: other.secretKey,
    otherUserToken: other.userToken,
    openProject,
    openTeam: () => openTestTeam(store, real),
    advance(ms) {
      time.now += ms;
      time.monotonic += ms;
    },
    mails: async () => (await store.jobs.list({ kind: "mail" })).map(({ payload }) => textOf(payload)),
    activityWriter,
    jobs: store.jobs,
    outbox: store.outbox,
    async countUsage(room, { attachmentBytes: size, ...counts }) {
      const day = { project: room.project, day: dayOf(time.now), peakRoomConnections: 0, lastAt: time.now };
      await store.activity.write({ ...noActivity, days: [{ ...noCounts(), ...counts, ...day }] });
      if (size === undefined) return;
      const owner = { ...room, kind: "attachment" as const };
      const id = `up_${"u".repeat(22)}`;
      const upload = { id, file: `at_${"u".repeat(21)}`, name: "large.bin", reserved: size, sized: true, blob: "none" };
      await store.uploads.insertUpload(owner, { ...upload, session: "", expiresAt: time.now + 1 });
      await store.uploads.finish(owner, { upload: id, size, mimeType: "", createdAt: time.now });
    },
    async enter(room, userId, { scopes = writerScopes, socket = deafSocket, info } = {}) {
      const { storage: _, ...matrix } = levels(scopes);
      const user: ConnectedUser = { ...matrix, scopes, storage: "write", version: 8 };
      await live.edge.enter(room, userId === undefined ? user : { ...user, id: userId, ...(info && { info }) }, socket);
    },
    runJobs: (kind) => runDue(kind, new AbortController().signal),
    makeExports: (signal = new AbortController().signal) => runDue("export", signal),
    eraseUsers: () => runDue("eraseUser", new AbortController().signal),
    readKnowledge: () => runDue("knowledge", new AbortController().signal),
    async signUp(person) {
      const sent = {
        email: `person-${++people}@weft.test`,
        password: "correct horse battery",
        firstName: "Ada",
        lastName: `Lovelace ${people}`,
        ...person,
      };
      const reply = await own.call("POST", "/internal/auth/sign-up/email", sent, fromSite);
      if (reply.status !== 200) throw new Error(`Signing up failed: ${reply.text}`);
      const { email, password } = sent;
      const signedIn = await own.call("POST", "/internal/auth/sign-in/email", { email, password }, fromSite);
      const headers = { ...fromSite, cookie: cookiesOf(signedIn) };
      return {
        id: reply.body.user.id,
        email: sent.email.toLowerCase(),
        headers,
        call: (method, url, body) => own.call(method, url, body, headers),
      };
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const writerScopes: readonly Permission[] = ["*:write"];
const deafSocket: ClientSocket = {
  slow: false,
  send() {},
  probe() {},
  pause() {},
  resume() {},
  close() {},
};

/** Headers of calls from pages of the site. */
export const fromSite = { "sec-fetch-site": "same-origin", "x-weft-csrf": "1", "content-type": "application/json" };

/** The cookies of an answer, as a browser sends them back. */
export function cookiesOf({ headers }: HttpReply): string {
  const set = headers["set-cookie"] as string | readonly string[] | undefined;
  const lines = set === undefined ? [] : typeof set === "string" ? [set] : set;
  return lines.map((line) => line.split(";", 1)[0]!).join("; ");
}

/** A runner that runs nothing by itself. */
function createIdleRunner(): JobRunner & { readonly handlers: ReadonlyMap<string, JobHandler> } {
  const handlers = new Map<string, JobHandler>();
  return {
    handlers,
    handle: (handler) => void handlers.set(handler.kind, handler),
    [Symbol.asyncDispose]: async () => {},
  };
}

let opened: Documents | undefined;
const documents = () => (opened ??= openDocuments({ limits: platformLimits, clock: systemClock }));
/** Shared by all edges of a process: the worker thread starts with the first document, and ends with the process. */
const sharedDocuments: Documents = {
  open: (source) => documents().open(source),
  restoring: (earlier, now) => documents().restoring(earlier, now),
  get counters() {
    return documents().counters;
  },
  [Symbol.asyncDispose]: async () => {},
};

let openedSaml: SamlReader | undefined;
const saml = () => (openedSaml ??= openSamlReader({ clock: systemClock, limits: platformLimits }));
/** Shared in the same way: its worker thread starts with the first message. */
const sharedSaml: SamlReader = {
  request: (...of) => saml().request(...of),
  profile: (...of) => saml().profile(...of),
  metadata: (...of) => saml().metadata(...of),
  [Symbol.asyncDispose]: async () => {},
};

/** The rooms of a test edge, which may put a method of its own in the place of one. */
export type RecordingGateway = { -readonly [M in keyof RoomGateway]: RoomGateway[M] } & {
  readonly events: { readonly room: string; readonly event: unknown }[];
  readonly presences: (EphemeralPresence & { readonly room: string })[];
  readonly questions: JsonQuestion[];
  readonly updates: { readonly guid: string | undefined; readonly update: Uint8Array; readonly v2: boolean }[];
};

function recordCalls(gateway: RoomGateway): RecordingGateway {
  const recording: RecordingGateway = {
    ...gateway,
    events: [],
    presences: [],
    questions: [],
    updates: [],
    async broadcast(address, event) {
      await gateway.broadcast(address, event);
      recording.events.push({ room: address.room, event });
    },
    async setPresence(address, presence) {
      await gateway.setPresence(address, presence);
      recording.presences.push({ ...presence, room: address.room });
    },
    documentJson(address, question) {
      recording.questions.push(question);
      return gateway.documentJson(address, question);
    },
    async updateDocument(address, guid, update, v2) {
      await gateway.updateDocument(address, guid, update, v2);
      recording.updates.push({ guid, update, v2 });
    },
  };
  return recording;
}
