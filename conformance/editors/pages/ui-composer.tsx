import { ClientSideSuspense, RoomProvider, useStatus, WeftProvider } from "@weft/react";
import { useThreads } from "@weft/react/suspense";
import { Composer, FloatingComposer, WeftUiConfig } from "@weft/react-ui";
import { createRoot } from "react-dom/client";

declare global {
  interface Window {
    readonly pageOptions: { readonly baseUrl: string; readonly roomId: string };
    /** Asks for a token, as an application asks its back end. */
    readonly authorize: () => Promise<{ token: string }>;
  }
}

const suggested = [
  ...["ada", "bob", "carol"].map((id) => ({ kind: "user" as const, id })),
  { kind: "group" as const, id: "engineers", userIds: ["bob", "carol"] },
];

function Threads() {
  const { threads } = useThreads();
  return (
    <ol>
      {threads.map(({ id, comments }) => (
        <li key={id} data-attachments={comments[0]?.attachments.map(({ name }) => name).join()}>
          {JSON.stringify(comments[0]?.body?.content)}
        </li>
      ))}
    </ol>
  );
}

function Page() {
  return (
    <>
      <main className="lb-root">
        <Composer defaultCollapsed />
      </main>
      <FloatingComposer>
        <button type="button">Comment here</button>
      </FloatingComposer>
      <ClientSideSuspense fallback="Loading">
        <Threads />
      </ClientSideSuspense>
      <output>{useStatus() === "connected" ? "ready" : "waiting"}</output>
    </>
  );
}

const { baseUrl, roomId } = window.pageOptions;
const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(
  <WeftProvider
    baseUrl={baseUrl}
    throttle={16}
    authEndpoint={() => window.authorize()}
    resolveUsers={({ userIds }) => userIds.map((id) => ({ name: `User ${id}` }))}
    resolveGroupsInfo={({ groupIds }) => groupIds.map((id) => ({ name: `Group ${id}`, description: "A team" }))}
    resolveMentionSuggestions={({ text }) => suggested.filter(({ id }) => id.startsWith(text))}
  >
    <RoomProvider id={roomId}>
      <WeftUiConfig>
        <Page />
      </WeftUiConfig>
    </RoomProvider>
  </WeftProvider>,
);
