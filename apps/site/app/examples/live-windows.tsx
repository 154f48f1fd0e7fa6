import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import type { Example } from "./catalogue.ts";
import { privateRoom } from "./private-room.ts";

/** The example twice, in a room that only this visitor knows: each window is a person of its own. */
export function LiveWindows({ example }: { example: Example }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => setAddress(`/play/${example.name}/?room=${privateRoom(example.name)}`), [example.name]);
  return (
    <div>
      <div className="grid gap-4 [--window-height:clamp(30rem,calc(100dvh-20rem),48rem)] lg:grid-cols-2">
        {(["first", "second"] as const).map((which) => (
          <div key={which} className="overflow-hidden rounded-lg border border-line bg-surface">
            <div className="flex h-9 items-center justify-between border-b border-line px-3 text-xs text-muted">
              <span>{which === "first" ? "First window" : "Second window"}</span>
              {address === undefined ? null : (
                <a
                  className="inline-flex items-center gap-1 hover:text-ink"
                  href={address}
                  target="_blank"
                  rel="noreferrer"
                >
                  Open in new tab
                  <ExternalLink aria-hidden className="size-3.5" />
                </a>
              )}
            </div>
            {address === undefined ? (
              <div className="grid h-(--window-height) place-items-center bg-sunken p-6 text-center text-sm text-muted">
                <noscript>
                  <p>Turn on JavaScript to try this example.</p>
                </noscript>
              </div>
            ) : (
              <iframe
                className="h-(--window-height) w-full"
                src={`${address}&preview`}
                title={`${example.title}: ${which} window`}
                loading="lazy"
              />
            )}
          </div>
        ))}
      </div>
      <p className="mt-4 max-w-[70ch] text-sm text-muted">{example.tryThis}</p>
    </div>
  );
}
