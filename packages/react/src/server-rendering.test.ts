import { renderToPipeableStream, renderToString } from "react-dom/server";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { createElement as h } from "react";
import { expect, test, vi } from "vitest";
import * as classic from "./index.ts";
import * as suspense from "./suspense.ts";

/** The members of a page that a server renders, without an address of the server of rooms. */
function page(child: ReactElement, more: object = {}): ReactElement {
  return h(
    classic.WeftProvider,
    { publicApiKey: "pk_test" },
    h(classic.RoomProvider, { id: "r1", initialPresence: { x: 1 }, ...more }, child),
  );
}

function Everything(): ReactElement {
  const [mine] = classic.useMyPresence();
  classic.useErrorListener(() => {});
  classic.useEventListener(() => {});
  classic.useLostConnectionListener(() => {});
  classic.useOthersListener(() => {});
  classic.useMutation(() => {}, []);
  classic.useWrite(() => {}, []);
  const shown = {
    mine,
    status: classic.useStatus(),
    sync: classic.useSyncStatus({ smooth: true }),
    self: classic.useSelf(),
    others: classic.useOthers(),
    ids: classic.useOthersConnectionIds(),
    mapped: classic.useOthersMapped(({ presence }) => presence),
    storage: classic.useStorage((root) => root["title"]),
    root: classic.useStorageRoot(),
    mutable: classic.useMutableStorage(),
    canUndo: classic.useCanUndo(),
    canRedo: classic.useCanRedo(),
    inside: classic.useIsInsideRoom(),
  };
  return h("pre", { dangerouslySetInnerHTML: { __html: JSON.stringify(shown) } });
}

test("[RE40] on a server, hooks answer what they answer before anything is loaded, and connect to nothing", () => {
  const socket = vi.spyOn(globalThis, "WebSocket").mockImplementation(() => {
    throw new Error("no connections");
  });
  const html = renderToString(page(h(Everything)));
  expect(JSON.parse(html.replaceAll(/<\/?pre>/g, ""))).toEqual({
    mine: { x: 1 },
    status: "initial",
    sync: "synchronized",
    self: null,
    others: [],
    ids: [],
    mapped: [],
    storage: null,
    root: [null],
    mutable: null,
    canUndo: false,
    canRedo: false,
    inside: true,
  });
  expect(socket).not.toHaveBeenCalled();
  socket.mockRestore();
});

const Title = () => h("output", null, String(suspense.useStorage((root) => root["title"])));

test("[RE41] a server renders Storage as it was handed in, with both kinds of hooks", () => {
  const snapshot = { initialStorageSnapshot: { title: "Plan" } };
  expect(renderToString(page(h(Title), snapshot))).toBe("<output>Plan</output>");
  expect(renderToString(page(h(Everything), snapshot))).toContain('"storage":"Plan"');
});

test("[RE42] where hooks cannot suspend, a server renders the fallback of ClientSideSuspense, and else says what to do", async () => {
  const suspended = h(classic.ClientSideSuspense, { fallback: h("p", null, "loading"), children: h(Title) });
  expect(renderToString(page(suspended))).toContain("<p>loading</p>");
  const sink = new PassThrough();
  renderToPipeableStream(page(suspended)).pipe(sink);
  expect(await text(sink)).toContain("<p>loading</p>");
  expect(() => renderToString(page(h(Title)))).toThrow("Put a ClientSideSuspense around the component");
});
