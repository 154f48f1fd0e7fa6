// @vitest-environment jsdom
import { createClient } from "@weft/client";
import { createSocketServer } from "@weft/testkit/socket-server";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createElement as h, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as classic from "./index.ts";
import * as suspense from "./suspense.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What a server renders of this. */
function renderOnServer(element: ReactElement): string {
  vi.stubGlobal("window", undefined);
  const html = renderToString(element);
  vi.unstubAllGlobals();
  return html;
}

/** An element with this HTML in the page. */
function containerOf(html: string) {
  const { document } = globalThis as unknown as {
    readonly document: {
      createElement(name: string): { innerHTML: string };
      readonly body: { append(node: unknown): void };
    };
  };
  const container = document.createElement("div");
  container.innerHTML = html;
  document.body.append(container);
  return container as unknown as HTMLElement;
}

function Page(): ReactElement {
  const title = classic.useStorage((root) => root["title"]);
  const items = suspense.useStorage((root) => root["items"]);
  const [mine] = classic.useMyPresence();
  const shown = [title, items, mine["x"], classic.useStatus(), classic.useOthers().length, classic.useSelf() === null];
  return h("output", null, shown.join(" "));
}

test("[RE43] what a server has rendered is hydrated as it is, and then shows the room", async () => {
  const server = createSocketServer();
  server.seed("r1", [["root", { title: "New", items: 3 }]]);
  const other = createClient(server.clientOptions);
  other.enterRoom("r1", { initialPresence: { x: 2 } });
  await other.getRoom("r1")!.waitUntilPresenceReady();
  const element = h(
    StrictMode,
    null,
    h(
      classic.WeftProvider,
      server.clientOptions,
      h(
        classic.RoomProvider,
        { id: "r1", initialPresence: { x: 1 }, initialStorageSnapshot: { title: "Old", items: 2 } },
        h(Page),
      ),
    ),
  );
  const html = renderOnServer(element);
  expect(html).toBe("<output>Old 2 1 initial 0 true</output>");
  expect(server.log).toEqual(["join r1"]);
  const faults: unknown[] = [];
  const complain = vi.spyOn(console, "error").mockImplementation((...values) => void faults.push(values));
  render(element, {
    container: containerOf(html),
    hydrate: true,
    onRecoverableError: (error) => faults.push(error),
  });
  await screen.findByText("New 3 1 connected 1 false");
  expect(faults).toEqual([]);
  complain.mockRestore();
  expect(server.log).toEqual(["join r1", "join r1"]);
});

test("[RE43] a ClientSideSuspense is hydrated with its fallback", async () => {
  const server = createSocketServer();
  server.seed("r1", [["root", { title: "Plan" }]]);
  const Title = () => h("output", null, String(suspense.useStorage((root) => root["title"])));
  const element = h(
    classic.WeftProvider,
    server.clientOptions,
    h(
      classic.RoomProvider,
      { id: "r1" },
      h(classic.ClientSideSuspense, { fallback: h("p", null, "loading"), children: h(Title) }),
    ),
  );
  const html = renderOnServer(element);
  // Without a boundary: React 18 gives up on one whose parent is rendered again before it is hydrated.
  expect(html).toBe("<p>loading</p>");
  const faults: unknown[] = [];
  render(element, {
    container: containerOf(html),
    hydrate: true,
    onRecoverableError: (error) => faults.push(error),
  });
  await screen.findByText("Plan");
  expect(faults).toEqual([]);
});
