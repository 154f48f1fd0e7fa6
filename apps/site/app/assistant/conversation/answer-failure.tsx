import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";

/** The answer failed: why, and what can be done. */
export function AnswerFailure({ reason, onRetry }: { reason: string; onRetry?: (() => void) | undefined }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-md border border-danger-line bg-danger-soft p-3"
    >
      <p className="text-sm">
        <span className="font-medium text-danger">{reason}.</span> Try again, or{" "}
        <Link to="/contact" className="link">
          contact support
        </Link>
        .
      </p>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
