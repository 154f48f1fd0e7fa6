import type { RoomFeature } from "./choices.ts";

/** What a project's own code needs to say. */
export interface Connection {
  readonly publicKey: string;
  readonly serverUrl: string;
}

/** The room that the quickstart enters. */
export const quickstartRoom = "quickstart";

/** Types of what the room holds, for the whole app. */
export const roomTypes: Record<RoomFeature, string> = {
  presence: `declare global {
  interface Weft {
    Presence: { cursor: { x: number; y: number } | null };
  }
}`,
  storage: `// Works around a TypeScript 7 limitation: declare the list type as an interface.
interface NoteList extends LiveList<string> {
  clone(): NoteList;
}

declare global {
  interface Weft {
    Storage: { notes: NoteList };
  }
}`,
  text: "",
};

const options: Record<RoomFeature, string> = {
  presence: `{ initialPresence: { cursor: null } }`,
  storage: `{ initialStorage: { notes: new LiveList<string>(["Open this page in two windows"]) } }`,
  text: "",
};

/** The module that enters the room, for apps that use the client itself. */
export function roomModule(feature: RoomFeature, { publicKey, serverUrl }: Connection): string {
  const imports = feature === "storage" ? "createClient, LiveList" : "createClient";
  const second = options[feature] === "" ? "" : `, ${options[feature]}`;
  return [
    `import { ${imports} } from "@weft/client";`,
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

/** The module that gives each connection a name and a color, the same ones in every window. */
export const peopleModule = `const people = [
  { name: "Ada", color: "#2563eb" },
  { name: "Ben", color: "#c2410c" },
  { name: "Cleo", color: "#15803d" },
  { name: "Dan", color: "#7e22ce" },
];

/** Sample names. Once users sign in to your app, show their own. */
export function personOf(connectionId: number) {
  return people[connectionId % people.length]!;
}`;

/** How the cursors of others look. */
export const cursorStyles = `.cursor {
  position: fixed;
  padding: 16px 0 0 12px;
  font: 600 14px system-ui, sans-serif;
  pointer-events: none;
}

.cursor::before {
  content: "";
  position: absolute;
  top: 0;
  left: 0;
  width: 14px;
  height: 18px;
  background: currentColor;
  clip-path: polygon(0 0, 100% 62%, 45% 66%, 22% 100%);
}`;

/** The module that binds an editor to the room's document, whatever the framework. */
export const editorModule = `import type { Room } from "@weft/client";
import { getYjsProviderForRoom } from "@weft/yjs";
import { basicSetup, EditorView } from "codemirror";
import { yCollab } from "y-codemirror.next";
import { personOf } from "./people";

/** Mounts a shared editor in an element and returns a function that removes it. */
export function mountEditor(room: Room, parent: HTMLElement) {
  const provider = getYjsProviderForRoom(room);
  const text = provider.getYDoc().getText("codemirror");
  const view = new EditorView({
    doc: text.toString(),
    extensions: [basicSetup, yCollab(text, provider.awareness)],
    parent,
  });

  // The name and the color of this user's cursor.
  const showPerson = () => {
    const self = room.getSelf();
    if (!self) return;
    const { name, color } = personOf(self.connectionId);
    provider.awareness.setLocalStateField("user", { name, color, colorLight: color + "33" });
  };
  const unsubscribe = room.subscribe("status", showPerson);
  showPerson();

  return () => {
    unsubscribe();
    view.destroy();
  };
}`;
