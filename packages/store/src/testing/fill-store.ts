import { noActivity } from "@weft/collab";
import {
  newDay,
  newEvent,
  newMinute,
  newRequest,
  newRoomUsage,
  newSample,
} from "@weft/collab/suites/activity-batch.ts";
import { newAnswer, newChat, newQuestion } from "@weft/collab/suites/chat-records.suite.ts";
import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { newFileSource, newLink, newPassage, newWebSource } from "@weft/collab/suites/knowledge-records.suite.ts";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import { jobKinds } from "@weft/protocol/internal";
import type { CommentRecord, ThreadRecord } from "@weft/collab";
import { CommentBody } from "@weft/protocol";
import type {
  CopilotId,
  FeedId,
  FeedMessageId,
  GroupId,
  ProjectId,
  RoomAddress,
  RoomId,
  VersionId,
} from "@weft/protocol";
import fc from "fast-check";
import { sql } from "kysely";
import type { Store } from "../open.ts";

/** Any text that every kind of database holds: code points beyond 16 bits sort otherwise in UTF-16 than in UTF-8. */
const text = fc.string({ unit: "binary", maxLength: 8 }).map((any) => any.replaceAll("\0", "0"));
const bytes = fc.uint8Array({ maxLength: 300 });
const instant = fc.integer({ min: 0, max: 2 ** 45 });
const size = fc.integer({ min: 0, max: 2 ** 52 });

const room = fc.record({
  id: text,
  organizationId: text,
  createdAt: instant,
  metadata: fc.uniqueArray(fc.tuple(text, text), { maxLength: 3, selector: ([key]) => key }),
  user: text,
  nodes: fc.array(fc.tuple(text, text), { maxLength: 40 }),
  rows: fc.array(fc.record({ guid: text, update: bytes, v2: fc.boolean() }), { maxLength: 10 }),
  versions: fc.array(fc.record({ createdAt: instant, storage: bytes, document: bytes }), { maxLength: 3 }),
  files: fc.array(fc.record({ name: text, size }), { maxLength: 3 }),
  opened: fc.integer({ min: 1, max: 4 }),
  fate: fc.constantFrom("kept", "kept", "deleted", "renamed"),
});
type RoomContents = typeof room extends fc.Arbitrary<infer R> ? R : never;

/** What a store is filled with. */
export const storeContents = fc.record({
  rooms: fc.uniqueArray(room, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
  texts: fc.uniqueArray(text, { minLength: 5, maxLength: 5 }),
  instants: fc.array(instant, { minLength: 5, maxLength: 5 }),
  durations: fc.array(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((any) => any + 0),
    { maxLength: 5 },
  ),
  jobs: fc.array(fc.record({ kind: fc.constantFrom(...jobKinds), payload: text, done: fc.boolean() }), {
    maxLength: 8,
  }),
});
export type StoreContents = typeof storeContents extends fc.Arbitrary<infer C> ? C : never;

const project = "p1" as ProjectId;

/** Fills an empty store through its ports, every table of it. */
export async function fillStore(store: Store, contents: StoreContents): Promise<void> {
  await addPeople(store, contents);
  await addProjects(store, contents);
  await store.outbox.register("reader");
  for (const [index, one] of contents.rooms.entries()) await addRoom(store, one, index);
  // Each of them has a table that random contents may leave empty.
  const last = { id: "", createdAt: 1, metadata: [["k", "v"]], user: "u", opened: 1 } as const;
  const full = { nodes: [["a", "b"]], rows: [{ guid: "", update: new Uint8Array(3), v2: true }] } as const;
  const versions = [{ createdAt: 1, storage: new Uint8Array(2), document: new Uint8Array() }];
  const files = [{ name: "f", size: 3 }];
  for (const fate of ["kept", "deleted"] as const) {
    const again = { ...last, ...full, versions, files, organizationId: "", fate, id: `last ${fate}` };
    await addRoom(store, again as unknown as RoomContents, fate === "kept" ? 100 : 101);
  }
  await addThreads(store, contents);
  await addInbox(store, contents);
  await addWebhooks(store, contents);
  await addCopilots(store, contents);
  await addKnowledge(store, contents);
  await addChats(store, contents);
  await addActivity(store, contents);
  await addGuides(store, contents);
  await addJobs(store, contents);
  await store.status.mark({ hour: 500_000, slots: 5 });
  await store.keyCheck.write("sealed");
}

async function addRoom(store: Store, contents: RoomContents, index: number): Promise<void> {
  const { feeds, rooms, roomStore, uploads, versions } = store;
  const { id, organizationId, createdAt, user } = contents;
  const created = { projectId: project, roomId: id, createdAt: new Date(createdAt).toISOString() };
  await rooms.insert(
    project,
    newRoom(id, {
      organizationId,
      createdAt,
      metadata: new Map(contents.metadata),
      usersAccesses: new Map([[user, ["room:write"]]]),
    }),
    { events: [{ type: "roomCreated", data: created }] },
  );
  const address = { project, room: id as RoomId };
  for (let n = 1; n < contents.opened; n++) await roomStore.open(address, 3);
  const opened = (await roomStore.open(address, 3))!;
  await roomStore.commit({
    ...opened,
    seq: contents.nodes.length,
    puts: contents.nodes.flatMap(([node, value]) => [node, JSON.stringify([node, 3, "root", value])]),
    drops: [],
    actors: [{ actor: opened.firstActor, user, clocks: [1, index + 1] }],
    authors: [{ since: 0, user }],
    documents: contents.rows.map((row, at) => ({ kind: "row", ...row, id: at + 1, user: undefined })),
    connectedAt: createdAt,
  });
  for (const [at, version] of contents.versions.entries()) {
    const bounds = { count: 2, bytes: 1_000 };
    const { key, seq } = opened;
    await versions.insert(address, { id: `vr_${at}` as VersionId, ...version, key, seq }, bounds);
  }
  for (const [at, { name }] of contents.files.entries()) {
    const feed = { id: `feed ${at}` as FeedId, metadata: new Map([[name, [name]]]), createdAt, updatedAt: createdAt };
    const message = { id: "m" as FeedMessageId, data: { name }, createdAt, updatedAt: createdAt };
    await feeds.insert(address, feed, { feedsPerRoom: 9 });
    await feeds.insertMessage(address, feed.id, message, { messagesPerFeed: 9 });
  }
  const other = { since: contents.nodes.length, user: `${user}2` };
  await roomStore.commit({ ...opened, seq: 1_000, puts: [], drops: [], actors: [], authors: [other] });
  for (const [at, { name, size: reserved }] of contents.files.entries()) {
    const owner = { ...address, kind: at % 2 === 0 ? "storageFile" : "attachment" } as const;
    const blob = `blob ${index} ${at}`;
    const upload = { id: `up ${at}`, file: `fl_${at}`, reserved, sized: true, session: "s", expiresAt: 9, name, blob };
    const finished = { mimeType: "", createdAt, size: reserved, expiresAt: at > 1 ? createdAt : undefined };
    await uploads.insertUpload(owner, { ...upload, userId: user });
    await uploads.insertPart(owner, upload.id, { number: 1, etag: "e", tag: name, size: 1 });
    if (at > 0) await uploads.finish(owner, { ...finished, upload: upload.id });
    else await uploads.insertUpload(owner, { ...upload, id: "one more", blob: `${blob} more` });
    if (at === 0) await uploads.finish(owner, { ...finished, upload: "one more" });
  }
  await store.activity.write({ ...noActivity, sizes: [{ project, room: id, storageBytes: undefined }] });
  if (contents.fate === "deleted") await rooms.delete(project, id, 1);
  if (contents.fate === "renamed") await rooms.rename(project, id, `renamed ${index}`);
}

/** People and their sign-ins, as the sign-in library writes them. */
async function addPeople(
  { signIn: { db }, people, teams, sso, managementTokens, audit }: Store,
  { texts }: StoreContents,
): Promise<void> {
  const at = new Date(0).toISOString();
  const [name = "", agent = ""] = texts;
  for (const id of ["ada", "bob"]) {
    await sql`insert into users (id, name, email, "emailVerified", "createdAt", "updatedAt", "firstName", "lastName")
      values (${id}, ${name}, ${`${id}@weft.test`}, 1, ${at}, ${at}, ${name}, '')`.execute(db);
    await sql`insert into sessions (id, "expiresAt", token, "createdAt", "updatedAt", "userAgent", "userId")
      values (${id}, ${at}, ${id}, ${at}, ${at}, ${agent}, ${id})`.execute(db);
    await sql`insert into sign_in_methods (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
      values (${id}, ${id}, 'credential', ${id}, 'hash', ${at}, ${at})`.execute(db);
    await sql`insert into two_factors (id, secret, "backupCodes", "userId", verified, "lockedUntil")
      values (${id}, 'secret', '[]', ${id}, 1, ${at})`.execute(db);
    await sql`insert into passkeys (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
      values (${id}, 'key', ${id}, ${id}, 7, 'singleDevice', 0)`.execute(db);
    await sql`insert into verifications (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
      values (${id}, ${id}, 'value', ${at}, ${at}, ${at})`.execute(db);
    await people.putSettings(id, { preferences: { theme: "dark" }, lastTeam: "team_1" });
  }
  await teams.insertTeam({ id: "team_1", name, plan: "Free", createdAt: 1, twoFactorFrom: 5 }, "ada");
  const invitation = { id: "in_1", team: "team_1", email: "bob@weft.test", role: "member", tokenHash: "hash" } as const;
  await teams.insertInvitation({ ...invitation, invitedBy: "ada", createdAt: 1, expiresAt: 2, state: "open" });
  const token = {
    team: "team_1",
    id: "mt_1",
    name,
    scopes: ["read:all"],
    tokenHash: "hash",
    lastFour: "abcd",
  } as const;
  const lasts = { createdBy: "ada", createdAt: 1, expiresAt: 2 };
  await managementTokens.insert({ ...token, ...lasts }, { limit: 1, keptFrom: 0 });
  const attributes = { email: name, firstName: null, lastName: null };
  const connection = { entityId: name, signInUrl: agent, certificates: [name], attributes, updatedAt: 1 };
  await sso.putConnection({ ...connection, team: "team_1" });
  for (const domain of ["one.test", "two.test"])
    await sso.addDomain({ team: "team_1", domain, record: name, createdAt: 1 }, 2);
  await sso.verifyDomain("team_1", "one.test", 2);
  const profile = { email: "ada@one.test", firstName: name, lastName: agent, attributes: [{ name, values: [agent] }] };
  await sso.putTest({ team: "team_1", person: "ada", at: 3, profile });
  await sso.enforce("team_1", ["ada"]);
  const begun = { id: "s1", team: "team_1", requestId: "r1", browser: "b1", next: agent } as const;
  await sso.addSignIn({ ...begun, createdAt: 1, expiresAt: 9, state: "open" }, 1);
  await sso.answerSignIn("s1", profile, 2);
  await audit.add({ team: "team_1", id: "a1", at: 1, action: "team.made", target: { kind: "team", id: agent } });
}

async function addProjects(
  { projects, exports, groups, usageAlerts, userErasures }: Store,
  { texts, instants }: StoreContents,
) {
  const [name = "", lastFour = ""] = texts;
  const [createdAt = 0] = instants;
  const key = { project, id: "key_1", name, kind: "public", key: "pk_1", lastFour, createdAt } as const;
  const settings = {
    team: "team_1",
    name,
    type: "dev",
    createdAt,
    updatedAt: createdAt,
    publicKeyCreatesRooms: true,
    versionCreationTimeout: 300,
    tokenGeneration: 2,
    allowedOrigins: ["https://weft.test"],
  } as const;
  await projects.insertProject({ id: project, ...settings }, {}, [{ ...key, seenInBrowser: false, active: true }]);
  await projects.insertProject({ id: "p2" as ProjectId, ...settings });
  await projects.noteUses([{ kind: "public", key: "pk_1", at: createdAt, inBrowser: true, from: "10.0.0.0/24" }]);
  await projects.insertSigningKey({ project, kid: "kid", sealedKey: "sealed", publicKey: "{}", createdAt });
  await exports.insert({ project, id: "ex_1", requestedBy: "ada", requestedAt: createdAt }, 3);
  const erasure = { project, id: "ers_1", userId: name, requestedBy: "ada", requestedAt: createdAt };
  await userErasures.insert(erasure, 3);
  const members = [name, lastFour].map((id) => ({ id, addedAt: createdAt }));
  const group = { id: "g" as GroupId, organizationId: name, createdAt, updatedAt: createdAt, mention: true, members };
  await groups.insert(project, group, 3);
  await usageAlerts.tell("team_1", "2026-11", [{ meter: "users", threshold: 80 }], 1, {});
}

async function addThreads({ threads, uploads }: Store, { texts, instants }: StoreContents) {
  const [name = "", words = "", other = ""] = texts;
  const [createdAt = 1, updatedAt = 1] = instants;
  const address: RoomAddress = { project, room: "last kept" as RoomId };
  const owner = { ...address, kind: "attachment" } as const;
  const upload = { id: "up_at", file: "at_1", name, reserved: 1, sized: true, blob: "p/at", session: "", userId: "u" };
  await uploads.insertUpload(owner, { ...upload, expiresAt: updatedAt });
  await uploads.finish(owner, { upload: upload.id, size: 1, mimeType: "", createdAt, expiresAt: updatedAt });
  const by = { reason: "mention", createdAt } as const;
  const body = CommentBody.parse({ version: 1, content: [{ type: "paragraph", children: [{ text: words }] }] });
  for (const id of ["th_1", "th_2"]) {
    const comment: CommentRecord = {
      id: `cm of ${id}`,
      userId: "u",
      createdAt,
      body,
      metadata: new Map([[name, 1.5]]),
      attachments: [{ id: "at_1", name, size: 1, mimeType: "" }],
      reactions: [{ emoji: other, userId: "u", createdAt }],
    };
    const thread: ThreadRecord = {
      id,
      room: address.room,
      createdAt,
      updatedAt,
      resolved: true,
      visibility: "private",
      metadata: new Map<string, string | number | boolean>([
        ["n", -0.5],
        ["text", words],
        ["flag", false],
      ]),
      comments: [comment],
      revision: 1,
    };
    const subscribe = [{ userId: "u", ...by }];
    const claim = id === "th_1" ? { claim: { userId: "u", ids: ["at_1"] } } : {};
    await threads.write(address, { after: thread, now: createdAt, subscribe, ...claim });
  }
  await threads.write(address, { before: (await threads.find(address, "th_2"))!, now: updatedAt });
  await threads.setSettings(address, "u", { threads: "all", textMentions: "none" }, undefined, createdAt);
}

async function addInbox({ inbox, notificationSettings }: Store, { texts, instants }: StoreContents) {
  const [organizationId = "", subjectId = "", key = ""] = texts;
  const [createdAt = 1, dueAt = 1] = instants;
  for (const id of ["in_1", "in_2"]) {
    const activity = { id: "ac_1", createdAt, data: { [key]: subjectId } };
    const common = { project, userId: "u", organizationId, kind: "$k", subjectId, activity, dueAt };
    await inbox.insertCustom({ ...common, id, room: "last kept" as RoomId });
  }
  await inbox.delete({ project, userId: "u" }, { ids: ["in_1"] }, dueAt);
  await notificationSettings.write(project, "u", { before: undefined, after: JSON.stringify({ key }) });
}

async function addCopilots({ copilots }: Store, { texts, instants }: StoreContents) {
  const [name = "", systemPrompt = ""] = texts;
  const [createdAt = 0, lastUsedAt = 0] = instants;
  const settings = { temperature: 0.5, stopSequences: [name] };
  const copilot = newCopilot("co_1", { name, systemPrompt, settings, createdAt, lastUsedAt });
  const configuration = {
    systemPrompt,
    alwaysUseKnowledge: true,
    provider: "openai",
    providerModel: "gpt-5",
    settings,
  } as const;
  const version = { revision: 1, createdAt, by: { kind: "api" }, changed: ["systemPrompt"], configuration } as const;
  await copilots.insert(project, copilot, 1, { versions: [version], most: 9 });
  await copilots.insertTrial(project, { id: "t", copilot: copilot.id, createdAt, configuration, sealedKey: name }, 9);
}

async function addKnowledge({ knowledge }: Store, { texts, instants }: StoreContents) {
  const [name = "", title = "", words = ""] = texts;
  const [createdAt = 0, indexedAt = 0] = instants;
  const owner = { project, copilot: "co_1" as CopilotId };
  const [web, file] = [newWebSource("ks_w", { createdAt }), newFileSource("ks_f", { createdAt }, name)];
  await knowledge.insert(owner, web, { most: 9 }, {});
  await knowledge.insert(owner, file, { most: 9, bytes: Buffer.from(words) }, {});
  const reading = { ...owner, source: web.id, revision: 1 };
  await knowledge.addLinks(reading, [newLink("kl_1", { createdAt, url: title })], 9);
  await knowledge.addPassages(reading, "kl_1", [newPassage(0, { title, text: words, headings: [name], url: title })]);
  const [passage] = await knowledge.passagesToEmbed(reading, name, 1);
  await knowledge.putVectors(reading, name, [{ key: passage!.key, vector: Buffer.from(words) }]);
  await knowledge.setEmbedded(reading, name);
  await knowledge.settle({ ...reading, source: file.id }, { status: "ready", indexedAt, text: words });
}

async function addChats({ chats }: Store, { texts, instants }: StoreContents) {
  const [userId = "", title = "", said = ""] = texts;
  const [createdAt = 0, until = 0] = instants;
  const owner = { project, organizationId: "default", userId };
  await chats.create(owner, newChat("c", { title, createdAt, metadata: { said } }), 1);
  const question = newQuestion("ms_u", { content: [{ type: "text", text: said }], createdAt });
  const answer = newAnswer("ms_a", { content: [{ type: "text", text: said }], createdAt, copilotId: "co_1" });
  await chats.add(owner, "c", [question, answer], { node: "n", now: createdAt, until });
}

async function addWebhooks({ webhooks, caughtRequests }: Store, { texts, instants }: StoreContents) {
  const [body = "", throttle = ""] = texts;
  const [createdAt = 0] = instants;
  const endpoint = newWebhookEndpoint({ project, sealedPreviousSecret: "older", previousSecretUntil: createdAt });
  await webhooks.insertEndpoint(endpoint, 1);
  const message = { project, endpoint: endpoint.id, type: "roomCreated", body, createdAt, dueAt: createdAt } as const;
  await webhooks.addMessages(
    [
      { ...message, id: "m1", throttle },
      { ...message, id: "m2" },
    ],
    [],
  );
  const caught = {
    project,
    endpoint: endpoint.id,
    receivedAt: createdAt,
    messageId: "m1",
    type: "roomCreated",
  } as const;
  await caughtRequests.add(
    { ...caught, room: throttle, verified: true, bytes: body.length, headers: { "webhook-id": "m1" }, body },
    { url: endpoint.url, requests: 9, bytes: 2 ** 40 },
  );
  const attempted = await webhooks.addClaimed({ ...message, id: "m3" }, "me", createdAt);
  const attempt = { at: createdAt, durationMs: 1, status: 500, answer: throttle };
  await webhooks.settle([{ message: attempted, claim: "me", attempt, next: { kind: "failed" } }]);
}

async function addActivity({ activity, messages }: Store, { texts, instants, durations }: StoreContents) {
  const [name = "", other = ""] = texts;
  await activity.write({
    ...noActivity,
    events: instants.map((at, n) => newEvent(`e${n}`, { at, user: name, connection: n, data: { other } })),
    requests: durations.map((durationMs, n) => newRequest(`r${n}`, { durationMs, key: other })),
    contents: [{ project, id: "r0", at: 1, endpoint: "get-room", contents: JSON.stringify({ name }) }],
    minutes: [newMinute(60_000, { done: 3 })],
    days: [newDay(20_000, { messages: 2 ** 40 })],
    samples: [newSample(300_000, { roomMs: 2 ** 41 })],
    users: texts.map((id, n) => ({ project, day: 20_000 + n, id, connections: n })),
    rooms: texts.map((id, n) => ({ project, day: 20_000, id, connections: n })),
    copilots: [
      { project, month: "2026-11", copilot: undefined, aiMessages: 1, aiInputTokens: 2 ** 40, aiOutputTokens: 2 },
    ],
    roomUsage: [newRoomUsage(other, 20_000, { comments: 2 ** 40 })],
    outcomes: [{ project, month: "2026-11", copilot: undefined, outcome: name, answers: 3 }],
  });
  await activity.write({ ...noActivity, requests: [newRequest("last", { durationMs: 0.1 })] });
  await activity.mark(project, "firstConnection", 5);
  await messages.insert({
    id: "m1",
    at: 1,
    kind: "support",
    name,
    email: "ada@weft.test",
    message: other,
    route: null,
    details: { other },
    state: "open",
    mailed: false,
  });
}

async function addGuides({ guides }: Store, { texts, instants }: StoreContents): Promise<void> {
  const [title = "", markdown = ""] = texts;
  await guides.insert({ slug: "a-guide", title, markdown, createdAt: instants[0] ?? 0 });
}

async function addJobs({ jobs }: Store, contents: StoreContents): Promise<void> {
  for (const [createdAt, { kind, payload, done }] of contents.jobs.entries()) {
    await jobs.add([{ kind, createdAt, payload: { payload } }]);
    if (!done) continue;
    const [job] = await jobs.claim(kind, "me", createdAt, createdAt + 9, 1);
    if (job !== undefined) await jobs.finish({ id: job.id, claim: "me" });
  }
  await jobs.add([{ kind: "mail", createdAt: 1, payload: {} }]);
  await jobs.add([{ kind: "export", createdAt: 1, payload: {} }]);
  // The largest number was given out to a job that is gone.
  const [job] = await jobs.claim("export", "me", 2 ** 46, 2 ** 46 + 9, 1);
  if (job !== undefined) await jobs.finish({ id: job.id, claim: "me" });
}
