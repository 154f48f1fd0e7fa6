import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby, received } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

describe("feeds, which this server does not have", () => {
  test("every request of a client fails with an answer, and the connection goes on", async () => {
    const a = lobby.enter(await lobby.newRoom());
    await eventually(() => expect(a.room.getStatus()).toBe("connected"));
    const requests = [
      a.room.fetchFeeds(),
      a.room.fetchFeedMessages("news"),
      a.room.addFeed("news", { metadata: { topic: "all" } }),
      a.room.updateFeed("news", { topic: "some" }),
      a.room.deleteFeed("news"),
      a.room.addFeedMessage("news", { text: "hello" }),
      a.room.updateFeedMessage("news", "m1", { text: "hello" }),
      a.room.deleteFeedMessage("news", "m1"),
    ];
    const settled = await Promise.allSettled(requests);
    expect(settled.map(({ status }) => status)).toEqual(requests.map(() => "rejected"));
    // An answer settled each, not the client's patience.
    expect(received(a.frames, 508)).toHaveLength(requests.length);
    expect(a.statuses).toEqual(["connecting", "connected"]);
  });
});
