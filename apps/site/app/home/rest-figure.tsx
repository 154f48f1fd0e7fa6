import { Fragment } from "react";

const calls = [
  ["POST", "/v2/rooms"],
  ["GET", "/v2/rooms/{roomId}/storage"],
  ["PATCH", "/v2/rooms/{roomId}/storage/json-patch"],
  ["PUT", "/v2/rooms/{roomId}/ydoc"],
  ["GET", "/v2/rooms/{roomId}/versions"],
] as const;

/** A few of the calls. */
export function RestFigure() {
  return (
    <div className="flex size-full items-center justify-center overflow-hidden px-6">
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 font-mono text-xs whitespace-nowrap sm:text-sm">
        {calls.map(([method, path]) => (
          <Fragment key={method + path}>
            <span className="text-right font-medium text-accent">{method}</span>
            <span className="text-muted">{path}</span>
          </Fragment>
        ))}
      </div>
    </div>
  );
}
