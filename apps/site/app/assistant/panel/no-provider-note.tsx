import { Link } from "react-router";

/** The server has no model: the assistant quotes the documentation. */
export function NoProviderNote() {
  return (
    <p className="border-b border-line bg-sunken px-4 py-2 text-xs text-muted">
      No AI provider is configured, so answers are passages from the documentation. Set{" "}
      <Link to="/docs/platform/self-hosting/configuration" className="link font-mono">
        WEFT_AI_PROVIDER
      </Link>{" "}
      to enable it.
    </p>
  );
}
