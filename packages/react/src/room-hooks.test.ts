// @vitest-environment jsdom
import type { LiveList, LostConnectionEvent } from "@weft/client";
import { createClient, LiveList as List } from "@weft/client";
import { createSocketServer } from "@weft/testkit/socket-server";
import type { SocketServer } from "@weft/testkit/socket-server";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { createElement as h, memo, useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRoomContext, shallow } from "./index.ts";

type Presence = { readonly x: number; readonly name?: string };
type Storage = { items?: LiveList<string>; title?: string; count?: number };
type Message = { readonly hello: string };

let server: SocketServer;
beforeEach(() => {
  server = createSocketServer();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Another client in the room, without React. */
async function enterPeer(presence: Presence = { x: 0 }) {
  const client = createClient(server.clientOptions);
  const { room, leave } = client.enterRoom<Presence, Storage, Message>("r1", { initialPresence: presence });
  await room.waitUntilPresenceReady();
  return { room, leave };
}

function openContext() {
  const client = createClient(server.clientOptions);
  const context = createRoomContext<Presence, Storage, object, Message>(client);
  const show = (children: ReactNode, options: { readonly initialStorage?: Storage } = {}) =>
    render(h(context.RoomProvider, { id: "r1", initialPresence: { x: 0 }, ...options, children }));
  return { ...context, client, show };
}

/** Counts what React commits. */
function useCommits(count: { commits: number }): void {
  useLayoutEffect(() => {
    count.commits++;
  });
}

function Text({ children }: { readonly children?: ReactNode }): ReactElement {
  return h("output", null, children);
}

describe("presence", () => {
  test("[RE10] components show the user's presence, themselves and the others", async () => {
    const { show, useMyPresence, useSelf, useOthers, useUpdateMyPresence } = openContext();
    const peer = await enterPeer({ x: 7 });
    let update: ReturnType<typeof useUpdateMyPresence> | undefined;
    const updates = new Set<unknown>();
    const Page = () => {
      const [mine, setMine] = useMyPresence();
      updates.add((update = useUpdateMyPresence()));
      updates.add(setMine);
      const self = useSelf((me) => me.presence.x);
      const others = useOthers((all) => all.map(({ presence }) => presence.x).join());
      return h(Text, null, `${mine.x} ${self} ${others}`);
    };
    show(h(Page));
    expect(screen.getByText("0 null")).toBeTruthy();
    await screen.findByText("0 0 7");
    act(() => update!({ x: 3 }));
    expect(screen.getByText("3 3 7")).toBeTruthy();
    await waitFor(() => expect(peer.room.getOthers()[0]?.presence.x).toBe(3));
    peer.room.updatePresence({ x: 8 });
    await screen.findByText("3 3 8");
    peer.leave();
    await screen.findByText("3 3");
    expect(updates.size).toBe(2);
  });

  test("[RE11] a component is rendered again only when what it selects has changed", async () => {
    const { show, useOthers, useOthersConnectionIds, useSelf } = openContext();
    const peer = await enterPeer({ x: 7, name: "Ada" });
    const counts = { names: { commits: 0 }, ids: { commits: 0 }, x: { commits: 0 }, self: { commits: 0 } };
    const Names = memo(() => {
      useCommits(counts.names);
      return h(
        Text,
        null,
        useOthers((all) => all.map(({ presence }) => presence.name), shallow),
      );
    });
    const Ids = memo(() => {
      useCommits(counts.ids);
      return h(Text, null, useOthersConnectionIds());
    });
    const X = memo(() => {
      useCommits(counts.x);
      return h(Text, null, `x ${useOthers((all) => all[0]?.presence.x)}`);
    });
    const Self = memo(() => {
      useCommits(counts.self);
      return h(Text, null, `self ${useSelf((me) => me.connectionId)}`);
    });
    show([h(Names, { key: 1 }), h(Ids, { key: 2 }), h(X, { key: 3 }), h(Self, { key: 4 })]);
    await screen.findByText("x 7");
    await screen.findByText("self 1");
    const before = structuredClone(counts);
    peer.room.updatePresence({ x: 8 });
    await screen.findByText("x 8");
    expect(counts).toEqual({ ...before, x: { commits: before.x.commits + 1 } });
  });

  test("[RE12] what is mapped of others stays the same objects where it is equal", async () => {
    const { show, useOthersMapped } = openContext();
    const peers = [await enterPeer({ x: 1 }), await enterPeer({ x: 2 })] as const;
    const seen: (readonly (readonly [number, { readonly x: number }])[])[] = [];
    const Page = () => {
      const mapped = useOthersMapped((other) => ({ x: other.presence.x }), shallow);
      seen.push(mapped);
      return h(Text, null, mapped.map(([id, { x }]) => `${id}:${x}`).join());
    };
    show(h(Page));
    await screen.findByText("0:1,1:2");
    const before = seen.at(-1)!;
    peers[1].room.updatePresence({ x: 3 });
    await screen.findByText("0:1,1:3");
    const after = seen.at(-1)!;
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    const { length } = seen;
    peers[1].room.updatePresence({ name: "Ada" });
    await waitFor(() => expect(peers[0].room.getOthers().some(({ presence }) => presence.name === "Ada")).toBe(true));
    expect(seen).toHaveLength(length);
  });

  test("[RE12] a selector that stays the same is called for those whose presence has changed, and for no one else", async () => {
    const { show, useOthersMapped } = openContext();
    const peers = [await enterPeer({ x: 1 }), await enterPeer({ x: 2 })] as const;
    const selected: number[] = [];
    const select = ({ connectionId, presence }: { readonly connectionId: number; readonly presence: Presence }) => {
      selected.push(connectionId);
      return presence.x;
    };
    const Page = () => h(Text, null, useOthersMapped(select).join(" "));
    show(h(Page));
    await screen.findByText("0,1 1,2");
    selected.length = 0;
    peers[1].room.updatePresence({ x: 3 });
    await screen.findByText("0,1 1,3");
    expect(selected).toEqual([1]);
  });

  test("[RE13] a component of one of the others follows them until they leave", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { show, useOther, useOthersConnectionIds } = openContext();
    const peer = await enterPeer({ x: 7 });
    const Cursor = ({ id }: { readonly id: number }) =>
      h(Text, null, `cursor ${useOther(id, ({ presence }) => presence.x)}`);
    const Page = () => useOthersConnectionIds().map((id) => h(Cursor, { id, key: id }));
    const { unmount } = show(h(Page));
    await screen.findByText("cursor 7");
    peer.room.updatePresence({ x: 8 });
    await screen.findByText("cursor 8");
    peer.leave();
    await waitFor(() => expect(screen.queryByText(/cursor/)).toBeNull());
    unmount();
    expect(() => show(h(Cursor, { id: 99 }))).toThrow("no other connection 99");
  });
});

describe("events", () => {
  test("[RE14] listeners are called with events, with the callback of the last render", async () => {
    const { RoomProvider, useEventListener, useBroadcastEvent, useOthersListener, useRoom } = openContext();
    const peer = await enterPeer();
    const heard: string[] = [];
    let broadcast: ReturnType<typeof useBroadcastEvent> | undefined;
    const Page = ({ name }: { readonly name: string }) => {
      const room = useRoom();
      broadcast = useBroadcastEvent();
      useEventListener(({ event, connectionId }) => heard.push(`${name} ${connectionId} ${event.hello}`));
      useOthersListener(({ type }) => heard.push(`${name} ${type} in ${room.id}`));
      return h(Text, null, name);
    };
    const page = (name: string) => h(RoomProvider, { id: "r1", initialPresence: { x: 0 } }, h(Page, { name }));
    const { rerender } = render(page("first"));
    await waitFor(() => expect(heard).toContain("first enter in r1"));
    rerender(page("second"));
    peer.room.broadcastEvent({ hello: "you" });
    await waitFor(() => expect(heard).toContain("second 0 you"));
    const answered: unknown[] = [];
    peer.room.events.customEvent.subscribe(({ event }) => answered.push(event));
    act(() => broadcast!({ hello: "back" }));
    await waitFor(() => expect(answered).toEqual([{ hello: "back" }]));
  });

  test("[RE15] components learn of lost connections and of errors", async () => {
    const { show, useErrorListener, useLostConnectionListener, useStatus } = openContext();
    const heard: string[] = [];
    const Page = () => {
      useErrorListener((error) => heard.push(`${error.context.type} ${error.message}`));
      useLostConnectionListener((event) => heard.push(event));
      return h(Text, null, useStatus());
    };
    show(h(Page));
    await screen.findByText("connected");
    act(() => server.close("r1", 4001, "You may not."));
    expect(screen.getByText("disconnected")).toBeTruthy();
    expect(heard).toEqual(["ROOM_CONNECTION_ERROR You may not."]);
  });

  test("[RE15] a lost connection is reported once it has been away for long, and when it is restored", async () => {
    const client = createClient({ ...server.clientOptions, lostConnectionTimeout: 200 });
    const { RoomProvider, useLostConnectionListener, useStatus } = createRoomContext(client);
    const heard: LostConnectionEvent[] = [];
    const Page = () => {
      useLostConnectionListener((event) => heard.push(event));
      return h(Text, null, useStatus());
    };
    render(h(RoomProvider, { id: "r1" }, h(Page)));
    await screen.findByText("connected");
    server.refuse(1006);
    act(() => server.close("r1", 1006));
    await waitFor(() => expect(heard).toEqual(["lost"]));
    server.refuse(undefined);
    await waitFor(() => expect(heard).toEqual(["lost", "restored"]), { timeout: 10_000 });
  });
});

describe("Storage", () => {
  test("[RE20] components show parts of Storage, null until it has been loaded", async () => {
    server.seed("r1", [["root", { title: "Plan", count: 1 }]]);
    const { show, useStorage, useMutation, useStorageRoot, useMutableStorage } = openContext();
    const title = { commits: 0 };
    const Title = memo(() => {
      useCommits(title);
      return h(Text, null, `title ${useStorage((root) => root.title)}`);
    });
    const Items = () => h(Text, null, `items ${useStorage((root) => root.items?.join())}`);
    const Count = () => {
      const count = useStorage((root) => root.count);
      const add = useMutation(({ storage }, by: number) => storage.set("count", (storage.get("count") ?? 0) + by), []);
      const [root] = useStorageRoot();
      const mutable = useMutableStorage();
      return h("button", { onClick: () => add(2) }, `${count} ${root === mutable} ${root?.get("title")}`);
    };
    show([h(Title, { key: 1 }), h(Items, { key: 2 }), h(Count, { key: 3 })], {
      initialStorage: { items: new List(["a"]) },
    });
    expect(screen.getByText("title null")).toBeTruthy();
    expect(screen.getByText("null true undefined")).toBeTruthy();
    await screen.findByText("title Plan");
    await screen.findByText("items a");
    await screen.findByText("1 true Plan");
    const before = title.commits;
    fireEvent.click(screen.getByRole("button"));
    expect(screen.getByText("3 true Plan")).toBeTruthy();
    const peer = await enterPeer();
    const { root } = await peer.room.getStorage();
    await waitFor(() => expect(root.get("count")).toBe(3));
    root.get("items")!.push("b");
    await screen.findByText("items a,b");
    expect(title.commits).toBe(before);
  });

  test("[RE21] equal selections do not render, by the given equality", async () => {
    server.seed("r1", [["root", { title: "Plan", count: 1 }]]);
    const { show, useStorage } = openContext();
    const count = { commits: 0 };
    const Page = () => {
      useCommits(count);
      return h(Text, null, `title ${useStorage((root) => ({ title: root.title }), shallow)?.title}`);
    };
    const Count = () => h(Text, null, `count ${useStorage((root) => root.count)}`);
    show([h(Page, { key: 1 }), h(Count, { key: 2 })]);
    await screen.findByText("title Plan");
    const before = count.commits;
    const peer = await enterPeer();
    (await peer.room.getStorage()).root.set("count", 2);
    await screen.findByText("count 2");
    expect(count.commits).toBe(before);
  });

  test("[RE22] a mutation is one transaction, and the same function until a dependency changes", async () => {
    const { show, useMutation, useStorage, useUndo, useRedo, useCanUndo, useCanRedo, useHistory } = openContext();
    const functions = new Set<unknown>();
    const histories = new Set<unknown>();
    let run: ((title: string) => string | Promise<string>) | undefined;
    const Page = ({ suffix }: { readonly suffix: string }) => {
      run = useMutation(
        ({ storage, self, others, setMyPresence }, title: string) => {
          storage.set("title", title + suffix);
          storage.set("count", 1);
          setMyPresence({ name: title }, { addToHistory: true });
          return `${self.connectionId} ${others.length}`;
        },
        [suffix],
      );
      functions.add(run);
      histories.add(useHistory());
      const { undo, redo } = useHistory();
      const isSame = undo === useUndo() && redo === useRedo();
      const root = useStorage(({ title, count }) => ({ title, count }), shallow);
      return h(
        "p",
        null,
        h("button", { onClick: undo }, "undo"),
        h("button", { onClick: redo }, "redo"),
        h(Text, null, `${JSON.stringify(root)} ${useCanUndo()} ${useCanRedo()} ${isSame}`),
      );
    };
    const page = show(h(Page, { suffix: "!" }));
    await screen.findByText("{} false false true");
    let answer: unknown;
    act(() => void (answer = run!("Plan")));
    expect(answer).toBe("0 0");
    expect(screen.getByText('{"title":"Plan!","count":1} true false true')).toBeTruthy();
    fireEvent.click(screen.getByText("undo"));
    expect(screen.getByText("{} false true true")).toBeTruthy();
    fireEvent.click(screen.getByText("redo"));
    expect(screen.getByText('{"title":"Plan!","count":1} true false true')).toBeTruthy();
    expect([functions.size, histories.size]).toEqual([1, 1]);
    page.unmount();
  });

  test("[RE23] mutations before Storage has been loaded are queued in order, and answer promises", async () => {
    server.seed("r1", [["root", { title: "Plan" }]]);
    server.hold();
    const { show, useMutation, useStorage } = openContext();
    let append: ((text: string) => unknown) | undefined;
    let whoAmI: (() => unknown) | undefined;
    let rename: ((name: string) => unknown) | undefined;
    const Page = () => {
      append = useMutation(({ storage }, text: string) => {
        storage.set("title", storage.get("title") + text);
        return storage.get("title");
      }, []);
      whoAmI = useMutation(({ self }) => self.connectionId, []);
      rename = useMutation(({ setMyPresence }, name: string) => setMyPresence({ name }), []);
      return h(Text, null, useStorage(({ title }) => title) ?? "loading");
    };
    show(h(Page));
    const answers = [append!(" A"), append!(" B"), whoAmI!()];
    expect(rename!("Ada")).toBeUndefined();
    const failing = [] as unknown[];
    expect(screen.getByText("loading")).toBeTruthy();
    await act(() => {
      server.release();
      return Promise.all(answers).then((values) => failing.push(...values));
    });
    expect(failing).toEqual(["Plan A", "Plan A B", 0]);
    await screen.findByText("Plan A B");
  });

  test("[RE24] a write shows how far it has come, and resolves on the server's disk", async () => {
    const { show, useWrite, useFlushed, useSyncStatus } = openContext();
    let write: ((title: string) => Promise<unknown>) | undefined;
    let flushed: (() => Promise<void>) | undefined;
    const statuses: string[] = [];
    const Page = () => {
      const [save, status] = useWrite(({ storage }, title: string) => {
        storage.set("title", title);
        return title.length;
      }, []);
      write = save;
      flushed = useFlushed();
      if (statuses.at(-1) !== status) statuses.push(status);
      return h(Text, null, `${status} ${useSyncStatus()}`);
    };
    show(h(Page));
    expect(screen.getByText("idle synchronized")).toBeTruthy();
    await act(() => write!("Draft"));
    server.hold();
    let saved: Promise<unknown[]> | undefined;
    act(() => void (saved = Promise.all([write!("Plan"), flushed!()])));
    await screen.findByText("sent synchronizing");
    act(() => server.release());
    const [value] = await saved!;
    expect(value).toBe(4);
    await screen.findByText("durable synchronized");
    expect(statuses.slice(-3)).toEqual(["local", "sent", "durable"]);
    await act(() => expect(write!(undefined as never)).rejects.toThrow("length"));
    await screen.findByText(/^idle/);
  });

  test("[RE25] a smooth sync status stays with synchronizing for a second", async () => {
    const { show, useSyncStatus, useMutation, useStorage } = openContext();
    let set: ((title: string) => void) | undefined;
    const Page = () => {
      set = useMutation(({ storage }, title: string) => storage.set("title", title), []);
      const isLoaded = useStorage(() => true);
      return h(Text, null, `${isLoaded} ${useSyncStatus()} ${useSyncStatus({ smooth: true })}`);
    };
    show(h(Page));
    await screen.findByText("true synchronized synchronized");
    act(() => set!("Plan"));
    expect(screen.getByText("true synchronizing synchronizing")).toBeTruthy();
    await screen.findByText("true synchronized synchronizing");
    await screen.findByText("true synchronized synchronized", {}, { timeout: 5_000 });
  });
});
