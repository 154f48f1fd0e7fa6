import { operationOf, referenceOf } from "../generated/operations.ts";
import { Method } from "./method.tsx";

/**
 * Endpoints with links to their entries. A `moved` list bears the anchors that the entries once had on its page; the
 * page's script leads on from them.
 */
export function CallList({ ids, moved }: { ids: readonly string[]; moved?: boolean }) {
  return (
    <ul className="call-list">
      {ids.map((id) => {
        const operation = operationOf(id);
        return (
          <li key={id} id={moved ? id : undefined} data-moved={moved ? "" : undefined}>
            <a className="call-row" href={referenceOf(operation)}>
              <Method name={operation.method} />
              <span className="call-title">{operation.summary}</span>
              <code className="endpoint-path">{operation.path}</code>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
