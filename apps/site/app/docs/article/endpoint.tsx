import { operationOf, referenceOf } from "../generated/operations.ts";
import { Method } from "./method.tsx";

/** A call of the REST API, with the way to its reference. */
export function Endpoint({ id }: { id: string }) {
  const operation = operationOf(id);
  return (
    <a className="endpoint" href={referenceOf(operation)}>
      <Method name={operation.method} />
      <code className="endpoint-path">{operation.path}</code>
      <span className="endpoint-summary">{operation.summary}</span>
    </a>
  );
}
