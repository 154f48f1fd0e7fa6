// @vitest-environment jsdom
import type { Client, Room } from "@weft/client";
import { createClient } from "@weft/client";
import { createSocketServer } from "@weft/testkit/socket-server";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { Component, createElement as h, StrictMode, Suspense, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  ClientContext,
  createLiveblocksContext,
  createRoomContext,
  RoomProvider,
  useClient,
  useIsInsideRoom,
  useRoom,
  useStatus,
  WeftProvider,
} from "./index.ts";
import * as suspense from "./suspense.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Status(): ReactElement {
  return h("output", null, `${useRoom().id} ${useStatus()}`);
}

function roomOf(id: string, ...children: ReactNode[]): ReactElement {
  return h(RoomProvider, { id }, ...children);
}

describe("rooms of components", () => {
  test("[RE1] a room is entered once and left once, in StrictMode as well", async () => {
    const server = createSocketServer();
    const { unmount } = render(h(StrictMode, null, h(WeftProvider, server.clientOptions, roomOf("r1", h(Status)))));
    await screen.findByText("r1 connected");
    expect(server.log).toEqual(["join r1"]);
    unmount();
    await waitFor(() => expect(server.log).toEqual(["join r1", "leave r1"]));
  });

  test("[RE71] hooks of another copy of this package have the room around them", async () => {
    vi.resetModules();
    const copy = await import("./index.ts");
    expect(copy.useRoom).not.toBe(useRoom);
    const CopyStatus = () => h("output", null, `${copy.useRoom().id} ${copy.useStatus()}`);
    render(h(WeftProvider, createSocketServer().clientOptions, roomOf("r1", h(CopyStatus))));
    await screen.findByText("r1 connected");
  });

  test("[RE1] providers of the same room are in it together", async () => {
    const server = createSocketServer();
    const page = (count: number) =>
      h(
        WeftProvider,
        server.clientOptions,
        Array.from({ length: count }, (_, key) => h(RoomProvider, { id: "r1", key }, h("p", null, h(Status)))),
      );
    const { rerender, unmount } = render(page(2));
    await waitFor(() => expect(screen.getAllByText("r1 connected")).toHaveLength(2));
    rerender(page(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(server.log).toEqual(["join r1"]);
    unmount();
    await waitFor(() => expect(server.log).toEqual(["join r1", "leave r1"]));
  });

  test("[RE1] a provider that is replaced by another of the same room does not leave it", async () => {
    const server = createSocketServer();
    const page = (key: string) =>
      h(WeftProvider, server.clientOptions, h(RoomProvider, { id: "r1", key, children: h(Status) }));
    const { rerender } = render(page("a"));
    await screen.findByText("r1 connected");
    rerender(page("b"));
    await screen.findByText("r1 connected");
    expect(server.log).toEqual(["join r1"]);
  });

  test("[RE2] a provider whose id changes leaves one room and enters the other, and keeps the state of its children", async () => {
    const server = createSocketServer();
    let mounts = 0;
    function Counted() {
      const [mount] = useState(() => ++mounts);
      return h("output", null, `${mount} ${useRoom().id} ${useStatus()}`);
    }
    const page = (id: string) => h(WeftProvider, server.clientOptions, roomOf(id, h(Counted)));
    const { rerender } = render(page("r1"));
    await screen.findByText("1 r1 connected");
    rerender(page("r2"));
    await screen.findByText("1 r2 connected");
    await waitFor(() => expect(server.log.toSorted()).toEqual(["join r1", "join r2", "leave r1"]));
  });

  test("[RE3] what is rendered and never mounted enters no room", async () => {
    vi.useFakeTimers();
    const server = createSocketServer();
    const client = createClient(server.clientOptions);
    class Boundary extends Component<{ children: ReactNode }> {
      override state = { failed: false };
      static getDerivedStateFromError = () => ({ failed: true });
      override render = () => (this.state.failed ? h("output", null, "failed") : this.props.children);
    }
    const Broken = (): ReactElement => {
      useRoom();
      throw new Error("broken");
    };
    vi.spyOn(console, "error").mockImplementation(() => {});
    const element = h(ClientContext.Provider, { value: client }, h(Boundary, null, roomOf("r1", h(Broken))));
    render(element);
    expect(screen.getByText("failed")).toBeTruthy();
    expect(client.getRoom("r1")).not.toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.getRoom("r1")).toBeNull();
    expect(server.log).toEqual([]);
  });

  test("[RE3] a tree that suspends before it was ever mounted enters its room once", async () => {
    const server = createSocketServer();
    server.seed("r1", [["root", { title: "Plan" }]]);
    const Title = () => h("output", null, String(suspense.useStorage((root) => root["title"])));
    const { unmount } = render(
      h(
        StrictMode,
        null,
        h(
          WeftProvider,
          server.clientOptions,
          h(Suspense, { fallback: "loading" }, h(suspense.RoomProvider, { id: "r1", children: h(Title) })),
        ),
      ),
    );
    expect(screen.getByText("loading")).toBeTruthy();
    await screen.findByText("Plan");
    expect(server.log).toEqual(["join r1"]);
    unmount();
    await waitFor(() => expect(server.log).toEqual(["join r1", "leave r1"]));
  });

  test("[RE4] without autoConnect a room is connected when it is told to", async () => {
    const server = createSocketServer();
    let room: Room | undefined;
    const Grab = () => {
      room = useRoom();
      return h(Status);
    };
    const page = (autoConnect: boolean) =>
      h(WeftProvider, server.clientOptions, h(RoomProvider, { id: "r1", autoConnect, children: h(Grab) }));
    const { rerender } = render(page(false));
    expect(screen.getByText("r1 initial")).toBeTruthy();
    expect(server.log).toEqual([]);
    rerender(page(true));
    await screen.findByText("r1 connected");
    act(() => room!.disconnect());
    expect(screen.getByText("r1 initial")).toBeTruthy();
    expect(server.log).toEqual(["join r1", "leave r1"]);
  });
});

describe("clients", () => {
  test("[RE5] a provider creates one client, and calls the latest of its callbacks", async () => {
    const server = createSocketServer();
    const { polyfills, baseUrl } = server.clientOptions;
    const clients = new Set<Client>();
    const asked: string[] = [];
    const Grab = () => {
      clients.add(useClient());
      return null;
    };
    const page = (name: string, isInRoom: boolean) =>
      h(
        WeftProvider,
        {
          polyfills,
          baseUrl,
          authEndpoint: (room?: string) => {
            asked.push(`${name} ${room}`);
            return Promise.resolve({ error: "forbidden", reason: "no" });
          },
        },
        h(Grab),
        isInRoom ? roomOf("r1") : null,
      );
    const { rerender } = render(page("first", false));
    rerender(page("second", true));
    await waitFor(() => expect(asked).toEqual(["second r1"]));
    expect(clients.size).toBe(1);
  });

  test("[RE6] without a provider, hooks say which one to add; useIsInsideRoom says whether there is one", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Inside = () => h("output", null, `inside ${useIsInsideRoom()} ${useRoom({ allowOutsideRoom: true })?.id}`);
    expect(() => render(h(Status))).toThrow("put a RoomProvider around this component");
    expect(() => render(roomOf("r1"))).toThrow("put a WeftProvider around this component");
    const server = createSocketServer();
    expect(() => render(h(WeftProvider, server.clientOptions, roomOf("")))).toThrow("needs an `id`");
    render(h(WeftProvider, server.clientOptions, h(Inside), roomOf("r1", h(Inside))));
    expect(screen.getByText("inside false undefined")).toBeTruthy();
    expect(screen.getByText("inside true r1")).toBeTruthy();
  });

  test("[RE7] contexts of a client give hooks for its rooms, nested as well", async () => {
    const server = createSocketServer();
    const client = createClient(server.clientOptions);
    const outer = createRoomContext(client);
    const inner = createRoomContext(client);
    const { LiveblocksProvider, useSyncStatus } = createLiveblocksContext(client);
    const Both = () =>
      h(
        "output",
        null,
        `${outer.useRoom().id} ${inner.suspense.useRoom().id} ${useRoom().id} ${useSyncStatus()} ${useClient() === (client as unknown)}`,
      );
    render(
      h(
        LiveblocksProvider,
        null,
        h(outer.RoomProvider, { id: "r1", children: h(inner.RoomProvider, { id: "r2", children: h(Both) }) }),
      ),
    );
    expect(screen.getByText("r1 r2 r2 synchronized true")).toBeTruthy();
    await waitFor(() => expect(server.log.toSorted()).toEqual(["join r1", "join r2"]));
  });
});
