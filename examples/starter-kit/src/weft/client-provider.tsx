"use client";

import { WeftProvider } from "@weft/react";
import { WeftUiConfig } from "@weft/react-ui";
import type { ReactNode } from "react";

interface ClientProviderProps {
  readonly serverUrl: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly children: ReactNode;
}

/** The client of the signed-in user. `serverUrl` is the address of your Weft server. */
export function ClientProvider({ serverUrl, groups, children }: ClientProviderProps) {
  return (
    <WeftProvider
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
      <WeftUiConfig emojibaseUrl="/emoji">{children}</WeftUiConfig>
    </WeftProvider>
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
