import { randomUUID } from "node:crypto";
import { Liveblocks, WebhookHandler } from "@liveblocks/node";
import { openTestData, startServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { notInCluster } from "../support/nodes.ts";

interface Shown {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: string;
}

const newRoom = () => `example-${randomUUID()}.webhook-receiver`;

/** What the page of the example reads of a room: the secret of the endpoint, and requests. */
async function openPage(url: string, room: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/play/webhooks/${room}`, { signal: leaving.signal });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const requests: Shown[] = [];
  const secret = Promise.withResolvers<string>();
  const read = async () => {
    let text = "";
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split("\n\n");
      text = events.pop()!;
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        if (event.startsWith("event: endpoint")) secret.resolve((JSON.parse(data) as { secret: string }).secret);
        else requests.push(JSON.parse(data) as Shown);
      }
    }
  };
  const reading = read().catch(() => {});
  return {
    secret: await secret.promise,
    requests,
    types: () => requests.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await reading;
    },
  };
}

const isCounted = notInCluster("each node counts the pages of an address for itself.");

test("a page of the example receives signed events of its own room only", async () => {
  await using server = await startServer();
  const api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
  const [mine, other] = [newRoom(), newRoom()];
  await using page = await openPage(server.url, mine);
  await using stranger = await openPage(server.url, other);
  for (const room of [other, "board", mine]) await api.createRoom(room, { defaultAccesses: ["room:write"] });
  await api.createThread({
    roomId: mine,
    data: {
      comment: { userId: "ada", body: { version: 1, content: [{ type: "paragraph", children: [{ text: "Hi" }] }] } },
    },
  });
  await eventually(() => expect(page.types().toSorted()).toEqual(["commentCreated", "roomCreated", "threadCreated"]));
  await eventually(() => expect(stranger.types()).toEqual(["roomCreated"]));

  const handler = new WebhookHandler(page.secret);
  for (const { headers, body } of page.requests) {
    const event = handler.verifyRequest({ headers: { ...headers }, rawBody: body });
    expect(event.data).toMatchObject({ roomId: mine });
    const altered = body.replace(mine, other);
    expect(() => handler.verifyRequest({ headers: { ...headers }, rawBody: altered })).toThrow();
  }
  await using late = await openPage(server.url, mine);
  expect(late.requests.map(({ headers }) => headers["webhook-id"])).toEqual(
    page.requests.map(({ headers }) => headers["webhook-id"]),
  );
});

test("a page that reconnects after a restart continues with the same endpoint", async () => {
  await using data = await openTestData();
  const room = newRoom();
  const secretBefore = await (async () => {
    await using server = await startServer({ data });
    await using page = await openPage(server.url, room);
    return page.secret;
  })();
  await using server = await startServer({ data });
  await using page = await openPage(server.url, room);
  expect(page.secret).toBe(secretBefore);
  await new Liveblocks({ baseUrl: server.url, secret: server.secretKey }).createRoom(room, { defaultAccesses: [] });
  await eventually(() => expect(page.types()).toEqual(["roomCreated"]));
});

test.skipIf(isCounted)("pages see only rooms of the example, and their number per address is limited", async () => {
  await using server = await startServer({ limits: { demoReceiverPagesPerAddress: 1 } });
  expect((await fetch(`${server.url}/play/webhooks/board`)).status).toBe(404);
  await using page = await openPage(server.url, newRoom());
  expect((await fetch(`${server.url}/play/webhooks/${newRoom()}`)).status).toBe(429);
  await page[Symbol.asyncDispose]();
  await eventually(async () => {
    const again = await fetch(`${server.url}/play/webhooks/${newRoom()}`);
    await again.body?.cancel();
    expect(again.status).toBe(200);
  });
});
