"use client";

import { LiveblocksProvider } from "@liveblocks/react";
import { LiveblocksUiConfig } from "@liveblocks/react-ui";
import type { ReactNode } from "react";

interface WeftProviderProps {
  readonly serverUrl: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly children: ReactNode;
}

/** The client of the signed-in user. `baseUrl` is the only difference from other Liveblocks apps. */
export function WeftProvider({ serverUrl, groups, children }: WeftProviderProps) {
  return (
    <LiveblocksProvider
      baseUrl={serverUrl}
      authEndpoint="/api/weft-auth"
      resolveUsers={({ userIds }) => resolve("/api/people", userIds)}
      resolveRoomsInfo={({ roomIds }) => resolve("/api/documents", roomIds)}
      resolveGroupsInfo={({ groupIds }) => groupIds.map((id) => groups.find((group) => group.id === id))}
      resolveMentionSuggestions={({ text, roomId }) =>
        get<string[]>("/api/people", [
          ["document", roomId],
          ["search", text],
        ])
      }
    >
      <LiveblocksUiConfig emojibaseUrl="/emoji">{children}</LiveblocksUiConfig>
    </LiveblocksProvider>
  );
}

/** One answer for each id, in this order; undefined for those that don’t exist. */
async function resolve<T>(path: string, ids: readonly string[]): Promise<(T | undefined)[]> {
  const found = await get<(T | null)[]>(
    path,
    ids.map((id) => ["id", id]),
  );
  return found.map((one) => one ?? undefined);
}

async function get<T>(path: string, query: string[][]): Promise<T> {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
  return (await response.json()) as T;
}
