import { Switch } from "../../../ui/switch.tsx";
import type { LiveState } from "./use-live-events.ts";

const words: Record<LiveState, string> = { connecting: "Connecting…", live: "Listening", lost: "Reconnecting…" };

/** Follows a log as it grows, and says how that goes. */
export function LiveSwitch({
  on,
  state,
  onChange,
}: {
  on: boolean;
  state: LiveState;
  onChange: (on: boolean) => void;
}) {
  return (
    <div className="flex items-center gap-3">
      <span className="text-xs text-muted" role="status">
        {on ? words[state] : ""}
      </span>
      <Switch label="Live" className="items-center! gap-2.5!" checked={on} onCheckedChange={onChange} />
    </div>
  );
}
