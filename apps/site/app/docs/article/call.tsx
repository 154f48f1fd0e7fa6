import { operationOf } from "../generated/operations.ts";
import { callers } from "../generated/callers.ts";
import { Method } from "./method.tsx";

/** The head of a call's entry in the reference: its method, its path, and what it must carry. */
export function Call({ id }: { id: string }) {
  const { method, path, auth } = operationOf(id);
  return (
    <div className="call">
      <p className="call-line">
        <Method name={method} />
        <code className="endpoint-path">{path}</code>
      </p>
      <p className="call-auth">{callers[auth]}</p>
    </div>
  );
}
