// @vitest-environment jsdom
import { ClientMessageType } from "@weft/protocol/codes";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDevtools } from "../devtools.ts";
import type { Devtools } from "../devtools.ts";
import type { ObservedRoom } from "../room-trace.ts";

/** A server's end of a socket, which answers nothing by itself. */
class FakeSocket extends EventTarget {
  static last: FakeSocket;
  readyState = 1;
  constructor() {
    super();
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {
    this.readyState = 3;
  }
  tell(type: string, fields: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }
}

/** A room whose Storage a test sets. */
function fakeRoom() {
  const listeners: ((updates: readonly unknown[]) => void)[] = [];
  let state: unknown;
  let status = "synchronized";
  const storage = {
    subscribe: (listener: (updates: readonly unknown[]) => void) => (listeners.push(listener), () => {}),
  };
  const room: ObservedRoom = {
    getStatus: () => "connected",
    getSelf: () => ({ connectionId: 1, presence: { cursor: null } }),
    getPresence: () => ({ cursor: null }),
    getOthers: () => [{ connectionId: 2, presence: { cursor: { x: 1 } } }],
    getStorageSnapshot: () => (state === undefined ? null : { toJSON: () => state }),
    getStorageStatus: () => status,
    events: { storageBatch: storage, storageDidLoad: storage },
  };
  const set = (next: unknown, nextStatus = "synchronized") => {
    state = next;
    status = nextStatus;
    for (const listener of listeners) listener([]);
  };
  return { room, set };
}

let tools: Devtools;
beforeEach(() => void (tools = createDevtools({ WebSocket: FakeSocket })));
afterEach(() => document.body.replaceChildren());

/** The panel as a reader finds their way in it. */
function openPanel(parent?: HTMLElement) {
  const panel = tools.open(parent);
  const root = document.querySelector("[data-weft-devtools]")!.shadowRoot!;
  const button = (text: string) =>
    Array.from(root.querySelectorAll("button")).find(({ textContent }) => textContent === text)!;
  const content = () => root.querySelector("#content")!;
  const shows = (text: string) => vi.waitFor(() => expect(content().textContent).toContain(text));
  const tab = (title: string) =>
    root.querySelector<HTMLElement>(`[role=tab][aria-selected=true]`)?.textContent === title;
  return { panel, root, button, content, shows, tab };
}

function enter(roomId = "plan") {
  const { room, set } = fakeRoom();
  tools.observe({ getRoom: (id) => (id === roomId ? room : null) });
  const socket = new tools.WebSocket(`ws://localhost/v8?roomId=${roomId}`);
  return { socket, set };
}

test("[DT8] without rooms, the panel says how clients are seen", async () => {
  const { shows } = openPanel();
  await shows("Clients are seen if they are created with the WebSocket of these tools.");
});

test("[DT8] the views show a room's presence, its Storage with what has changed, its past, and its messages", async () => {
  const { socket, set } = enter();
  const { root, button, content, shows } = openPanel();
  await vi.waitFor(() => expect(root.querySelector(".rooms")!.textContent).toContain("plan"));
  FakeSocket.last.tell("open");
  button("Presence").click();
  await shows('"cursor"');
  button("Storage").click();
  set({ title: "Plan", tasks: [{ done: false }] });
  await shows('"Plan"');
  set({ title: "Plan", tasks: [{ done: true }] });
  await shows("Now, after 1 change");
  expect(root.querySelector(".changed .key")!.textContent).toBe("done");
  const range = content().querySelector("input")!;
  range.value = "0";
  range.dispatchEvent(new Event("input"));
  await shows("after 0 of 1 change");
  expect(content().textContent).toContain("false");
  button("Back to now").click();
  await shows("true");
  socket.send(
    JSON.stringify([{ type: ClientMessageType.updateStorage, ops: [{ type: 3, id: "root", opId: "1:1", data: {} }] }]),
  );
  button("Pending ops").click();
  await shows("1:1");
  button("Messages").click();
  await shows("updateStorage");
  const opened = content().querySelector("details")!;
  opened.open = true;
  await shows('"opId": "1:1"');
  socket.send(JSON.stringify([{ type: ClientMessageType.updatePresence, data: {} }]));
  await shows("updatePresence");
  expect(content().contains(opened)).toBe(true);
  const filter = content().querySelector("input")!;
  filter.value = "Presence";
  filter.dispatchEvent(new Event("input"));
  expect(content().querySelector("tbody")!.textContent).not.toContain("updateStorage");
});

test("[DT8] edits that wait for a connection are pending", async () => {
  const { set } = enter();
  const { button, shows } = openPanel();
  FakeSocket.last.tell("open");
  button("Pending ops").click();
  await shows("Nothing is pending");
  set({ title: "Plan" }, "synchronizing");
  await shows("Edits are waiting for a connection.");
});

test("[DT8] views are tabs, which arrow keys move between", () => {
  const { root, button, tab } = openPanel();
  button("Presence").click();
  const tablist = root.querySelector("[role=tablist]")!;
  tablist.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  expect(tab("Connection")).toBe(true);
  tablist.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  expect(tab("Network")).toBe(true);
  expect(root.querySelectorAll("[role=tab][tabindex='0']")).toHaveLength(1);
});

test("[DT8] the network is set by a form, within bounds", () => {
  const { root, button } = openPanel();
  button("Network").click();
  const change = (name: string, value: string | boolean) => {
    const input = root.querySelector<HTMLInputElement>(`[name=${name}]`)!;
    if (typeof value === "boolean") input.checked = value;
    else input.value = value;
    input.dispatchEvent(new Event("change"));
  };
  change("latencyMs", "150");
  change("lossPercent", "900");
  change("isOffline", true);
  expect(tools.network.conditions).toEqual({ latencyMs: 150, lossPercent: 100, isOffline: true });
  change("latencyMs", "quick");
  expect(tools.network.conditions.latencyMs).toBe(0);
});

test("[DT9] the panel is open once, hides and shows itself, and leaves nothing when it is closed", () => {
  const { panel, root, button } = openPanel();
  expect(tools.open()).toBe(panel);
  expect(document.querySelectorAll("[data-weft-devtools]")).toHaveLength(1);
  button("Hide").click();
  expect(root.querySelector<HTMLElement>(".panel")!.hidden).toBe(true);
  root.querySelector<HTMLElement>(".opener")!.click();
  expect(root.querySelector<HTMLElement>(".panel")!.hidden).toBe(false);
  panel.close();
  panel.close();
  expect(document.body.childElementCount).toBe(0);
  const parent = document.body.appendChild(document.createElement("main"));
  const inside = openPanel(parent);
  expect(parent.childElementCount).toBe(1);
  // Only a panel over the page is in the way of something.
  expect(inside.button("Hide")).toBeUndefined();
});
