import { readFileSync } from "node:fs";
import { endpoints, errors, isBytes, limits, plans, WeftError } from "@weft/protocol";
import type { CopilotId, Endpoint, ErrorCode, RoomId } from "@weft/protocol";
import { afterAll, describe, expect, test } from "vitest";
import type { SiteContext } from "../site/site-context.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import type { HttpReply, TestEdge, TestProject } from "../testing/test-edge.ts";
import { overloaded } from "../testing/test-models.ts";
import type { TestTeam } from "../testing/test-team.ts";
import { checkAnswer } from "./check-answer.ts";
import { exampleOf, fileBytes, newFileId, prepareRoom } from "./test-requests.ts";
import type { ExampleContext } from "./test-requests.ts";
import { newAttachmentId } from "./test-requests-attachments.ts";

const room = "r";
const missing = "nowhere";

const edges = new AsyncDisposableStack();
afterAll(() => edges.disposeAsync());
const many = { restRateBurst: 1e9, restAddressRateBurst: 1e9, restUserRateBurst: 1e9 };
const once = {
  groupsPerProject: 1,
  copilotsPerProject: 1,
  // Those that are prepared.
  knowledgeSourcesPerCopilot: 2,
  webhooksPerProject: 1,
  restRateBurst: 1,
  restAddressRateBurst: 1,
  restUserRateBurst: 1,
  managementRateBurst: 1,
};
const shared = edges.use(await openTestEdge({ limits: many }));
const limited = edges.use(await openTestEdge({ limits: once }));
const planned = edges.use(await openTestEdge({ limits: many, plan: "Free" }));

/** Its projects have one room, and little space. */
const cramped = edges.use(
  await openTestEdge({
    limits: { ...many, roomsPerProject: 1, bytesPerProject: 10_000, storageFile: 1_000 },
  }),
);

/** Reserves all the space that a project of `cramped` has left. */
async function fillUp({ project, services }: Prepared): Promise<void> {
  let files = 0;
  for (const size of [1_000, 100, 10, 1])
    try {
      for (;;) {
        const id = `fl_${String(files++).padStart(21, "0")}`;
        await services.files.start({ project: project.id, room: room as RoomId }, { id, name: "a", size });
      }
    } catch (cause) {
      expect(cause).toMatchObject({ code: "PROJECT_FULL" });
    }
}

/** A project of its own with one open room, on an edge that tests share: an edge takes longer to open than to ask. */
async function openProject({ auth }: Endpoint, edge: TestEdge = shared): Promise<Prepared> {
  return openRoom(edge, { ...(await edge.openProject()), ...(auth === "management" && (await openTeam(edge))) });
}

async function openRoom<P extends TestProject>(edge: TestEdge, own: P) {
  await edge.services.rooms.create(own.project.id, room, { defaultAccesses: ["room:write"] });
  const address = { project: own.project.id, room: room as RoomId };
  return { ...own, services: edge.services, ...(await prepareRoom(edge.services, address)) };
}

/** A team with a project, for calls that manage projects. */
async function openTeam(edge: TestEdge) {
  const managed = await edge.openTeam();
  return { managed, managedProject: managed.project.id, managedWebhook: managed.webhook };
}

type Prepared = TestProject & ExampleContext & { readonly services: SiteContext; readonly managed?: TestTeam };

interface Ask {
  readonly room?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The endpoint's own request, with what an error's row changes in it. */
function ask(edge: Prepared, endpoint: Endpoint, change: Ask = {}): Promise<HttpReply> {
  const example = exampleOf(endpoint, change.room ?? room, edge, change.path);
  const body = "body" in change ? change.body : example.body;
  const own = {
    secret: edge.secretKey,
    user: edge.userToken,
    personal: edge.userToken,
    management: edge.managed?.token ?? "",
    publicKeyInBody: "",
    session: "",
    none: "",
  }[endpoint.auth];
  const headers = change.headers ?? (own === "" ? {} : bearer(own));
  return edge.call(example.method, change.url ?? example.url, body, { ...headers, ...example.headers });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const hasRoom = (endpoint: Endpoint) => endpoint.template.includes("{roomId}");
/** The path of an endpoint, with this in the place of the first of its parameters. */
const pathWith = ({ template }: Endpoint, text: string) => template.replace(/\{\w+\}/, text);

/** Every call that is not about keys fails like this. */
function failing(error: () => Error) {
  const refuse = async () => {
    throw error();
  };
  const failingCalls = new Proxy({}, { get: () => refuse });
  return (real: SiteContext): SiteContext => ({
    ...real,
    rooms: failingCalls as SiteContext["rooms"],
    groups: failingCalls as SiteContext["groups"],
    copilots: failingCalls as SiteContext["copilots"],
    contextualPrompts: failingCalls as SiteContext["contextualPrompts"],
    knowledge: failingCalls as SiteContext["knowledge"],
    urlMetadata: failingCalls as SiteContext["urlMetadata"],
    tokens: failingCalls as SiteContext["tokens"],
    gateway: failingCalls as SiteContext["gateway"],
    threadLists: failingCalls as SiteContext["threadLists"],
    subscriptions: failingCalls as SiteContext["subscriptions"],
    threads: failingCalls as SiteContext["threads"],
    managedProjects: failingCalls as SiteContext["managedProjects"],
    managedWebhooks: failingCalls as SiteContext["managedWebhooks"],
    inbox: failingCalls as SiteContext["inbox"],
    notificationSettings: failingCalls as SiteContext["notificationSettings"],
    textMentions: failingCalls as SiteContext["textMentions"],
  });
}

const nobody = { id: "nobody made this", message: "nobody made this" };

/** Nothing can be prepared where everything fails. */
async function openFailing(error: () => Error): Promise<Prepared> {
  const edge = edges.use(await openTestEdge({ services: failing(error), limits: many }));
  const nothing = { file: newFileId, id: "up_", etag: "" };
  return {
    ...edge,
    file: newFileId,
    upload: nothing,
    version: "vh_",
    actor: 0,
    thread: "th_",
    comment: "cm_",
    notification: "in_",
    group: "g",
    copilot: "co_",
    knowledge: { web: "ks_", file: "ks_" },
    attachment: newAttachmentId,
    attachmentUpload: { ...nothing, file: newAttachmentId },
    ...(await openTeam(edge)),
    feed: nobody,
  };
}
const broken = await openFailing(() => new Error("The disk is on fire."));
const unavailable = await openFailing(() => new WeftError("SERVICE_UNAVAILABLE"));

type Reach = (edge: Prepared, endpoint: Endpoint) => Promise<HttpReply>;

/** How each error is reached, for any endpoint that lists it. */
const reach: { readonly [C in ErrorCode]?: Reach } = {
  MISSING_SECRET_KEY: (edge, endpoint) => ask(edge, endpoint, { headers: {} }),
  WRONG_KEY_USED: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.publicKey) }),
  INVALID_SECRET_KEY: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.revokedKey) }),
  INVALID_PUBLIC_KEY: (edge, endpoint) =>
    endpoint.auth === "user"
      ? ask(edge, endpoint, { headers: bearer("pk_dev_nobody") })
      : ask(edge, endpoint, { body: { publicApiKey: "pk_dev_nobody" } }),
  ORIGIN_NOT_ALLOWED: async (edge, endpoint) => {
    await edge.services.site.projects.updateProject(edge.project.id, { allowedOrigins: ["https://example.com"] });
    const key = endpoint.auth === "user" ? bearer(edge.publicKey) : {};
    return ask(edge, endpoint, { headers: { ...key, origin: "https://elsewhere.example" } });
  },
  PROJECT_CLOSED: async (edge, endpoint) => {
    await edge.services.site.closeProject(edge.project.id);
    return ask(edge, endpoint);
  },
  INVALID_TOKEN: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.secretKey) }),
  USER_REQUIRED: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.publicKey) }),
  TOKEN_EXPIRED: async (edge, endpoint) => ask(edge, endpoint, { headers: bearer(await edge.expiredToken()) }),
  BAD_REQUEST: (edge, endpoint) =>
    endpoint.body === undefined || isBytes(endpoint.body)
      ? ask(edge, endpoint, { url: pathWith(endpoint, "%E0%A4") })
      : ask(edge, endpoint, { body: "{" }),
  UNPROCESSABLE_ENTITY: (edge, endpoint) => {
    if (hasRoom(endpoint)) return ask(edge, endpoint, { room: "x".repeat(129) });
    if (endpoint.path !== undefined) return ask(edge, endpoint, { url: pathWith(endpoint, "%00") });
    if (endpoint.body === undefined)
      return ask(edge, endpoint, { url: `${endpoint.template}?limit=0&since=never&query=%00` });
    return ask(edge, endpoint, { body: endpoint.body.safeParse({}).success ? [] : {} });
  },
  PAYLOAD_TOO_LARGE: (edge, endpoint) => {
    if (endpoint.body !== undefined)
      return ask(edge, endpoint, { body: Buffer.alloc(limits[endpoint.bodyLimit] + 1, " ") });
    const { url } = exampleOf(endpoint, room, edge);
    return ask(edge, endpoint, { url: `${url}?fileSize=${limits.storageFile + 1}` });
  },
  TOO_MANY_REQUESTS: async (_edge, endpoint) => {
    // The address may call once more.
    limited.advance(60_000);
    const edge = await openProject(endpoint, limited);
    await ask(edge, endpoint);
    return await ask(edge, endpoint);
  },
  INTERNAL_SERVER_ERROR: (_edge, endpoint) => ask(broken, endpoint),
  SERVICE_UNAVAILABLE: (_edge, endpoint) => ask(unavailable, endpoint),
  MISSING_MANAGEMENT_API_ACCESS_TOKEN: (edge, endpoint) => ask(edge, endpoint, { headers: {} }),
  INVALID_MANAGEMENT_API_ACCESS_TOKEN: (edge, endpoint) => ask(edge, endpoint, { headers: bearer(edge.secretKey) }),
  REVOKED_MANAGEMENT_API_ACCESS_TOKEN: (edge, endpoint) =>
    ask(edge, endpoint, { headers: bearer(edge.managed!.revokedToken) }),
  EXPIRED_MANAGEMENT_API_ACCESS_TOKEN: (edge, endpoint) =>
    ask(edge, endpoint, { headers: bearer(edge.managed!.expiredToken) }),
  NOT_EXISTING_MANAGEMENT_API_ACCESS_TOKEN: (edge, endpoint) =>
    ask(edge, endpoint, { headers: bearer(`wmt_${"x".repeat(43)}`) }),
  INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE: (edge, endpoint) => {
    const other = endpoint.scope === "read:all" ? "write:all" : "read:all";
    return ask(edge, endpoint, { headers: bearer(edge.managed!.scoped[other]) });
  },
  WEBHOOK_NOT_FOUND: (edge, endpoint) => ask({ ...edge, managedWebhook: "we_nothing" }, endpoint),
  FORBIDDEN: async (_edge, endpoint) => {
    limited.advance(60_000);
    return ask(await openProject(endpoint, limited), endpoint);
  },
  PROJECT_NOT_FOUND: (edge, endpoint) => ask({ ...edge, managedProject: edge.project.id }, endpoint),
  PUBLIC_KEY_NOT_ENABLED: async (edge, endpoint) => {
    const { caller, project } = edge.managed!;
    await edge.services.managedProjects.switchPublicKey(caller, project.id, false);
    return ask(edge, endpoint);
  },
  ROOM_NOT_FOUND: (edge, endpoint) => {
    if (hasRoom(endpoint)) return ask(edge, endpoint, { room: missing });
    return ask(edge, endpoint, { body: { ...(exampleOf(endpoint, room, edge).body as object), roomId: missing } });
  },
  INVALID_QUERY: (edge, endpoint) => {
    if (endpoint.body !== undefined) return ask(edge, endpoint, { body: { query: "colour:1" } });
    const url = new URL(exampleOf(endpoint, room, edge).url, "https://weft.test");
    url.searchParams.set("query", "colour:1");
    return ask(edge, endpoint, { url: url.pathname + url.search });
  },
  ROOM_ALREADY_EXISTS: (edge, endpoint) => {
    const taken = { id: room, newRoomId: room, defaultAccesses: [] };
    return ask(edge, endpoint, { body: taken });
  },
  CANNOT_UPDATE_EXISTING_STORAGE: async (edge, endpoint) => {
    await ask(edge, endpoint);
    return await ask(edge, endpoint);
  },
  INVALID_STORAGE_MUTATION_REQUEST: (edge, endpoint) =>
    ask(edge, endpoint, { body: [{ op: "test", path: "/n", value: "something else" }] }),
  UNAUTHORIZED_ROOM_ACCESS: async (edge, endpoint) => {
    await edge.services.rooms.create(edge.project.id, "private", { defaultAccesses: [] });
    const headers = endpoint.auth === "user" ? bearer(edge.publicKey) : undefined;
    return ask(edge, endpoint, { room: "private", headers });
  },
  STORAGE_FILE_NOT_FOUND: (edge, endpoint) => ask({ ...edge, file: newFileId }, endpoint),
  PAGE_UNREACHABLE: (edge, endpoint) =>
    ask(edge, endpoint, { url: `${endpoint.template}?url=https%3A%2F%2Fnowhere.example%2F` }),
  RESOURCE_ALREADY_EXISTS: async (edge, endpoint) => {
    if (endpoint.tag === "Feeds")
      return ask(edge, endpoint, { body: { feedId: edge.feed.id, id: edge.feed.message, data: {} } });
    await ask(edge, endpoint);
    return await ask(edge, endpoint);
  },
  PROJECT_FULL: async (_edge, endpoint) => {
    if (["Groups", "AI copilots", "AI knowledge"].includes(endpoint.tag)) {
      limited.advance(60_000);
      return ask(await openProject(endpoint, limited), endpoint);
    }
    const edge = await openProject(endpoint, cramped);
    await fillUp(edge);
    return ask(edge, endpoint, endpoint.id === "upsert-room" ? { room: "new" } : {});
  },
  AI_NOT_CONFIGURED: async (_edge, endpoint) => {
    const edge = await openProject(endpoint);
    await edge.services.copilots.delete(edge.project.id, edge.copilot as CopilotId);
    return ask(edge, endpoint);
  },
  AI_UNAVAILABLE: (edge, endpoint) =>
    ask(edge, endpoint, {
      body: { prompt: overloaded, context: { beforeSelection: "", selection: "", afterSelection: "" } },
    }),
  UNSUPPORTED_MEDIA_TYPE: (edge, endpoint) => ask(edge, endpoint, { body: Buffer.alloc(100) }),
  PLAN_LIMIT_REACHED: async (_edge, endpoint) => {
    const { team } = await planned.openTeam();
    const edge = await openRoom(planned, await planned.openProject(team.id));
    await planned.countUsage(
      { project: edge.project.id, room: room as RoomId },
      {
        comments: plans.Free.commentsMonthly!,
        notifications: plans.Free.notificationsMonthly!,
        attachmentBytes: plans.Free.commentsAttachmentsBytes!,
      },
    );
    // What a minute ago was measured is measured again.
    planned.advance(60_000);
    return ask(edge, endpoint);
  },
  RESOURCE_NOT_FOUND: (edge, endpoint) => {
    const upload = { ...edge.upload, id: `up_${"x".repeat(22)}` };
    const thread = `th_${"x".repeat(21)}`;
    const notification = `in_${"x".repeat(21)}`;
    const version = "vh_nobody_made_this";
    return ask(
      {
        ...edge,
        upload,
        version,
        attachment: newAttachmentId,
        thread,
        notification,
        group: "nowhere",
        copilot: "nowhere",
        knowledge: { web: "ks_", file: "ks_" },
        feed: nobody,
      },
      endpoint,
    );
  },
  CONFLICT: async (edge, endpoint) => {
    const project = edge.project.id;
    const address = { project, room: room as RoomId };
    const { files, attachments } = edge.services;
    await files.upload(address, { id: newFileId, name: "other.txt" }, fileBytes);
    await attachments.upload(address, { id: newAttachmentId, name: "other.txt", userId: "ada" }, fileBytes);
    if (isBytes(endpoint.body)) return ask(edge, endpoint, { body: Buffer.from("other") });
    const upload = { ...edge.upload, file: newFileId };
    return ask({ ...edge, upload, attachmentUpload: { ...edge.attachmentUpload, file: newAttachmentId } }, endpoint);
  },
};

function typeOf({ returns }: Endpoint): string {
  if ("lines" in returns) return "application/x-ndjson";
  return "octets" in returns ? "application/octet-stream" : "application/json; charset=utf-8";
}

const isJson = ({ returns }: Endpoint) => !["empty", "lines", "octets"].some((kind) => kind in returns);
/** The names of path parameters are no part of a route. */
const shapeOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
const routeOf = ({ method, template }: Endpoint) => shapeOf(method, template);
/** Routes with the statuses and the errors that requests of the tests below were answered with. */
const proven = new Set<string>();

describe.for(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", ([, endpoint]) => {
  test("[HE10] succeeds as declared", async () => {
    const edge = await openProject(endpoint);
    const reply = await ask(edge, endpoint);
    expect(reply.body?.error).toBeUndefined();
    expect(reply.status).toBe(endpoint.status);
    if ("empty" in endpoint.returns) {
      expect(reply.text).toBe("");
      expect(reply.headers["content-type"]).toBeUndefined();
    } else {
      expect(reply.headers["content-type"]).toBe(typeOf(endpoint));
    }
    if (isJson(endpoint)) await checkAnswer(endpoint, reply.body);
    expect(reply.headers["x-lb-warn"]).toBe(endpoint.deprecated);
    proven.add(`${routeOf(endpoint)} ${reply.status}`);
  });

  test.for(endpoint.errors)("[HE6] can answer %s", async (code) => {
    const edge = await openProject(endpoint);
    const reply = await reach[code]!(edge, endpoint);
    expect(reply.status).toBe(errors[code].status);
    if (code === "TOO_MANY_REQUESTS") expect(reply.headers["retry-after"]).toBe("1");
    proven.add(`${routeOf(endpoint)} ${code}`);
    // Where the path cannot be read, there is no telling which endpoint was meant.
    if ("octets" in endpoint.returns && endpoint.auth === "user" && code !== "BAD_REQUEST") {
      expect([reply.text, reply.headers["content-type"]]).toEqual(["", undefined]);
      return;
    }
    expect(reply.body).toEqual({
      error: code,
      message: expect.stringMatching(/./),
      suggestion: expect.any(String),
      docs: `https://weft.test/docs/errors/${code}`,
    });
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

/** What SDKs and the specification expect: `conformance/rest/specified-routes.test.ts` explains the table. */
const specified = readFileSync(new URL("../../../../conformance/rest/specified-routes.tsv", import.meta.url), "utf8");

test("[HE6] [HE10] every specified route that is declared has succeeded above, and failed with each specified error", () => {
  const declared = new Map(endpoints.map((endpoint: Endpoint) => [routeOf(endpoint), endpoint.status]));
  const unproven: string[] = [];
  let rows = 0;
  for (const line of specified.trim().split("\n").slice(1)) {
    const [, method, path, , codes] = line.split("\t") as [string, string, string, string, string];
    const route = shapeOf(method, path);
    const status = declared.get(route);
    if (status === undefined) continue;
    rows++;
    const wanted = [String(status), ...codes.split(" ").filter((code) => code !== "-")];
    unproven.push(...wanted.map((what) => `${route} ${what}`).filter((what) => !proven.has(what)));
  }
  expect(rows).toBeGreaterThan(170);
  expect(unproven).toEqual([]);
});
