/** AvatarStack and Cursors of `@weft/react-ui`, with two users and a server. */
// First, as the others look for a document when they are loaded.
import "../support/dom-of-components.ts";
import { createClient as createOfficialClient } from "@liveblocks/client";
import { createRoomContext as createOfficialRoomContext } from "@liveblocks/react";
import { Cursors as OfficialCursors } from "@liveblocks/react-ui";
import { createClient } from "@weft/client";
import { createRoomContext } from "@weft/react";
import { AvatarStack, Cursors } from "@weft/react-ui";
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());
afterEach(cleanup);

/** A page of a user in a room, whose elements are 200 by 100 pixels. */
function open(roomId: string, userId: string) {
  const client = createClient({
    baseUrl: lobby.server.url,
    throttle: 16,
    authEndpoint: () => lobby.accessToken(userId, { "*": ["*:write"] }).then((token) => ({ token })),
    resolveUsers: ({ userIds }) => userIds.map((id) => ({ name: id.toUpperCase() })),
  });
  const { RoomProvider } = createRoomContext(client);
  const view = render(
    <RoomProvider id={roomId}>
      <Cursors data-testid={userId}>
        <AvatarStack />
      </Cursors>
    </RoomProvider>,
  );
  const area = view.getByTestId(userId);
  area.getBoundingClientRect = () => new DOMRect(10, 20, 200, 100);
  const all = (selector: string) => Array.from(area.querySelectorAll<HTMLElement>(selector));
  return {
    ...view,
    area,
    names: () => all(".lb-avatar-stack-avatar").map((avatar) => avatar.getAttribute("aria-label")),
    cursors: () => all(".lb-cursors-cursor").map(({ style, textContent }) => [textContent, style.transform]),
  };
}

/** The same with the official package. Its cursors have no position in a DOM without layout. */
function openOfficial(roomId: string, userId: string) {
  const client = createOfficialClient({
    baseUrl: lobby.server.url,
    throttle: 16,
    authEndpoint: () => lobby.accessToken(userId, { "*": ["*:write"] }).then((token) => ({ token })),
  });
  const { RoomProvider } = createOfficialRoomContext(client);
  const view = render(
    <RoomProvider id={roomId}>
      <OfficialCursors data-testid={userId} />
    </RoomProvider>,
  );
  const area = view.getByTestId(userId);
  area.getBoundingClientRect = () => new DOMRect(10, 20, 200, 100);
  return {
    area,
    cursors: () => area.querySelectorAll('.lb-cursors-container > :not([style*="display: none"])').length,
  };
}

test("[UI112] two users see each other, and the pointers of each other", async () => {
  const roomId = await lobby.newRoom();
  const ada = open(roomId, "ada");
  const ben = open(roomId, "ben");
  await eventually(() => {
    expect(ada.names()).toEqual([expect.any(String), expect.any(String)]);
    // Each is last in the own stack.
    expect(ben.names()).toEqual(ada.names().toReversed());
  });
  expect(new Set(ada.names()).size).toBe(2);
  await act(async () => void fireEvent.pointerMove(ada.area, { clientX: 60, clientY: 95, pointerType: "mouse" }));
  await eventually(() => expect(ben.cursors()).toEqual([[expect.any(String), "translate(25%, 75%)"]]));
  expect(ada.cursors()).toEqual([]);
  expect(ben.names()).toContain(ben.cursors()[0]?.[0]);
  await act(async () => void fireEvent.pointerLeave(ada.area));
  await eventually(() => expect(ben.cursors()).toEqual([]));
  ada.unmount();
  await eventually(() => expect(ben.names()).toHaveLength(1));
});

test("[UI117] pointers of users with the official Cursors are shown where they are, and those users see ours", async () => {
  const roomId = await lobby.newRoom();
  const ada = open(roomId, "ada");
  const official = openOfficial(roomId, "ben");
  await eventually(() => expect(ada.names()).toHaveLength(2));
  await act(async () => void fireEvent.pointerMove(official.area, { clientX: 60, clientY: 95, pointerType: "mouse" }));
  await eventually(() => expect(ada.cursors()).toEqual([[expect.any(String), "translate(25%, 75%)"]]));
  await act(async () => void fireEvent.pointerMove(ada.area, { clientX: 110, clientY: 45, pointerType: "mouse" }));
  await eventually(() => expect(official.cursors()).toBe(1));
  await act(async () => void fireEvent.pointerLeave(ada.area));
  await eventually(() => expect(official.cursors()).toBe(0));
});
