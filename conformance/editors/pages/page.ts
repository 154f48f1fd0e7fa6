import type { MentionData } from "@liveblocks/client";
import { LiveblocksProvider, RoomProvider, useHistoryVersions, useStatus } from "@liveblocks/react";
import { createElement, useState } from "react";
import type { ComponentProps, FunctionComponent, ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** What a page has from its test and from the browser: the types of the DOM are not loaded here. */
declare const window: {
  readonly pageOptions: { readonly baseUrl: string; readonly roomId: string };
  /** Asks for a token, as an application asks its back end. */
  readonly authorize: () => Promise<{ token: string }>;
  readonly document: { readonly body: never };
};

const suggestions: readonly MentionData[] = [
  ...["alice", "bob", "carol"].map((id) => ({ kind: "user" as const, id })),
  { kind: "group", id: "engineers", userIds: ["bob", "carol"] },
];

/** Shows an editor in the room that the test names. It suggests three users and a group for mentions. */
export function show(Editor: FunctionComponent): void {
  const { baseUrl, roomId } = window.pageOptions;
  const provider = {
    baseUrl,
    throttle: 16,
    authEndpoint: () => window.authorize(),
    resolveUsers: ({ userIds }) => userIds.map((id) => ({ name: `User ${id}` })),
    resolveGroupsInfo: ({ groupIds }) => groupIds.map((id) => ({ name: `Group ${id}` })),
    resolveMentionSuggestions: ({ text }) => suggestions.filter(({ id }) => id.startsWith(text)),
  } satisfies Partial<ComponentProps<typeof LiveblocksProvider>>;
  const room = createElement(RoomProvider, { id: roomId, children: createElement(Editor) });
  createRoot(window.document.body).render(createElement(LiveblocksProvider, { ...provider, children: room }));
}

type Version = NonNullable<ReturnType<typeof useHistoryVersions>["versions"]>[number];

/** The parts of a page: the editor itself is in `main`, a version of it in `aside`, and what belongs to them beside. */
export function Parts(props: {
  readonly ready: boolean;
  readonly main: ReactNode;
  readonly beside: ReactNode;
  readonly preview: (version: Version) => ReactNode;
}): ReactNode {
  const status = useStatus();
  const [history, showHistory] = useState(false);
  return [
    createElement("main", { key: "main" }, props.main),
    createElement("div", { key: "beside" }, props.beside),
    createElement("button", { key: "history", onClick: () => showHistory(true) }, "History"),
    history && createElement(NewestVersion, { key: "version", preview: props.preview }),
    createElement("output", { key: "status" }, props.ready && status === "connected" ? "ready" : status),
  ];
}

function NewestVersion({ preview }: { readonly preview: (version: Version) => ReactNode }): ReactNode {
  const [newest] = useHistoryVersions().versions ?? [];
  return createElement("aside", {}, newest !== undefined && preview(newest));
}
