// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { cleanup } from "@testing-library/react";
import { Liveblocks } from "@liveblocks/node";
import { openTestData, startServer } from "@weft/testkit";
import { afterEach, expect, test } from "vitest";
import { says } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import { openThreads } from "../support/threads-page.ts";
import type { ThreadsPage } from "../support/threads-page.ts";

afterEach(cleanup);

const comments = (page: ThreadsPage) =>
  page.threads().map(({ id, comments: own }) => `${id} ${own.map(({ id: comment }) => comment).join(" ")}`);

test("changes of threads during a server restart are shown as soon as clients reconnect, without polling", async () => {
  await using data = await openTestData();
  await using lobby = await openLobby({ data });
  const roomId = await lobby.newRoom();
  const create = (api: Liveblocks) =>
    api.createThread({ roomId, data: { comment: { userId: "bob", body: says("by bob") } } });
  const changed = await create(lobby.api);
  const deleted = await create(lobby.api);
  const alice = openThreads(lobby, roomId, "alice");
  await eventually(() => expect([alice.seen.status, alice.threads().length]).toEqual(["connected", 2]));

  const { port } = lobby.server;
  await lobby.server[Symbol.asyncDispose]();
  await eventually(() => expect(alice.seen.status).toBe("reconnecting"));
  const expected: string[] = [];
  {
    // A server that the client does not know, so that its own is certainly down.
    await using elsewhere = await startServer({ data });
    const api = new Liveblocks({ baseUrl: elsewhere.url, secret: elsewhere.secretKey });
    const comment = { userId: "bob", body: says("meanwhile") };
    const second = await api.createComment({ roomId, threadId: changed.id, data: comment });
    await api.deleteThread({ roomId, threadId: deleted.id });
    const created = await create(api);
    expected.push(`${changed.id} ${changed.comments[0]!.id} ${second.id}`, `${created.id} ${created.comments[0]!.id}`);
  }
  await using _ = await startServer({ data, port });
  await eventually(() => expect(alice.seen.status).toBe("connected"));
  await eventually(() => expect(comments(alice)).toEqual(expected));
  expect(alice.calls.map(({ path }) => path)).not.toContain("threads/delta");
});

test("changes of threads while a client is offline are shown when it reconnects", async () => {
  await using lobby = await openLobby();
  const roomId = await lobby.newRoom();
  const alice = openThreads(lobby, roomId, "alice");
  await eventually(() => expect([alice.seen.status, alice.seen.list.isLoading]).toEqual(["connected", false]));
  const created = await lobby.api.createThread({
    roomId,
    data: { comment: { userId: "bob", body: says("while away") } },
  });
  const late = openThreads(lobby, roomId, "eve");
  await eventually(() => expect(late.seen.status).toBe("connected"));
  await eventually(() => {
    const told = late.frames.filter(({ direction, text }) => direction === "received" && text.includes('"type":402'));
    expect(told.map(({ text }) => text).join()).toContain(created.id);
  });
});
