import { Link } from "react-router";
import { RequestFailed } from "../api/request-failed.ts";
import { Button } from "./button.tsx";

export interface ErrorStateProps {
  /** What was thrown; a request's id is shown when there is one. */
  error?: unknown;
  onRetry?: () => void;
  retrying?: boolean;
}

/** A region whose data did not come. */
export function ErrorState({ error, onRetry, retrying = false }: ErrorStateProps) {
  const requestId = error instanceof RequestFailed ? error.requestId : undefined;
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-4 rounded-lg border border-danger-line bg-surface px-6 py-5"
    >
      <div className="flex flex-col gap-1">
        <p className="font-medium text-danger">An error occurred while fetching the data.</p>
        {requestId !== undefined && (
          <p className="text-xs text-muted">
            Request <span className="font-mono">{requestId}</span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        {onRetry && (
          <Button size="sm" onClick={onRetry} busy={retrying}>
            Try again
          </Button>
        )}
        <Link to="/support" className="link text-sm">
          Contact support
        </Link>
      </div>
    </div>
  );
}
