import type { Feature } from "./choices.ts";

/** What a project's own code needs to say. */
export interface Connection {
  readonly publicKey: string;
  readonly serverUrl: string;
}

/** The room that the quickstart enters. */
export const quickstartRoom = "quickstart";

/** Types of what the room holds, for the whole app. */
export const roomTypes: Record<Feature, string> = {
  presence: `declare global {
  interface Liveblocks {
    Presence: { cursor: { x: number; y: number } | null };
  }
}`,
  storage: `// Works around a TypeScript 7 limitation: declare the list type as an interface.
interface NoteList extends LiveList<string> {
  clone(): NoteList;
}

declare global {
  interface Liveblocks {
    Storage: { notes: NoteList };
  }
}`,
  text: "",
};

const options: Record<Feature, string> = {
  presence: `{ initialPresence: { cursor: null } }`,
  storage: `{ initialStorage: { notes: new LiveList<string>(["Open this page in two windows"]) } }`,
  text: "",
};

/** The module that enters the room, for apps that use the client itself. */
export function roomModule(feature: Feature, { publicKey, serverUrl }: Connection): string {
  const imports = feature === "storage" ? "createClient, LiveList" : "createClient";
  const second = options[feature] === "" ? "" : `, ${options[feature]}`;
  return [
    `import { ${imports} } from "@liveblocks/client";`,
    roomTypes[feature],
    `const client = createClient({
  baseUrl: "${serverUrl}",
  publicApiKey: "${publicKey}",
});`,
    `export const { room, leave } = client.enterRoom("${quickstartRoom}"${second});`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The module that binds an editor to the room's document, whatever the framework. */
export const editorModule = `import type { Room } from "@liveblocks/client";
import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { basicSetup, EditorView } from "codemirror";
import { yCollab } from "y-codemirror.next";

/** Mounts a shared editor in an element and returns a function that removes it. */
export function mountEditor(room: Room, parent: HTMLElement) {
  const provider = getYjsProviderForRoom(room as never);
  const text = provider.getYDoc().getText("codemirror");
  const view = new EditorView({
    doc: text.toString(),
    extensions: [basicSetup, yCollab(text, provider.awareness as never)],
    parent,
  });
  return () => view.destroy();
}`;
