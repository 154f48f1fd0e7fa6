import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { FocusEvent } from "react";
import { CopyButton } from "./copy-button.tsx";
import { hoverDelayMs, Popover } from "./popover.tsx";
import { formatRelative } from "./relative.ts";

const minuteMs = 60_000;

/**
 * A time as its distance from now. Where the pointer or the keyboard rests on it, it gives the local time with its zone,
 * UTC and ISO, to be copied.
 */
export function RelativeTime({ at, className }: { at: string | number | Date; className?: string }) {
  const date = new Date(at);
  const now = useSyncExternalStore(everyMinute, currentMinute, () => null);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const popup = useRef<HTMLDListElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (Number.isNaN(date.getTime())) return <span className={className}>—</span>;
  const iso = date.toISOString();
  const spellings = [
    ["Local", date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long" })],
    ["UTC", date.toUTCString()],
    ["ISO", iso],
  ] as const;
  // A keyboard that only passes by opens nothing, and one that comes back from the copies has read them.
  const rest = ({ currentTarget, relatedTarget }: FocusEvent<HTMLButtonElement>) => {
    if (!currentTarget.matches(":focus-visible") || popup.current?.contains(relatedTarget)) return;
    timer.current = setTimeout(() => setOpen(true), hoverDelayMs);
  };
  return (
    <Popover
      onHover
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          onFocus={rest}
          onBlur={() => clearTimeout(timer.current)}
          className={`decoration-line-strong decoration-dotted underline-offset-4 hover:underline ${className ?? ""}`}
        >
          <time dateTime={iso}>{now === null ? iso.slice(0, 10) : formatRelative(date.getTime(), Date.now())}</time>
        </button>
      }
    >
      <dl ref={popup} className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-1">
        {spellings.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="font-mono text-xs">{text}</dd>
            <dd>
              <CopyButton text={text} name={`Copy ${name} time`} />
            </dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, minuteMs / 4);
  return () => clearInterval(timer);
}

// A quarter of a minute is one snapshot: React asks for it again at every render.
function currentMinute(): number {
  return Math.floor(Date.now() / (minuteMs / 4));
}
