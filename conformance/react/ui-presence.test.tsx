/** AvatarStack and Cursors of `@weft/react-ui`, with two users and a server. */
// First, as the others look for a document when they are loaded.
import "../support/dom-of-components.ts";
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
