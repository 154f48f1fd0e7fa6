import type { HistoryVersion, MentionData, ThreadData } from "@weft/client";
import {
  RoomProvider,
  useHistoryVersions,
  useMarkThreadAsResolved,
  useStatus,
  useThreads,
  WeftProvider,
} from "@weft/react";
import { StrictMode, useState } from "react";
import type { FunctionComponent, ReactNode } from "react";
import { createRoot } from "react-dom/client";

interface OwnWindow {
  readonly pageOptions: { readonly baseUrl: string; readonly roomId: string };
  /** Asks for a token, as an application asks its back end. */
  readonly authorize: () => Promise<{ token: string }>;
}

const suggestions: readonly MentionData[] = [
  ...["alice", "bob", "carol"].map((id) => ({ kind: "user" as const, id })),
  { kind: "group", id: "engineers", userIds: ["bob", "carol"] },
];

/** Shows an editor of ours in the room that the test names, in StrictMode. It suggests three users and a group for mentions. */
export function showOwn(Editor: FunctionComponent): void {
  const { pageOptions, authorize } = globalThis as never as OwnWindow;
  const root = document.createElement("div");
  document.body.append(root);
  createRoot(root).render(
    <StrictMode>
      <WeftProvider
        baseUrl={pageOptions.baseUrl}
        throttle={16}
        authEndpoint={() => authorize()}
        resolveUsers={({ userIds }) => userIds.map((id) => ({ name: `User ${id}` }))}
        resolveGroupsInfo={({ groupIds }) => groupIds.map((id) => ({ name: `Group ${id}` }))}
        resolveMentionSuggestions={({ text }) => suggestions.filter(({ id }) => id.startsWith(text))}
      >
        <RoomProvider id={pageOptions.roomId}>
          <Editor />
        </RoomProvider>
      </WeftProvider>
    </StrictMode>,
  );
}

/**
 * The parts of a page: the editor itself is in `main`, a version of it in `aside`, threads in a list, and what belongs to the editor
 * beside.
 */
export function OwnParts(props: {
  readonly ready: boolean;
  readonly main: ReactNode;
  readonly beside: ReactNode;
  readonly preview: (version: HistoryVersion) => ReactNode;
}): ReactNode {
  const status = useStatus();
  const [history, showHistory] = useState(false);
  const { threads = [] } = useThreads();
  return (
    <>
      <main className="lb-root">{props.main}</main>
      <div>{props.beside}</div>
      <button type="button" onClick={() => showHistory(!history)}>
        History
      </button>
      {history && <NewestVersion preview={props.preview} />}
      <ol data-list="threads">
        {threads.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} />
        ))}
      </ol>
      <output>{props.ready && status === "connected" ? "ready" : status}</output>
    </>
  );
}

function ThreadItem({ thread: { id, comments } }: { readonly thread: ThreadData }): ReactNode {
  const resolve = useMarkThreadAsResolved();
  return (
    <li>
      {comments.length} comments
      <button type="button" onClick={() => resolve(id)}>
        Resolve it
      </button>
    </li>
  );
}

function NewestVersion({ preview }: { readonly preview: (version: HistoryVersion) => ReactNode }): ReactNode {
  const [newest] = useHistoryVersions().versions ?? [];
  return <aside>{newest !== undefined && preview(newest)}</aside>;
}
