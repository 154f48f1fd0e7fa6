import type { UserErasure } from "@weft/protocol";
import { Meter } from "../../../ui/meter.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";

/** How far an erasure is, or how it ended. */
export function ErasureProgress({ one }: { one: UserErasure }) {
  if (one.state === "done")
    return (
      <div role="status" className="rounded-lg border border-success-line bg-success-soft px-5 py-4 text-sm">
        <p className="font-medium text-success">User erased</p>
        {one.finishedAt !== null && (
          <p className="text-muted">
            Finished <RelativeTime at={one.finishedAt} />. Remaining traces in the database files are overwritten within
            a day.
          </p>
        )}
      </div>
    );
  if (one.state === "failed")
    return (
      <div role="alert" className="rounded-lg border border-danger-line bg-danger-soft px-5 py-4 text-sm">
        <p className="font-medium text-danger">The erasure failed</p>
        <p className="text-muted">{one.failure}</p>
      </div>
    );
  const known = one.stepsTotal > 0;
  const fill = known ? Math.round((one.stepsDone / one.stepsTotal) * 100) : 0;
  const numbers = known ? `${one.stepsDone} / ${one.stepsTotal} steps` : "";
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-4">
      <Meter
        label={one.state === "waiting" ? "Waiting" : one.isCheckedAgain ? "Checking again" : "Erasing"}
        fill={fill}
        numbers={numbers}
        valueText={known ? numbers : "Not started"}
        word={`${fill} %`}
      >
        {one.isCheckedAgain
          ? "The data was erased. A second pass runs in a minute for requests that were in progress."
          : "You can leave this page."}
      </Meter>
    </div>
  );
}
