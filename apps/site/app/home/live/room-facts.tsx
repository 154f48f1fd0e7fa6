import { Check, Loader } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatBytes } from "../../formats/bytes.ts";
import { Badge } from "../../ui/badge.tsx";
import { announcementOf } from "./announcement.ts";
import { NoteFace } from "./note-face.tsx";
import type { NoteConnection, NoteState } from "./note-state.ts";
import { lineAndColumn } from "./text-change.ts";

/** The room as its inspector shows it: the connections with their carets, and what is on disk. */
export function RoomFacts({ state }: { state: NoteState }) {
  const { connections, text, bytes, comments, editsOnDisk, editsPending } = state;
  return (
    <>
      <h3 className="font-sans text-xs font-normal tracking-normal text-muted max-md:sr-only">
        Connections: {connections.length}
      </h3>
      <ul className="flex min-h-7 flex-wrap gap-x-5 gap-y-2 md:min-h-19 md:flex-col md:flex-nowrap md:gap-y-2.5">
        {connections.map((connection) => (
          <ConnectionRow key={connection.connectionId} text={text} {...connection} />
        ))}
      </ul>
      <dl className="grid grid-cols-3 gap-3 border-t border-line pt-4 md:mt-auto">
        <Fact name="Document" value={formatBytes(bytes)} />
        <Fact name="Comments" value={String(comments.length)} />
        <Fact name="Edits on disk" value={`${editsOnDisk} of ${editsOnDisk + editsPending}`} />
      </dl>
      <p className="flex h-5.5 items-center gap-2 text-sm" data-testid="disk-status">
        {editsPending === 0 ? (
          <>
            <Check className="size-4 text-success" aria-hidden />
            All edits flushed to disk
          </>
        ) : (
          <>
            <Loader className="size-4 text-muted" aria-hidden />
            <span className="text-muted">Waiting for the disk</span>
          </>
        )}
      </p>
    </>
  );
}

function ConnectionRow({ text, ...connection }: NoteConnection & { text: string }) {
  const { name, color, isYou, isScripted, caret } = connection;
  const [first, ...rest] = name.split(" ");
  const at = caret === undefined ? undefined : lineAndColumn(text, caret);
  return (
    <li className="flex items-center gap-2.5 text-sm">
      <NoteFace name={name} color={color} />
      <span className="truncate">
        {first}
        <span className="max-md:hidden"> {rest.join(" ")}</span>
      </span>
      {isYou && <Badge tone="accent">You</Badge>}
      {isScripted && <Badge>Scripted</Badge>}
      <span className="ml-auto font-mono text-xs whitespace-nowrap text-muted tabular-nums max-lg:hidden">
        {at ? `Line ${at.line}, column ${at.column}` : "No caret"}
      </span>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-mono text-sm tabular-nums">{value}</dd>
    </div>
  );
}

/** At most one announcement in this time. */
const announcedEveryMs = 5_000;

/** Says what the visitor's edits did, and who came or left. What the scripted user writes is not announced. */
export function RoomAnnouncement({ state }: { state: NoteState }) {
  const [said, setSaid] = useState("");
  const latest = useRef(state);
  latest.current = state;
  const { connection, connections, ownEdits } = state;
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (connection === "sample" || connection === "connecting") return;
    // Long enough for the edit to reach the disk.
    const wait = Math.max(1_000, announcedEveryMs - (performance.now() - spokenAt.current));
    const timer = setTimeout(() => {
      spokenAt.current = performance.now();
      setSaid(announcementOf(latest.current));
    }, wait);
    return () => clearTimeout(timer);
  }, [connection, connections.length, ownEdits]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
