// @vitest-environment jsdom
import { createClient } from "@weft/client";
import { createSocketServer } from "@weft/testkit/socket-server";
import type { SocketServer } from "@weft/testkit/socket-server";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { Component, createElement as h, Fragment } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as classic from "./index.ts";
import {
  ClientSideSuspense,
  RoomProvider,
  useMutableStorage,
  useOthers,
  useOthersConnectionIds,
  useRoom,
  useSelf,
  useStorage,
  WeftProvider,
} from "./suspense.ts";
import * as suspense from "./suspense.ts";

let server: SocketServer;
beforeEach(() => {
  server = createSocketServer();
  server.seed("r1", [["root", { title: "Plan" }]]);
  server.seed("r2", [["root", { title: "Budget" }]]);
});
afterEach(cleanup);

function Text({ children }: { readonly children?: ReactNode }): ReactElement {
  return h("output", null, children);
}

/** Shows the message of an error, and its children again on a click. */
class Boundary extends Component<{ readonly children?: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null };
  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state as { readonly error: Error | null };
    if (error === null) return this.props.children;
    return h("button", { onClick: () => this.setState({ error: null }) }, error.message);
  }
}

function page(id: string, ...children: ReactNode[]): ReactElement {
  return h(
    WeftProvider,
    server.clientOptions,
    h(
      RoomProvider,
      { id },
      h(Boundary, null, h(ClientSideSuspense, { fallback: "loading", children: h(Fragment, null, ...children) })),
    ),
  );
}

const Title = () => h(Text, null, `${useRoom().id} ${String(useStorage((root) => root["title"]))}`);

test("[RE30] the entry for Suspense has the same names, but for what creates contexts", () => {
  const only = ["createRoomContext", "createLiveblocksContext", "createWeftContext"];
  expect(Object.keys(suspense).toSorted()).toEqual(
    Object.keys(classic)
      .filter((name) => !only.includes(name))
      .toSorted(),
  );
  expect(suspense.RoomProvider).toBe(classic.RoomProvider);
});

describe("hooks that suspend", () => {
  test("[RE31] hooks suspend until Storage has been loaded, and answer its parts", async () => {
    const Root = () => h(Text, null, `root ${useMutableStorage().get("title") as string}`);
    render(page("r1", h(Title, { key: 1 }), h(Root, { key: 2 })));
    expect(screen.getByText("loading")).toBeTruthy();
    await screen.findByText("r1 Plan");
    expect(screen.getByText("root Plan")).toBeTruthy();
    expect(server.log).toEqual(["join r1"]);
  });

  test("[RE31] hooks suspend until it is known who is in the room", async () => {
    const client = createClient(server.clientOptions);
    client.enterRoom("r1", { initialPresence: { x: 1 } });
    await client.getRoom("r1")!.waitUntilPresenceReady();
    const seen: string[] = [];
    const People = () => {
      const self = useSelf((me) => me.connectionId);
      const ids = useOthersConnectionIds();
      const others = useOthers();
      seen.push(`${self} ${ids.length === others.length}`);
      return h(Text, null, `self ${self}`);
    };
    server.hold();
    render(page("r1", h(People)));
    expect(screen.getByText("loading")).toBeTruthy();
    await waitFor(() => expect(server.log).toEqual(["join r1", "join r1"]));
    expect(seen).toEqual([]);
    act(() => server.release());
    await screen.findByText("self 1");
    expect(new Set(seen)).toEqual(new Set(["1 true"]));
  });

  test("[RE31] in another room hooks suspend again", async () => {
    const { rerender } = render(page("r1", h(Title)));
    await screen.findByText("r1 Plan");
    rerender(page("r2", h(Title)));
    expect(screen.getByText("loading")).toBeTruthy();
    await screen.findByText("r2 Budget");
  });

  test("[RE32] hooks throw if the room is refused, and suspend again once it is told to connect", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.refuse(4001, "You may not.");
    let room: ReturnType<typeof useRoom> | undefined;
    const Grab = () => {
      room = useRoom();
      return null;
    };
    render(
      h(
        WeftProvider,
        server.clientOptions,
        h(
          RoomProvider,
          { id: "r1" },
          h(Grab),
          h(Boundary, null, h(ClientSideSuspense, { fallback: "loading", children: h(Title) })),
        ),
      ),
    );
    const retry = await screen.findByText("You may not.");
    fireEvent.click(retry);
    await screen.findByText("You may not.");
    expect(server.log).toEqual(["join r1", "leave r1"]);
    server.refuse(undefined);
    act(() => room!.connect());
    fireEvent.click(screen.getByText("You may not."));
    await screen.findByText("r1 Plan");
  });

  test("[RE32] what was loaded stays when the room is refused later", async () => {
    render(page("r1", h(Title)));
    await screen.findByText("r1 Plan");
    act(() => server.close("r1", 4001, "You may not."));
    expect(screen.getByText("r1 Plan")).toBeTruthy();
  });

  test("[RE33] a function as child is called in browsers, inside of the boundary", async () => {
    const children = () => String(useStorage((root) => root["title"]));
    render(
      h(
        WeftProvider,
        server.clientOptions,
        h(RoomProvider, { id: "r1" }, h(ClientSideSuspense, { fallback: "loading", children })),
      ),
    );
    expect(screen.getByText("loading")).toBeTruthy();
    await screen.findByText("Plan");
  });
});

test("[RE32] hooks throw if the user may not read Storage, and show it once they may", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.allow("*:read", "storage:none");
  render(page("r1", h(Title)));
  const failed = await screen.findByText(/may not read Storage of the room "r1"/);
  server.allow("*:read");
  server.close("r1", 4100);
  await waitFor(() => expect(server.log.filter((line) => line === "join r1")).toHaveLength(2));
  await waitFor(() => {
    fireEvent.click(screen.queryByRole("button") ?? failed);
    expect(screen.getByText("r1 Plan")).toBeTruthy();
  });
});

test("[RE15] a user who may not read Storage is told by the error listener, without Suspense", async () => {
  server.allow("*:read", "storage:none");
  const errors: string[] = [];
  const Page = () => {
    classic.useErrorListener(({ context }) => errors.push(context.type));
    return h(Text, null, String(classic.useStorage((root) => root["title"])));
  };
  render(h(WeftProvider, server.clientOptions, h(RoomProvider, { id: "r1" }, h(Page))));
  await waitFor(() => expect(errors).toEqual(["STORAGE_FORBIDDEN_ERROR"]));
  expect(screen.getByText("null")).toBeTruthy();
});
