/** What `npm run test:packages` builds and runs with the packed packages: files of applications, as their authors would write them. */

/** Everything at once, for the compiler; it runs in Node.js with a server in memory. */
export const everyPackage = `
import { createClient, LiveList, LiveObject, WeftError, type Room } from "@weft/client";
import { RoomProvider, useOthers, useStorage } from "@weft/react";
import { useThreads } from "@weft/react/suspense";
import { AvatarStack, useOverrides } from "@weft/react-ui";
import { de } from "@weft/react-ui/languages/de";
import { Composer, useComposer } from "@weft/react-ui/primitives";
import { WebhookHandler, Weft } from "@weft/node";
import { createMemoryServer } from "@weft/testing";
import { getYjsProviderForRoom } from "@weft/yjs";
import { weft } from "@weft/zustand";
import { weftEnhancer } from "@weft/redux";

interface Presence { cursor: { x: number } | null }
interface Storage { items: LiveList<string>; doc?: LiveObject<{ title: string }> }
declare global { interface Weft { Presence: Presence; Storage: Storage } }

export function App() {
  const others = useOthers((users) => users.length);
  const items: readonly string[] | null = useStorage((root) => root.items);
  return <p>{others} {items?.length} <AvatarStack overrides={de} /> <Composer.Submit /></p>;
}

await using server = createMemoryServer();
const entered = server.createClient({ userId: "ada" }).enterRoom("r", {
  initialPresence: { cursor: null },
  initialStorage: { items: new LiveList(["a"]) },
});
const room: Room = entered.room;
void room.getStorage();
await server.settle();
const root = room.getStorageSnapshot()!;
root.get("items").push("b");
const title: string | undefined = root.toJSON().doc?.title;
const used = [createClient, RoomProvider, useThreads, useComposer, useOverrides, Weft, WebhookHandler, getYjsProviderForRoom, weft, weftEnhancer];
console.log(JSON.stringify([root.toJSON(), title ?? null, new Set(used.map((each) => typeof each)).size, WeftError.name]));
`;

/** Style sheets, for the compiler alone. */
export const everyStyleSheet = `
import "@weft/react-ui/styles.css";
import "@weft/react-ui/styles/dark/attributes.css";
import "@weft/react-ui/styles/dark/media-query.css";
`;

/** A back end: it creates a room, enters it over a socket, writes, and reads over HTTP what is stored. */
export const backEnd = `
import { createClient, LiveList } from "@weft/client";
import { Weft } from "@weft/node";

const [baseUrl = "", publicApiKey = "", secret = ""] = process.argv.slice(2);
const weft = new Weft({ secret, baseUrl });
await weft.createRoom("node", { defaultAccesses: ["*:write"] });
const { room, leave } = createClient({ baseUrl, publicApiKey }).enterRoom("node", {
  initialPresence: { name: "" },
  initialStorage: { items: new LiveList<string>([]) },
});
const { root } = await room.getStorage();
root.get("items").push("from Node.js");
await room.flushed();
leave();
console.log(JSON.stringify(await weft.getStorageDocument("node", "json")));
`;

export const types = `
import type { LiveList } from "@weft/client";

declare global {
  interface Weft {
    Presence: { name: string };
    Storage: { items: LiveList<string> };
  }
}
`;

/** A room that people share, with comments. It is TypeScript and JavaScript alike. */
export const board = `"use client";
import { ClientSideSuspense, useMutation, useOthers, useStorage, useUpdateMyPresence } from "@weft/react";
import * as suspense from "@weft/react/suspense";
import { Composer, Thread } from "@weft/react-ui";

export function Board() {
  const names = useOthers((others) => others.map(({ presence }) => presence.name));
  const items = useStorage((root) => root.items);
  const updateMyPresence = useUpdateMyPresence();
  const add = useMutation(({ storage, self }) => storage.get("items").push("from " + self.presence.name), []);
  return (
    <main>
      <input aria-label="Name" onChange={({ target }) => updateMyPresence({ name: target.value })} />
      <button onClick={() => void add()}>Add</button>
      <p>Here: {names.join(", ")}</p>
      <ul aria-label="Items">{items?.map((item, index) => <li key={index}>{item}</li>)}</ul>
      <ClientSideSuspense fallback={<p>Loading</p>}>
        <Count />
        <Threads />
      </ClientSideSuspense>
      <Composer aria-label="New thread" />
    </main>
  );
}

function Count() {
  return <p>Items: {suspense.useStorage((root) => root.items.length)}</p>;
}

function Threads() {
  const { threads } = suspense.useThreads();
  return threads.map((thread) => <Thread key={thread.id} thread={thread} />);
}
`;

/** The same inside its providers. */
export const app = `
import { LiveList } from "@weft/client";
import { RoomProvider, WeftProvider } from "@weft/react";
import { Board } from "./board.js";

export interface Settings { baseUrl: string; publicApiKey: string; room: string }

export function App({ baseUrl, publicApiKey, room }: Settings) {
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicApiKey}>
      <RoomProvider id={room} initialPresence={{ name: "" }} initialStorage={() => ({ items: new LiveList<string>([]) })}>
        <Board />
      </RoomProvider>
    </WeftProvider>
  );
}
`;

/** Where a page is told about its server. */
const settings = `
import "@weft/react-ui/styles.css";
import "@weft/react-ui/styles/dark/media-query.css";
import { type Settings } from "./app.js";
const settings = Object.fromEntries(new URLSearchParams(location.search)) as unknown as Settings;
`;

export const inBrowser = `${settings}
import { createRoot } from "react-dom/client";
import { App } from "./app.js";

createRoot(document.getElementById("root")!).render(<App {...settings} />);
`;

export const onServer = `
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./app.js";

const [baseUrl = "", publicApiKey = "", room = ""] = process.argv.slice(2);
console.log(renderToString(<StrictMode><App baseUrl={baseUrl} publicApiKey={publicApiKey} room={room} /></StrictMode>));
`;

/** Takes what a server has rendered, and reports what React could not take. */
export const hydrated = `${settings}
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.js";

hydrateRoot(document.getElementById("root")!, <StrictMode><App {...settings} /></StrictMode>, {
  onRecoverableError: (error) => console.error("React recovered from", error),
});
`;

/** A page of Vite. The comment is replaced by what a server renders. */
export const html = (script: string) => `<!doctype html>
<meta charset="utf-8" />
<title>Packages</title>
<link rel="icon" href="data:," />
<div id="root"><!--html--></div>
<script type="module" src="${script}"></script>
`;

export const nextConfig = `
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
export default { turbopack: { root }, outputFileTracingRoot: root, poweredByHeader: false, agentRules: false };
`;

export const nextLayout = `
import "@weft/react-ui/styles.css";
import "@weft/react-ui/styles/dark/media-query.css";

export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}
`;

/** A Server Component that uses components of the package itself: their "use client" has to be in it. */
export const nextPage = `
import { LiveList } from "@weft/client";
import { Weft } from "@weft/node";
import { RoomProvider, WeftProvider } from "@weft/react";
import { Board } from "./board";

export const dynamic = "force-dynamic";

export default async function Page() {
  const { WEFT_URL: baseUrl, WEFT_SECRET_KEY: secret, WEFT_PUBLIC_KEY: publicApiKey } = process.env;
  const weft = new Weft({ secret, baseUrl });
  await weft.getOrCreateRoom("next", { defaultAccesses: ["*:write"] });
  await weft.mutateStorage("next", ({ root }) => {
    if (root.get("items") === undefined) root.set("items", new LiveList(["from the server"]));
  });
  const snapshot = await weft.getStorageDocument("next", "json");
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicApiKey}>
      <RoomProvider id="next" initialPresence={{ name: "" }} initialStorageSnapshot={snapshot}>
        <Board />
      </RoomProvider>
    </WeftProvider>
  );
}
`;

/** A back end that reads and writes documents, and asks for an email about a notification that does not exist. */
export const documents = `
import { renderThreadNotificationEmail } from "@weft/emails";
import { Weft, type ThreadNotificationEvent } from "@weft/node";
import { $createParagraphNode, $createTextNode, $getRoot, withLexicalDocument } from "@weft/node-lexical";
import { withProsemirrorDocument } from "@weft/node-prosemirror";

const [baseUrl, secret] = process.argv.slice(2);
const client = new Weft({ baseUrl: baseUrl!, secret: secret! });
const { id: roomId } = await client.createRoom("documents", { defaultAccesses: ["*:write"] });
const html = await withProsemirrorDocument({ client, roomId }, async (document) => {
  await document.setContent("<h1>Plan</h1><p>We <strong>ship</strong></p>");
  return document.toHTML() + document.toMarkdown();
});
const lexical = await withLexicalDocument({ client, roomId }, async (document) => {
  await document.update(() => void $getRoot().append($createParagraphNode().append($createTextNode("Agenda"))));
  return document.toHTML().includes("Agenda") && document.toMarkdown();
});
const body = { version: 1 as const, content: [{ type: "paragraph" as const, children: [{ text: "Look" }] }] };
const thread = await client.createThread({ roomId, data: { comment: { userId: "ada", body } } });
const data = { kind: "thread", channel: "email", roomId, threadId: thread.id, userId: "bob", inboxNotificationId: "in_none" };
const email = await renderThreadNotificationEmail(client, { type: "notification", data } as unknown as ThreadNotificationEvent);
console.log(JSON.stringify([html, lexical, email]));
`;
