/** A page with a cursor for each other user. It counts how often its components were committed, and how often without need. */
import { createClient, shallow } from "family/client";
import { createRoomContext } from "family/react";
import { createElement, memo, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import type { Container } from "react-dom/client";

interface Settings {
  readonly baseUrl: string;
  /** Whether commits are counted, which takes time by itself. */
  readonly counts: boolean;
}
interface Page {
  readonly settings: Settings;
  readonly document: { querySelector(selector: string): Container };
}
const { settings, document } = globalThis as unknown as Page;
const { baseUrl } = settings;
const client = createClient({ baseUrl, publicApiKey: "pk_bench" });
const { RoomProvider, useOthersMapped, useEventListener } = createRoomContext(client);

const counts = { commits: 0, unchanged: 0, shown: 0, isOver: false };
Object.assign(globalThis, { counts });

interface CursorProps {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** Counts the commits of a component, and those at which its data was that of the last one. */
function useCountedCommits(data: object): void {
  const last = useRef<object | null>(null);
  useEffect(() => {
    counts.commits++;
    if (last.current !== null && shallow(last.current, data)) counts.unchanged++;
    last.current = data;
  });
}
const useCommits = settings.counts ? useCountedCommits : () => {};

const Cursor = memo(function Cursor({ data }: { readonly data: CursorProps }) {
  useCommits(data);
  const style = { position: "absolute", transform: `translate(${data.x}px, ${data.y}px)` } as const;
  return createElement("div", { style }, data.name);
});

const cursorOf = ({
  presence,
  info,
}: {
  readonly presence: { cursor: { x: number; y: number } | null };
  info?: { name?: string };
}) => ({
  x: presence.cursor?.x ?? 0,
  y: presence.cursor?.y ?? 0,
  name: info?.name ?? "",
});

function Cursors() {
  const others = useOthersMapped(cursorOf, shallow);
  useEffect(() => {
    counts.shown = others.length;
  }, [others.length]);
  return others.map(([id, data]) => createElement(Cursor, { key: id, data }));
}

/** What it shows does not change while cursors move. */
function Names() {
  const names = useOthersMapped(({ info }) => info?.name ?? "");
  useCommits(names);
  return createElement("p", null, `${names.length} users`);
}

function End() {
  useEventListener(() => {
    counts.isOver = true;
  });
  return null;
}

const children = [Cursors, Names, End].map((component) => createElement(component, { key: component.name }));
createRoot(document.querySelector("#root")).render(
  createElement(RoomProvider, { id: "r", initialPresence: { cursor: null } }, children),
);
