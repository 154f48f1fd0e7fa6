import { clsx } from "clsx";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { roomOfTab } from "../examples/private-room.ts";
import { useNear } from "./use-near.ts";

export interface RunningWindowsProps {
  /** The example that runs. */
  example: string;
  title: string;
  /**
   * How it is framed, as its address has it. A stage is small, so that two windows fit. A preview has one window, in which a
   * scripted colleague works until the visitor does.
   */
  view: "stage" | "preview";
  /** Shown until a window has loaded, and where the server has no demo project. */
  drawing: ReactNode;
}

/** An example that runs on this server, in a room of this tab. It is started when it is nearly in sight. */
export function RunningWindows({ example, title, view, drawing }: RunningWindowsProps) {
  const figure = useRef<HTMLElement>(null);
  const isNear = useNear(figure);
  const { data: config } = useSiteConfig();
  const [loaded, setLoaded] = useState<readonly number[]>([]);
  const runs = isNear && config !== undefined && config.demoPublicKey !== null;
  const address = runs ? `/play/${example}/?${view}&room=${roomOfTab(`weft:home-code:${example}`, "home")}` : undefined;
  return (
    <figure ref={figure} className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex h-11 items-center justify-between border-b border-line px-5 text-xs text-muted">
        {view === "stage" ? "Result in two windows" : "Result"}
        <Link to={`/examples/${example}`} className="link">
          {title}
        </Link>
      </figcaption>
      <div className="grid flex-1 auto-rows-fr divide-y divide-line">
        {(view === "stage" ? [0, 1] : [0]).map((seat) => {
          const isShown = loaded.includes(seat);
          // The second window waits for the scripts of the first, which are then in the browser's cache.
          const isStarted = address !== undefined && (seat === 0 || loaded.includes(0));
          return (
            <div
              key={seat}
              className={clsx("relative overflow-hidden bg-sunken", view === "stage" ? "min-h-56" : "min-h-112")}
            >
              <div
                aria-hidden
                className={clsx(
                  "absolute inset-0 transition-opacity duration-(--calm)",
                  isShown ? "opacity-0" : "opacity-100",
                )}
              >
                {drawing}
              </div>
              {isStarted && (
                <iframe
                  src={address}
                  title={`${title} beside the code${view === "preview" ? "" : seat === 0 ? ", first window" : ", second window"}`}
                  onLoad={({ currentTarget }) => {
                    // A server without built examples answers with a page of its own.
                    if (currentTarget.contentDocument?.getElementById("root") == null) return;
                    setLoaded((now) => (now.includes(seat) ? now : [...now, seat]));
                  }}
                  className={clsx(
                    // Drawn smaller, so that a whole application fits beside the code.
                    "absolute inset-0 size-[142.857%] origin-top-left scale-70 bg-surface transition-opacity duration-(--calm)",
                    isShown ? "opacity-100" : "opacity-0",
                  )}
                />
              )}
            </div>
          );
        })}
      </div>
    </figure>
  );
}
