import type { InspectedConnection, Json } from "@weft/protocol";
import { Cell, HeaderCell, Row, Table } from "../../../../ui/table.tsx";
import { awarenessClientKey, awarenessKey } from "../presence/editor-keys.ts";
import { personOf } from "../presence/person-of.ts";

/** The users in an editor, with their awareness state. */
export function AwarenessTable({ connections }: { connections: readonly InspectedConnection[] }) {
  const editors = connections.flatMap((connection) => {
    const state = connection.presence[awarenessKey];
    return state === undefined || state === null ? [] : [{ connection, state }];
  });
  if (editors.length === 0)
    return (
      <p className="rounded-lg border border-dashed border-line-strong px-5 py-8 text-sm text-muted">
        Users who have an editor open in this room appear here.
      </p>
    );
  return (
    <Table caption="Awareness">
      <thead>
        <Row>
          <HeaderCell>User</HeaderCell>
          <HeaderCell>Client</HeaderCell>
          <HeaderCell>State</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {editors.map(({ connection, state }) => (
          <Row key={connection.connectionId}>
            <Cell className="py-2! whitespace-nowrap">
              {personOf(connection).name}{" "}
              <span className="font-mono text-xs text-muted">#{connection.connectionId}</span>
            </Cell>
            <Cell className="py-2! font-mono text-xs">{textOf(connection.presence[awarenessClientKey])}</Cell>
            <Cell className="w-full max-w-0 min-w-40 truncate py-2! font-mono text-xs" title={JSON.stringify(state)}>
              {JSON.stringify(state)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "–";
}
