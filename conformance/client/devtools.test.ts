/** What a panel of developer tools sees of rooms on our server: the client's bridge, through messages of its page. */
import "../support/dom.ts";
import { LiveObject } from "@liveblocks/client";
import type { DevToolsMsg } from "@liveblocks/core";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

type FromClient = DevToolsMsg.FullClientToPanelMessage;

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

/** As much of the page's window as a panel uses. */
interface PanelWindow extends EventTarget {
  readonly MessageEvent: new (type: string, message: { readonly data: unknown; readonly source: PanelWindow }) => Event;
}

/** A panel that is connected to the page, and everything that clients have sent it. */
function openPanel() {
  const page = (globalThis as unknown as { readonly window: PanelWindow }).window;
  const seen: FromClient[] = [];
  const listen = (event: Event) => {
    const { data } = event as unknown as { readonly data: FromClient };
    if (data.source === "liveblocks-devtools-client") seen.push(data);
  };
  page.addEventListener("message", listen);
  return {
    seen,
    send(message: DevToolsMsg.PanelToClientMessage) {
      const data = { ...message, source: "liveblocks-devtools-panel", tabId: 1 };
      page.dispatchEvent(new page.MessageEvent("message", { data, source: page }));
    },
    [Symbol.dispose]: () => page.removeEventListener("message", listen),
  };
}

test("a panel sees the rooms of a page, with their users, Storage, documents and events", async () => {
  const roomId = await lobby.newRoom();
  const ada = lobby.enter(roomId, { presence: { cursor: 1 }, storage: { task: new LiveObject({ title: "Plan" }) } });
  await ada.room.getStorage();
  using panel = openPanel();
  panel.send({ msg: "connect" });
  await eventually(() =>
    expect(panel.seen).toContainEqual(expect.objectContaining({ msg: "room::available", roomId })),
  );

  panel.send({ msg: "room::subscribe", roomId });
  await eventually(() => {
    const full = panel.seen.find(({ msg }) => msg === "room::sync::full");
    expect(full).toMatchObject({ roomId, status: "connected", me: { payload: { presence: { cursor: 1 } } } });
    expect(JSON.stringify(full)).toContain('"Plan"');
  });

  const ben = lobby.enter(roomId, { presence: { cursor: 2 } });
  const { root } = await ben.room.getStorage();
  (root as LiveObject<{ task: LiveObject<{ title: string }> }>).get("task").set("title", "Ship");
  ben.room.broadcastEvent({ type: "hello" });
  getYjsProviderForRoom(ben.room).getYDoc().getText("t").insert(0, "text");
  await eventually(() => {
    const kinds = (msg: FromClient["msg"]) => JSON.stringify(panel.seen.filter((message) => message.msg === msg));
    expect(kinds("room::sync::partial")).toContain('"cursor":2');
    expect(kinds("room::sync::partial")).toContain('"Ship"');
    expect(kinds("room::events::custom-event")).toContain('"hello"');
    expect(kinds("room::sync::ydoc")).toContain(roomId);
  });

  ada.leave();
  await eventually(() =>
    expect(panel.seen).toContainEqual(expect.objectContaining({ msg: "room::unavailable", roomId })),
  );
});
