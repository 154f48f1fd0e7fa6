import { clsx } from "clsx";
import { MousePointer2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSiteConfig } from "../api/use-site-config.ts";
import { roomOfTab } from "../examples/private-room.ts";
import { DemoDrawing } from "./demo-drawing.tsx";
import { useFrameReport } from "./use-frame-report.ts";
import type { FrameReport } from "./use-frame-report.ts";

/**
 * One example in two windows that share a room, with a cursor in each that moves until the visitor's own pointer comes.
 * Where the server has no demo project, and until a window is connected, a drawing of the same is shown in its place.
 */
export function LiveDemo() {
  const { data: config } = useSiteConfig();
  const [address, setAddress] = useState<string>();
  const [firstRuns, setFirstRuns] = useState(false);
  const [visited, setVisited] = useState(false);
  const isLive = config !== undefined && config.demoPublicKey !== null;

  useEffect(() => {
    if (!isLive) return;
    // An application starts in each window: they wait until the page itself is done.
    const start = () => setAddress(`/play/live-cursors/?stage&room=${roomOfTab("weft:home-room", "home")}`);
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(start, 300);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(start, { timeout: 2_000 });
    return () => cancelIdleCallback(handle);
  }, [isLive]);

  const onReport = (report: FrameReport) => {
    setFirstRuns(true);
    if (report.visited) setVisited(true);
  };
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-12 lg:gap-20">
      <DemoWindow seat={0} address={address} isHinted={!visited} onReport={onReport} />
      {/* Its script is then in the browser's cache. */}
      <DemoWindow seat={1} address={firstRuns ? address : undefined} isHinted={false} onReport={onReport} />
    </div>
  );
}

interface DemoWindowProps {
  readonly seat: 0 | 1;
  readonly address: string | undefined;
  readonly isHinted: boolean;
  readonly onReport: (report: FrameReport) => void;
}

function DemoWindow({ seat, address, isHinted, onReport }: DemoWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const report = useFrameReport(frame);
  const tell = useRef(onReport);
  tell.current = onReport;
  useEffect(() => {
    if (report) tell.current(report);
  }, [report]);

  // Once drawn by the example itself, it stays: its cursors move while it is offline too.
  const [isDrawn, setDrawn] = useState(false);
  const isConnected = report?.connection === "live" || report?.connection === "saving";
  useEffect(() => {
    if (isConnected) setDrawn(true);
  }, [isConnected]);

  const title = seat === 0 ? "First window" : "Second window";
  return (
    <figure className="overflow-hidden rounded-lg border border-line-strong bg-surface">
      <figcaption className="flex h-9 items-center gap-2 border-b border-line px-3.5 text-xs text-muted">
        <span>{title}</span>
        <span className="ml-auto flex items-center gap-1.5" data-testid="demo-state">
          {report && (
            <>
              <span className={clsx("size-2 rounded-full", dots[report.connection])} aria-hidden />
              {labels[report.connection]}
            </>
          )}
        </span>
      </figcaption>
      <div className="relative h-56 sm:h-72 md:h-96 lg:h-104">
        <DemoDrawing seat={seat} className={clsx("absolute inset-0 size-full", isDrawn && "invisible")} />
        {address !== undefined && (
          <iframe
            ref={frame}
            src={address}
            title={`Live cursors, ${title.toLowerCase()}`}
            className={clsx(
              // Drawn at four fifths, so that a whole application fits into a part of the page.
              "absolute inset-0 size-[125%] origin-top-left scale-80 transition-opacity duration-(--calm)",
              isDrawn ? "opacity-100" : "opacity-0",
            )}
          />
        )}
        {isHinted && isDrawn && (
          <p className="pointer-events-none absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-full border border-line-strong bg-raised px-3.5 py-1.5 text-sm font-medium whitespace-nowrap shadow-float">
            <MousePointer2 className="size-4 text-accent" aria-hidden />
            <span className="[@media(hover:none)]:hidden">Move your pointer here</span>
            <span className="hidden [@media(hover:none)]:inline">Drag your finger here</span>
          </p>
        )}
      </div>
    </figure>
  );
}

const labels: Readonly<Record<FrameReport["connection"], string>> = {
  connecting: "Connecting",
  live: "Live",
  saving: "Live",
  reconnecting: "Reconnecting",
  offline: "Offline",
  refused: "Not connected",
};

const dots: Readonly<Record<FrameReport["connection"], string>> = {
  connecting: "bg-line-control",
  live: "bg-success-solid",
  saving: "bg-success-solid",
  reconnecting: "bg-warning-solid",
  offline: "bg-danger-solid",
  refused: "bg-danger-solid",
};
