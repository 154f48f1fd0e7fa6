import type { ClientOptions } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider } from "@liveblocks/react";
import { act, render } from "@testing-library/react";
import { createElement, Suspense } from "react";
import type { ComponentProps, ReactNode } from "react";
import { createCollaborator } from "./collaborator.ts";
import type { Lobby } from "./lobby.ts";

export interface RenderedHooks<T> {
  /** The results of the hooks in the last render; undefined while they suspend. */
  readonly seen: T | undefined;
}

export interface HooksOptions extends Pick<ClientOptions, "resolveGroupsInfo"> {
  /** The room around the hooks; by default there is none. */
  readonly roomId?: string;
}

/** Calls hooks as a user, in a component of their own. Import `dom.ts` before. */
export async function renderHooks<T>(
  lobby: Lobby,
  userId: string,
  useHooks: () => T,
  { roomId, ...resolvers }: HooksOptions = {},
): Promise<RenderedHooks<T>> {
  const rendered: { seen: T | undefined } = { seen: undefined };
  function Hooks(): ReactNode {
    rendered.seen = useHooks();
    return null;
  }
  const hooks = createElement(Suspense, { fallback: null }, createElement(Hooks));
  const page = createElement(LiveblocksProvider, {
    ...createCollaborator(lobby, userId).provider,
    ...resolvers,
    children: roomId === undefined ? hooks : createElement(RoomProvider, { id: roomId, children: hooks }),
  } as ComponentProps<typeof LiveblocksProvider>);
  await act(async () => void render(page));
  return rendered;
}
