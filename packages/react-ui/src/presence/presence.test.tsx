// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createRoomContext, createWeftContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import type { MemoryClientOptions, MemoryServer } from "@weft/testing";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WeftUiConfig } from "../config.tsx";
import { AvatarStack } from "./avatar-stack.tsx";
import type { AvatarStackProps } from "./avatar-stack.tsx";
import { Cursor } from "./cursor.tsx";
import { Cursors } from "./cursors.tsx";
import type { CursorsCursorProps } from "./cursors.tsx";
import { colorFor, readableOn } from "./user-color.ts";

let server: MemoryServer;
beforeEach(() => {
  server = createMemoryServer();
});
afterEach(async () => {
  cleanup();
  await server[Symbol.asyncDispose]();
});

const settle = () => act(() => server.settle());

/** A connection of a user, without components. */
async function enter(name: string, options: { readonly info?: object; readonly userId?: string } = {}) {
  const client = server.createClient({ userId: options.userId ?? name, userInfo: { name, ...options.info } });
  const { room, leave } = client.enterRoom("r1");
  await settle();
  return { room, leave };
}

function show(
  children: ReactElement,
  userInfo: { readonly [key: string]: string } = { name: "Me" },
  client: MemoryClientOptions["client"] = {},
) {
  const { RoomProvider } = createRoomContext(server.createClient({ userId: "me", userInfo, client }));
  const { container } = render(<RoomProvider id="r1">{children}</RoomProvider>);
  const all = (selector: string) => Array.from(container.querySelectorAll<HTMLElement>(selector));
  return { container, all };
}

const stackOf = async (props: AvatarStackProps = {}, client: MemoryClientOptions["client"] = {}) => {
  const { container, all } = show(<AvatarStack {...props} />, undefined, client);
  await settle();
  const names = () => all(".lb-avatar-stack-avatar").map((avatar) => avatar.getAttribute("aria-label"));
  return { container, all, names };
};

test("[UI110] a stack shows each user once, the others first", async () => {
  const ada = await enter("Ada");
  await enter("Ada", { userId: "Ada" });
  await enter("Ben");
  // The last one is loading.
  const resolveUsers = () => new Promise<undefined>(() => {});
  const { names } = await stackOf({ max: null, userIds: ["me", "cyd"] }, { resolveUsers });
  expect(names()).toEqual(["Ada", "Ben", "Me", null]);
  ada.leave();
  await settle();
  expect(names()).toEqual(["Ada", "Ben", "Me", null]);
});

test("[UI111] users that do not fit are a number, which names them", async () => {
  for (const name of ["Ada", "Ben", "Cyd"]) await enter(name);
  const { all, names } = await stackOf({ size: 40, gap: "3px" });
  expect(names()).toEqual(["Ada", "Ben", "2 others"]);
  const [stack] = all(".lb-avatar-stack");
  expect(stack!.style.getPropertyValue("--lb-avatar-stack-size")).toBe("40px");
  expect(stack!.style.getPropertyValue("--lb-avatar-stack-gap")).toBe("3px");
  const more = all(".lb-avatar-stack-more")[0]!;
  expect([more.textContent, more.tabIndex]).toEqual(["+2", 0]);
  act(() => more.focus());
  const tooltip = document.querySelector("[role=tooltip]");
  expect(Array.from(tooltip!.querySelectorAll("li"), ({ textContent }) => textContent)).toEqual(["Cyd", "Me"]);
});

test("[UI111] a stack has at least two items", async () => {
  await enter("Ada");
  const { names } = await stackOf({ max: 1 });
  expect(names()).toEqual(["Ada", "Me"]);
});

test("[UI110] outside of rooms, a stack shows the users that it is given", () => {
  const { WeftProvider } = createWeftContext(server.createClient({ userId: "me" }));
  const { container } = render(
    <WeftProvider>
      <AvatarStack userIds={["ada", "ben", "ada"]} />
    </WeftProvider>,
  );
  expect(container.querySelectorAll(".lb-avatar-stack-avatar")).toHaveLength(2);
});

/** An area of 200 by 100 pixels at 10, 20. */
function cursorsOf(element: ReactElement) {
  const { all } = show(element);
  const [area] = all(".lb-cursors");
  area!.getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 100 }) as DOMRect;
  const shown = () => all(".lb-cursors-cursor").map(({ style, textContent }) => [textContent, style.transform]);
  return { all, area: area!, shown };
}

test("[UI113] the pointer is shared in fractions of the element, until it leaves", async () => {
  const peer = await enter("Ada");
  const { area } = cursorsOf(<Cursors presenceKey="point" />);
  await settle();
  const mine = () => peer.room.getOthers()[0]?.presence["point"];
  const steps: [() => void, unknown][] = [
    [() => fireEvent.pointerMove(area, { clientX: 60, clientY: 95 }), { x: 0.25, y: 0.75 }],
    [() => fireEvent.pointerLeave(area), null],
    [() => fireEvent.pointerDown(area, { clientX: 110, clientY: 20, pointerType: "touch" }), { x: 0.5, y: 0 }],
    [() => fireEvent.pointerUp(area, { pointerType: "touch" }), null],
  ];
  for (const [step, expected] of steps) {
    act(step);
    await act(() => server.advance(200));
    await settle();
    expect(mine()).toEqual(expected);
  }
});

test("[UI114] others' pointers have names and colors, and one that moves renders no other", async () => {
  const ada = await enter("Ada", { info: { color: "#ffee00" } });
  const ben = await enter("Ben");
  const renders = vi.fn<(userId: string) => void>();
  const { all, shown } = cursorsOf(<Cursors />);
  await settle();
  expect(shown()).toEqual([]);
  ada.room.updatePresence({ cursor: { x: 0.5, y: 0.25 } });
  ben.room.updatePresence({ cursor: { x: 2, y: Number.MAX_VALUE } });
  await act(() => server.advance(200));
  await settle();
  expect(shown()[0]).toEqual(["Ada", "translate(50%, 25%)"]);
  const [first] = all(".lb-cursor");
  expect(first!.style.getPropertyValue("--lb-cursor-background")).toBe("#ffee00");
  expect(first!.style.getPropertyValue("--lb-cursor-foreground")).toBe("#000000");
  expect(all(".lb-cursors-container")[0]!.getAttribute("aria-hidden")).toBe("true");
  cleanup();

  const Counted = ({ userId }: CursorsCursorProps) => {
    renders(userId);
    return <Cursor label={userId} />;
  };
  const components = { Cursor: Counted };
  const { shown: own } = cursorsOf(<Cursors components={components} />);
  await settle();
  renders.mockClear();
  ada.room.updatePresence({ cursor: { x: 0.75, y: 0.5 } });
  await act(() => server.advance(200));
  await settle();
  expect(own()[0]).toEqual(["Ada", "translate(75%, 50%)"]);
  expect(renders.mock.calls.flat()).not.toContain("Ben");
  ada.room.updatePresence({ cursor: null });
  ben.room.updatePresence({ cursor: "nowhere" });
  await act(() => server.advance(200));
  await settle();
  expect(own()).toEqual([]);
});

test("[UI115] a cursor has a label, a color on which the label is readable, and the direction of the texts", () => {
  const { container } = render(
    <WeftUiConfig overrides={{ dir: "rtl" }}>
      <Cursor label="Ada" color="#123" className="mine" />
    </WeftUiConfig>,
  );
  const cursor = container.querySelector<HTMLElement>(".lb-root.lb-cursor.mine")!;
  expect(cursor.querySelector(".lb-cursor-label")!.getAttribute("dir")).toBe("rtl");
  expect(cursor.style.getPropertyValue("--lb-cursor-foreground")).toBe("#ffffff");
  expect([readableOn("#fff"), readableOn("#777777"), readableOn("red")]).toEqual(["#000000", "#000000", "#ffffff"]);
  expect(colorFor("ada")).toBe(colorFor("ada"));
  for (const id of ["a", "b", "c", "d", "e", "f", "g", "h"]) expect(readableOn(colorFor(id))).toBe("#ffffff");
});
