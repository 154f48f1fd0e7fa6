/**
 * The REST edge over services that live in memory: the real projects, rooms and tokens, and a gateway that keeps each
 * room's tree and remembers what it was asked. For tests.
 */
import {
  createCursors,
  createFileLinks,
  createSeal,
  createTokens,
  createProjects,
  createActivity,
  createExports,
  createProjectRooms,
  createRooms,
  createSigningKeys,
  createStorageFiles,
  createTeams,
  createVersions,
} from "@weft/collab";
import type { JobRecords, ProjectRecord } from "@weft/collab";
import { applyMessage, createTree, nodeLines, restoreNodes } from "@weft/crdt";
import type { Tree } from "@weft/crdt";
import { limits as platformLimits, OpType, WeftError } from "@weft/protocol";
import type { JsonObject, Limits, Op, Permission, RoomAddress, ServerOp } from "@weft/protocol";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { createMemoryBlobStore } from "@weft/collab/suites/memory-blob-store.ts";
import { createMemoryUploadRecords } from "@weft/collab/suites/memory-upload-records.ts";
import { createMemoryRoomRecords } from "@weft/collab/suites/memory-room-records.ts";
import { createMemoryVersionRecords } from "@weft/collab/suites/memory-version-records.ts";
import type { JsonQuestion, StorageChange } from "@weft/room";
import { openStore } from "@weft/store";
import { createErrorBoundary } from "../error-boundary.ts";
import { createMetrics } from "../metrics.ts";
import { systemClock } from "../clock.ts";
import { createMailedMessages } from "../site/messages.ts";
import { planOf } from "../site/plan-of.ts";
import { openRecorder } from "../site/activity/recorder.ts";
import { createWatchers } from "../site/activity/watchers.ts";
import { createRoomReader } from "../site/exports/read-room.ts";
import { mailsOfExport } from "../site/exports/export-mails.ts";
import { runDueJobs } from "../jobs/job-runner.ts";
import { createMailer } from "../mail/mailer.ts";
import type { Mailer } from "../mail/mailer.ts";
import { textOf } from "../mail/mail-job.ts";
import type { MailText } from "../mail/mail-job.ts";
import { createSite } from "../site/open-site.ts";
import { createSignIn } from "../site/sign-in.ts";
import type { Metrics } from "../metrics.ts";
import { createHttp, restRoutes } from "../http/app.ts";
import { createRates } from "../http/rates.ts";
import { createRequestLog } from "../site/activity/request-log.ts";
import type { SiteContext } from "../site/site-context.ts";
import { createSitePart } from "../site/site-part.ts";
import { trustsProxy } from "../http/caller-address.ts";
import type { TrustedProxies } from "../http/caller-address.ts";
import type { ActiveUser, EphemeralPresence, RoomGateway } from "../http/services.ts";
import type { PasswordHashing } from "../site/password-hashing.ts";
import type { SignInOptions } from "../site/sign-in.ts";
import type { Statistics } from "../site/site-services.ts";
import { encodeInSlices, readNodes } from "../text-in-slices.ts";

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
  /** A token that would be right, had it not run out. */
  expiredToken(): Promise<string>;
  /** Calls with the secret key, if not told otherwise. */
  call(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpReply>;
}

export interface TestEdge extends TestProject, AsyncDisposable {
  readonly app: FastifyInstance;
  readonly services: SiteContext;
  readonly gateway: MemoryGateway;
  readonly metrics: Metrics;
  /** Lines of the log, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly otherSecretKey: string;
  readonly otherUserToken: string;
  /** Mails that this server would have sent, newest first. */
  mails(): Promise<readonly MailText[]>;
  readonly jobs: JobRecords;
  /** Makes the exports that are due; answers whether there were any. */
  makeExports(signal?: AbortSignal): Promise<boolean>;
  /** Makes an account and signs it in. */
  signUp(person?: Partial<NewPerson>): Promise<SignedIn>;
  /** Moves the edge's clocks. */
  advance(ms: number): void;
  /** Another project: tests that need nothing but their own rooms may share an edge. */
  openProject(): Promise<TestProject>;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body, parsed; undefined when there is none. */
  readonly body: any;
}

/** What somebody says of themselves. */
export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly teamName: string;
}

/** Somebody who is signed in, as a browser has them. */
export interface SignedIn {
  readonly id: string;
  readonly email: string;
  /** Headers of calls of the site: the cookie, and the mark of its own pages. */
  readonly headers: Readonly<Record<string, string>>;
  /** A call of the site. */
  call(method: string, url: string, body?: unknown): Promise<HttpReply>;
}

export interface TestEdgeOptions {
  readonly site?: Partial<SiteSettings>;
  readonly limits?: Partial<Limits>;
  readonly filesUrl?: string;
  /** Defaults to none. */
  readonly trustedProxies?: TrustedProxies;
  /** Replaces services, to make them fail. */
  readonly services?: (real: SiteContext) => SiteContext;
}

export interface SiteSettings {
  readonly byInvitation: boolean;
  readonly staffDomain: string;
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly passwords: PasswordHashing;
  readonly social: SignInOptions["social"];
  readonly statistics: Statistics;
}

/** The library's own are slow on purpose. */
const quickPasswords: PasswordHashing = {
  hash: async (password) => `quick:${password}`,
  verify: async ({ hash, password }) => hash === `quick:${password}`,
};

export async function openTestEdge({
  limits,
  filesUrl,
  trustedProxies = 0,
  services: replace,
  site: siteSettings = {},
}: TestEdgeOptions = {}): Promise<TestEdge> {
  let at = 1_000;
  let wallClock = 1_700_000_000_000;
  const masterKey = Buffer.alloc(32, 7);
  const store = await openStore("sqlite::memory:");
  const records = store.projects;
  const projects = createProjects(records);
  const cursors = createCursors(masterKey);
  const rooms = createRooms(createMemoryRoomRecords(), { cursors, limits: { ...platformLimits, ...limits } });
  const signingKeys = createSigningKeys(records, createSeal(masterKey));
  const tokens = createTokens({ project: (id) => projects.find(id), signingKeys });

  const exists = async ({ project: id, room }: RoomAddress) => (await rooms.find(id, room)) !== undefined;
  const gateway = new MemoryGateway(exists);
  const blobs = createMemoryBlobStore();
  const files = createStorageFiles({
    records: createMemoryUploadRecords(exists),
    blobs,
    links: createFileLinks(masterKey),
    limits: { ...platformLimits, ...limits },
    now: () => wallClock,
  });
  const versions = createVersions({
    records: createMemoryVersionRecords(async (room) => ((await exists(room)) ? 1 : undefined)),
    cursors,
    take: async (room) => ({
      key: 1,
      seq: 1,
      storage: await gateway.readStorage(room, (tree) => encodeInSlices(nodeLines(tree.verbose()))),
      document: await gateway.documentState(room, undefined),
    }),
    write: async (room, { storage }) => {
      await gateway.changeStorage(room, { kind: "restore", nodes: await readNodes(storage) });
    },
    now: () => wallClock,
    limits: { ...platformLimits, ...limits },
  });
  const log: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const everyLimit = { ...platformLimits, ...limits };
  const siteUrl = siteSettings.publicUrl ?? publicUrl;
  const now = () => wallClock;
  const clock = { ...systemClock, now };
  const mailer = siteSettings.mailer ?? createMailer({ records: store.jobs, now, limits: everyLimit, log: logger });
  const teams = createTeams({
    records: store.teams,
    audit: store.audit,
    cursors,
    plan: "SelfHosted",
    now,
    limits: everyLimit,
  });
  const signIn = createSignIn({
    database: store.signIn,
    people: store.people,
    teams,
    mailer,
    masterKey,
    publicUrl: siteUrl,
    limits: everyLimit,
    byInvitation: siteSettings.byInvitation ?? false,
    staffDomain: siteSettings.staffDomain,
    social: siteSettings.social ?? {},
    log: logger,
    passwords: siteSettings.passwords ?? quickPasswords,
  });
  const recorder = openRecorder({
    records: store.activity,
    clock,
    limits: everyLimit,
    log: logger,
  });
  const activity = createActivity({ records: store.activity, live: recorder, cursors, now, limits: everyLimit });
  const messages = createMailedMessages({
    records: store.messages,
    mailer,
    supportEmail: "support@weft.test",
    cursors,
    limits: everyLimit,
    now,
  });
  const exports = createExports({
    records: store.exports,
    blobs,
    rooms,
    project: (id) => projects.find(id),
    read: createRoomReader({ gateway, versions, records: store.exports, unloadIfIdle: async () => {} }),
    mails: (outcome) => mailsOfExport(outcome, site),
    now,
    limits: everyLimit,
  });
  const site = createSite({
    publicUrl: siteUrl,
    settings: {
      serverVersion: "0.0.0",
      serverUrl: null,
      supportEmail: null,
      socialLinks: [],
      signUp: true,
      social: [],
    },
    limits: everyLimit,
    signIn,
    people: store.people,
    teams,
    projects,
    rooms,
    mailer,
    jobs: store.jobs,
    signingKeys,
    exports,
    statistics: siteSettings.statistics ?? { statistics: async () => new Map() },
    now,
  });
  const real: SiteContext = {
    site,
    projectRooms: createProjectRooms(rooms, activity, recorder),
    activity,
    recorder,
    watchers: createWatchers(everyLimit.inspectorsPerProject),
    messages,
    planOf: (project) => planOf(project, teams),
    projects,
    rooms,
    tokens,
    files,
    anonymousUploads: true,
    versions,
    gateway,
    health: { ready: async () => {} },
    now: () => wallClock,
  };
  const services = replace?.(real) ?? real;
  const metrics = createMetrics();
  const edgeLimits = {
    ...platformLimits,
    // An injected call that is refused unread never closes: its body must not run out of time behind the test.
    restBodyTimeoutMs: platformLimits.restUploadTimeoutMs,
    ...limits,
  };
  const monotonic = () => at;
  const rates = createRates(edgeLimits, monotonic);
  const rest = restRoutes(siteUrl.replace(/\/$/, ""));
  const app = createHttp(services, {
    rates,
    parts: [createSitePart(services, { rest, rates, limits: edgeLimits, now: monotonic })],
    answered: createRequestLog(services.recorder, { limits: edgeLimits, contents: true }),
    boundary: createErrorBoundary({ log: logger, contained: () => metrics.errorContained() }),
    publicUrl: siteUrl,
    filesUrl,
    trustsProxy: trustsProxy(trustedProxies),
    log: logger,
    metrics,
    now: monotonic,
    limits: edgeLimits,
    checkResponses: true,
  });

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

  const openProject = async (): Promise<TestProject> => {
    const { project, secretKey, publicKey } = await projects.createProject({ name: "One", type: "dev" });
    const revoked = await projects.createKey(project.id, { name: "Revoked", createdBy: "nobody" });
    await projects.revokeKey(project.id, revoked.record.id);
    const tokenOf = (scopes: readonly Permission[], issuedAt = wallClock) =>
      tokens.issueAccessToken(project.id, { userId: "ada", permissions: [["*", scopes]] }, issuedAt);
    return {
      project,
      secretKey,
      publicKey,
      revokedKey: revoked.key,
      userToken: await tokenOf(["*:write"]),
      readerToken: await tokenOf(["*:write", "storage:read"]),
      expiredToken: () => tokenOf(["*:write"], wallClock - 2 * platformLimits.tokenLifetimeMaxMs),
      call: callWith(secretKey),
    };
  };
  const own = await openProject();
  const other = await openProject();
  let people = 0;

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
    advance(ms) {
      at += ms;
      wallClock += ms;
    },
    mails: async () => (await store.jobs.list({ kind: "mail" })).map(({ payload }) => textOf(payload)),
    jobs: store.jobs,
    async makeExports(signal = new AbortController().signal) {
      if (signal.aborted || ((await store.jobs.nextDueAt("export")) ?? Infinity) > clock.now()) return false;
      await runDueJobs(exports.handler, { records: store.jobs, clock, limits: everyLimit, log: logger }, signal);
      return true;
    },
    async signUp(person) {
      const sent = {
        email: `person-${++people}@weft.test`,
        password: "correct horse battery",
        firstName: "Ada",
        lastName: `Lovelace ${people}`,
        ...person,
      };
      const reply = await own.call("POST", "/internal/auth/sign-up/email", sent, fromSite);
      if (reply.status !== 200) throw new Error(`Nobody was signed up: ${reply.text}`);
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
    async [Symbol.asyncDispose]() {
      await app.close();
      await recorder[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** What calls from pages of the site say of themselves. */
export const fromSite = { "sec-fetch-site": "same-origin", "x-weft-csrf": "1", "content-type": "application/json" };

/** The cookies of an answer, as a browser sends them back. */
export function cookiesOf({ headers }: HttpReply): string {
  const set = headers["set-cookie"] as string | readonly string[] | undefined;
  const lines = set === undefined ? [] : typeof set === "string" ? [set] : set;
  return lines.map((line) => line.split(";", 1)[0]!).join("; ");
}

/** A gateway without mailboxes: it does what it is asked at once, and remembers it. */
export class MemoryGateway implements RoomGateway {
  readonly events: { room: string; event: unknown }[] = [];
  readonly presences: (EphemeralPresence & { room: string })[] = [];
  readonly prewarmed: string[] = [];
  readonly users = new Map<string, ActiveUser[]>();
  readonly #exists: (address: RoomAddress) => Promise<boolean>;
  readonly #trees = new Map<string, Tree>();
  readonly questions: JsonQuestion[] = [];
  /** By room and guid, what was put there last: the root document has no guid. */
  readonly documents = new Map<string, { readonly update: Uint8Array; readonly v2: boolean }>();
  #actors = 0;
  #ops = 0;

  constructor(exists: (address: RoomAddress) => Promise<boolean>) {
    this.#exists = exists;
  }

  async activeUsers(address: RoomAddress) {
    await this.#reach(address);
    return this.users.get(address.room) ?? [];
  }
  async broadcast(address: RoomAddress, event: unknown) {
    await this.#reach(address);
    this.events.push({ room: address.room, event });
  }
  async disconnect(address: RoomAddress, connectionId: number) {
    await this.#reach(address);
    return this.presences.some(({ room }, index) => room === address.room && index === connectionId);
  }
  async setPresence(address: RoomAddress, presence: EphemeralPresence) {
    await this.#reach(address);
    this.presences.push({ ...presence, room: address.room });
  }
  async prewarm(address: RoomAddress) {
    await this.#reach(address);
    this.prewarmed.push(address.room);
  }
  async readStorage<T>(address: RoomAddress, read: (tree: Tree) => T | Promise<T>): Promise<T> {
    return read(await this.#reach(address));
  }
  async changeStorage(address: RoomAddress, change: StorageChange): Promise<{ acks: readonly ServerOp[] }> {
    const tree = await this.#reach(address);
    if (change.kind === "delete") tree.clear();
    else if (change.kind === "initialise") {
      if (!tree.empty) throw new WeftError("CANNOT_UPDATE_EXISTING_STORAGE");
      this.#apply(tree, [
        { type: OpType.updateObject, id: "root", data: (change.document as { data: JsonObject }).data },
      ]);
    } else if (change.kind === "ops") return this.#apply(tree, change.ops);
    else if (change.kind === "restore") restoreNodes(tree, change.nodes, () => `si:${++this.#actors}`);
    else this.#patch(tree, change.patch as { op: string; path: string; value?: unknown }[]);
    return { acks: [] };
  }
  async documentJson(address: RoomAddress, question: JsonQuestion) {
    await this.#reach(address);
    this.questions.push(question);
    return Buffer.from(question.key === undefined ? "{}" : '"text"');
  }
  async documentState(address: RoomAddress, guid: string | undefined) {
    await this.#reach(address);
    return this.documents.get(JSON.stringify([address.room, guid]))?.update ?? Uint8Array.of(0, 0);
  }
  async updateDocument(address: RoomAddress, guid: string | undefined, update: Uint8Array, v2: boolean) {
    await this.#reach(address);
    if (update.length === 0) throw new WeftError("UNPROCESSABLE_ENTITY");
    this.documents.set(JSON.stringify([address.room, guid]), { update, v2 });
  }
  async newActor(address: RoomAddress) {
    await this.#reach(address);
    return ++this.#actors;
  }

  /** Members of the root are all that these tests patch. */
  #patch(tree: Tree, patch: readonly { op: string; path: string; value?: unknown }[]) {
    for (const [index, { op, path, value }] of patch.entries()) {
      const key = path.slice(1);
      const root = [...tree.verbose()][0]![1].data as JsonObject;
      if (op === "test" && JSON.stringify(root[key]) !== JSON.stringify(value))
        throw new WeftError("INVALID_STORAGE_MUTATION_REQUEST", { message: `Operation ${index} (test): it differs.` });
      if (op === "add")
        this.#apply(tree, [{ type: OpType.updateObject, id: "root", data: { [key]: value } as JsonObject }]);
    }
  }
  #apply(tree: Tree, ops: readonly (Omit<Op & { type: 3 }, "opId"> | Op)[]) {
    const { acks, refused } = applyMessage(
      tree,
      ops.map((op) => ({ opId: `0:${this.#ops++}`, ...op })),
      () => false,
    );
    if (refused.length > 0) throw new WeftError("INVALID_STORAGE_MUTATION_REQUEST", { message: refused[0]!.reason });
    return { acks };
  }
  async #reach(address: RoomAddress): Promise<Tree> {
    if (!(await this.#exists(address))) throw new WeftError("ROOM_NOT_FOUND");
    const key = JSON.stringify([address.project, address.room]);
    let tree = this.#trees.get(key);
    if (tree === undefined) {
      this.#trees.set(key, (tree = createTree()));
      tree.finishLoad();
    }
    return tree;
  }
}
