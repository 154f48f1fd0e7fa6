import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { useSiteConfig } from "../api/use-site-config.ts";
import { DemoDrawing } from "./demo-drawing.tsx";

const people = ["Ada", "Grace"] as const;

/**
 * One example in two windows that share a room. Where the server has no demo project, or until it answers, a drawing of
 * the same stands in their place, so that nothing moves when they come.
 */
export function LiveDemo() {
  const { data: config } = useSiteConfig();
  const [address, setAddress] = useState<string>();
  const isLive = config !== undefined && config.demoPublicKey !== null;

  useEffect(() => {
    if (!isLive) return;
    // Two applications start in these windows: they wait until the page itself is done.
    const start = () => setAddress(`/play/live-cursors/?room=${roomOfThisTab()}`);
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(start, 300);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(start, { timeout: 2_000 });
    return () => cancelIdleCallback(handle);
  }, [isLive]);

  return (
    <div className="grid gap-5 md:grid-cols-2 md:gap-12 lg:gap-20">
      {people.map((person, seat) => (
        <DemoWindow key={person} seat={seat} address={address} />
      ))}
    </div>
  );
}

function DemoWindow({ seat, address }: { seat: number; address: string | undefined }) {
  const [loaded, setLoaded] = useState(false);
  const title = seat === 0 ? "First window" : "Second window";
  return (
    <figure className="overflow-hidden rounded-lg border border-line-strong bg-surface">
      <figcaption className="flex h-9 items-center gap-2 border-b border-line px-3.5 text-xs text-muted">
        <span className="size-2 rounded-full border border-line-control" aria-hidden />
        <span>{title}</span>
        <span className="ml-auto font-mono text-2xs text-faint">{loaded ? "live" : ""}</span>
      </figcaption>
      <div className="relative h-88 md:h-96 lg:h-104">
        <DemoDrawing seat={seat} className={clsx("absolute inset-0 size-full", loaded && "invisible")} />
        {address !== undefined && (
          <iframe
            src={address}
            title={`Live cursors, ${title.toLowerCase()}`}
            onLoad={() => setLoaded(true)}
            className={clsx(
              // Drawn at four fifths, so that a whole application fits into a part of the page.
              "absolute inset-0 size-[125%] origin-top-left scale-80 transition-opacity duration-(--calm)",
              loaded ? "opacity-100" : "opacity-0",
            )}
          />
        )}
      </div>
    </figure>
  );
}

/** Known to this tab alone, and the same while it stays open. */
function roomOfThisTab(): string {
  const key = "weft:home-room";
  const fresh = `home-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const room = sessionStorage.getItem(key) ?? fresh;
    sessionStorage.setItem(key, room);
    return room;
  } catch {
    // Storage may be forbidden: the room then lasts as long as the page.
    return fresh;
  }
}
