import { useState } from "react";
import { copyText } from "./copy-text.ts";

type Copying = "none" | "copied" | "failed";

const copyLabels: Readonly<Record<Copying, string>> = {
  none: "Copy link",
  copied: "Link copied",
  failed: "Copy the page address instead",
};

/** The address of this room, without the user of this window. */
function invitation(): string {
  const url = new URL(location.href);
  url.searchParams.delete("as");
  return url.href;
}

interface InviteProps {
  /** Whether something else on the page matters more. */
  readonly quiet?: boolean;
}

/** The two ways to invite someone to this room. */
export function Invite({ quiet = false }: InviteProps) {
  const [copying, setCopying] = useState<Copying>("none");
  return (
    <div className="invite">
      <a
        className="button"
        data-kind={quiet ? undefined : "primary"}
        href={invitation()}
        target="_blank"
        rel="noopener"
      >
        Open a second window
      </a>
      <button
        type="button"
        className="button"
        onClick={() => void copyText(invitation()).then((copied) => setCopying(copied ? "copied" : "failed"))}
        onBlur={() => setCopying("none")}
      >
        <span aria-live="polite">{copyLabels[copying]}</span>
      </button>
    </div>
  );
}
