import type { RoomFeature } from "./choices.ts";
import { quickstartRoom, roomTypes } from "./room-code.ts";
import type { Connection } from "./room-code.ts";

const providerProps: Record<RoomFeature, string> = {
  presence: ` initialPresence={{ cursor: null }}`,
  storage: ` initialStorage={{ notes: new LiveList<string>(["Open this page in two windows"]) }}`,
  text: "",
};

const componentNames: Record<RoomFeature, string> = { presence: "Cursors", storage: "Notes", text: "Editor" };

/** The component's file name, without its folder. */
export function reactComponentFile(feature: RoomFeature): string {
  return `${componentNames[feature]}.tsx`;
}

/** The app around the room. */
export function reactApp(feature: RoomFeature, { publicKey, serverUrl }: Connection, next: boolean): string {
  const name = componentNames[feature];
  const list = feature === "storage" ? `import { LiveList } from "@weft/client";\n` : "";
  return `${next ? `"use client";\n\n` : ""}${list}import { ClientSideSuspense, RoomProvider, WeftProvider } from "@weft/react/suspense";
import { ${name} } from "./${name}";

export default function ${next ? "Page" : "App"}() {
  return (
    <WeftProvider
      baseUrl="${serverUrl}"
      publicApiKey="${publicKey}"
    >
      <RoomProvider id="${quickstartRoom}"${providerProps[feature]}>
        <ClientSideSuspense fallback={<p>Connecting…</p>}>
          <${name} />
        </ClientSideSuspense>
      </RoomProvider>
    </WeftProvider>
  );
}`;
}

/** What is inside the room. */
export function reactComponent(feature: RoomFeature, next: boolean): string {
  const directive = next ? `"use client";\n\n` : "";
  if (feature === "presence")
    return `${directive}import { useMyPresence, useOthers } from "@weft/react/suspense";
import "./cursors.css";
import { personOf } from "./people";

${roomTypes.presence}

export function Cursors() {
  const [, updateMyPresence] = useMyPresence();
  const others = useOthers();
  return (
    <div
      style={{ position: "fixed", inset: 0, padding: 24 }}
      onPointerMove={({ clientX: x, clientY: y }) => updateMyPresence({ cursor: { x, y } })}
      onPointerLeave={() => updateMyPresence({ cursor: null })}
    >
      <p>Others in the room: {others.length}</p>
      {others.map(({ connectionId, presence: { cursor } }) => {
        if (cursor === null) return null;
        const { x, y } = cursor;
        const { name, color } = personOf(connectionId);
        return (
          <span key={connectionId} className="cursor" style={{ left: x, top: y, color }}>
            {name}
          </span>
        );
      })}
    </div>
  );
}`;
  if (feature === "storage")
    return `${directive}import type { LiveList } from "@weft/client";
import { useMutation, useStorage } from "@weft/react/suspense";

${roomTypes.storage}

export function Notes() {
  const notes = useStorage((root) => root.notes);
  const add = useMutation(({ storage }, text: string) => storage.get("notes").push(text), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        add(String(new FormData(form).get("text")));
        form.reset();
      }}
    >
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
      <input name="text" aria-label="New note" required />
      <button>Add</button>
    </form>
  );
}`;
  return `${directive}import { useRoom } from "@weft/react/suspense";
import { useEffect, useRef } from "react";
import { mountEditor } from "./editor";

export function Editor() {
  const room = useRoom();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current ? mountEditor(room, element.current) : undefined), [room]);
  return <div ref={element} />;
}`;
}
