import type { WeftYjsProvider } from "@weft/yjs";
import { useEffect, useRef } from "react";
import { useVersions } from "./use-versions.ts";
import type { Version, Versions } from "./use-versions.ts";
import { VersionTime } from "./version-time.tsx";

interface VersionPanelProps {
  readonly provider: WeftYjsProvider;
  readonly connected: boolean;
  readonly isEmpty: boolean;
  /** The version that is being looked at. */
  readonly shown: Version | null;
  readonly onShow: (version: Version) => void;
  readonly onClose: () => void;
}

/** The versions of the text: save one, look at one. */
export function VersionPanel({ provider, connected, isEmpty, shown, onShow, onClose }: VersionPanelProps) {
  const { versions, saving, save, list } = useVersions(provider);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside
      className="versions"
      aria-labelledby="versions-title"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="versions-head">
        <h2 id="versions-title" ref={heading} tabIndex={-1}>
          Versions
        </h2>
        <button type="button" className="icon-button" aria-label="Close versions" onClick={onClose}>
          <svg
            width="20"
            height="20"
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="m5 5 10 10M15 5 5 15" />
          </svg>
        </button>
      </div>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={!connected || isEmpty || saving === "submitting"}
        onClick={() => void save()}
      >
        {saving === "submitting" ? "Saving…" : "Save a version"}
      </button>
      <p className="versions-note" role="status">
        {saving === "error"
          ? "The version could not be saved. Try again."
          : !connected && "Versions need a connection."}
      </p>
      <VersionList versions={versions} shown={shown} onShow={onShow} onRetry={() => void list()} />
    </aside>
  );
}

interface VersionListProps {
  readonly versions: Versions;
  readonly shown: Version | null;
  readonly onShow: (version: Version) => void;
  readonly onRetry: () => void;
}

function VersionList({ versions, shown, onShow, onRetry }: VersionListProps) {
  if (versions.kind === "loading") return <p className="versions-hint">Loading versions…</p>;
  if (versions.kind === "failed")
    return (
      <div className="versions-hint">
        <p>The versions could not be loaded.</p>
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  if (versions.versions.length === 0)
    return (
      <p className="versions-hint">
        <strong>No versions yet.</strong> Save a version before a big change, so that you can view and restore it later.
      </p>
    );
  return (
    <ol className="versions-list" aria-label="Saved versions">
      {versions.versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            className="version"
            data-testid="version"
            aria-current={version.id === shown?.id || undefined}
            onClick={() => onShow(version)}
          >
            <VersionTime at={version.createdAt} />
          </button>
        </li>
      ))}
    </ol>
  );
}
