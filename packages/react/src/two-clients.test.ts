// @vitest-environment jsdom
import type { LiveList } from "@weft/client";
import { LiveList as List } from "@weft/client";
import { createMemoryServer } from "@weft/testing";
import type { MemoryClient } from "@weft/testing";
import { act, cleanup, fireEvent, render, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { createElement as h, StrictMode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { createRoomContext } from "./index.ts";

type Presence = { readonly typing: boolean };
type Storage = { todos: LiveList<string> };

afterEach(cleanup);

/** A page of one user: what they have of the room, and buttons to change it. */
function open(client: MemoryClient) {
  const context = createRoomContext<Presence, Storage>(client);
  const { useMyPresence, useOthers, useStorage, useMutation, useUndo, useRedo, useCanUndo, useSyncStatus } = context;
  let todos = 0;
  function Page(): ReactElement {
    const [{ typing }, setMine] = useMyPresence();
    const others = useOthers((all) => all.map(({ id, presence }) => `${id}${presence.typing ? " types" : ""}`).join());
    const shown = useStorage((root) => root.todos.join()) ?? "loading";
    const add = useMutation(({ storage, self }) => storage.get("todos").push(`${self.id}${++todos}`), []);
    return h(
      "main",
      null,
      h("output", null, `${shown} | ${others} | ${useCanUndo()} ${useSyncStatus()}`),
      h("button", { onClick: add }, "add"),
      h("button", { onClick: useUndo() }, "undo"),
      h("button", { onClick: useRedo() }, "redo"),
      h("button", { onClick: () => setMine({ typing: !typing }) }, "type"),
    );
  }
  const props = {
    id: "r1",
    initialPresence: { typing: false },
    initialStorage: () => ({ todos: new List<string>([]) }),
  };
  const { container, unmount } = render(h(StrictMode, null, h(context.RoomProvider, props, h(Page))));
  const page = within(container);
  return {
    unmount,
    click: (name: string) => fireEvent.click(page.getByText(name)),
    get shown() {
      const [output] = page.getAllByRole("status");
      return (output as unknown as { readonly textContent: string }).textContent;
    },
  };
}

describe("[RE70] two users with the engine of a server", () => {
  test("users see each other, and leave", async () => {
    await using server = createMemoryServer();
    const ada = open(server.createClient({ userId: "ada" }));
    const bob = open(server.createClient({ userId: "bob" }));
    await act(() => server.settle());
    expect([ada.shown, bob.shown]).toEqual([" | bob | false synchronized", " | ada | false synchronized"]);
    bob.click("type");
    await act(() => server.settle());
    expect(ada.shown).toBe(" | bob types | false synchronized");
    bob.unmount();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await act(() => server.settle());
    expect(ada.shown).toBe(" |  | false synchronized");
  });

  test("users edit one Storage, and undo their own edits", async () => {
    await using server = createMemoryServer();
    const ada = open(server.createClient({ userId: "ada" }));
    const bob = open(server.createClient({ userId: "bob", latency: 200 }));
    // Before anything has been loaded.
    ada.click("add");
    expect(ada.shown).toBe("loading |  | false synchronized");
    await act(() => server.settle());
    bob.click("add");
    expect(bob.shown).toBe("ada1,bob1 | ada | true synchronizing");
    await act(() => server.settle());
    expect(ada.shown).toBe("ada1,bob1 | bob | true synchronized");
    ada.click("undo");
    await act(() => server.settle());
    expect([ada.shown, bob.shown]).toEqual(["bob1 | bob | false synchronized", "bob1 | ada | true synchronized"]);
    ada.click("redo");
    await act(() => server.settle());
    expect(bob.shown).toBe("ada1,bob1 | ada | true synchronized");
  });

  test("edits without a connection are shown at once, and arrive when it is back", async () => {
    await using server = createMemoryServer();
    const ada = open(server.createClient({ userId: "ada" }));
    const bob = open(server.createClient({ userId: "bob" }));
    await act(() => server.settle());
    act(() => server.kill());
    ada.click("add");
    expect(ada.shown).toBe("ada1 | bob | true synchronizing");
    server.restart();
    await act(() => server.settle());
    await act(() => server.until(() => bob.shown === "ada1 | ada | false synchronized"));
    expect(ada.shown).toBe("ada1 | bob | true synchronized");
  });
});
