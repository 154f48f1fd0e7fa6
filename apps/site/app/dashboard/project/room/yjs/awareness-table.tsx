import type { InspectedConnection, Json } from "@weft/protocol";
import { Cell, HeaderCell, Row, Table } from "../../../../ui/table.tsx";
import { personOf } from "../presence/person-of.ts";

/** The keys of a presence under which Yjs providers keep the awareness of an editor. */
const stateKey = "__yjs";
const clientKey = "__yjs_clientid";

/** Who is in an editor, and what they show of themselves there. */
export function AwarenessTable({ connections }: { connections: readonly InspectedConnection[] }) {
  const editors = connections.flatMap((connection) => {
    const state = connection.presence[stateKey];
    return state === undefined || state === null ? [] : [{ connection, state }];
  });
  if (editors.length === 0)
    return (
      <p className="rounded-lg border border-dashed border-line-strong px-5 py-8 text-sm text-muted">
        Users with an editor of this room open appear here.
      </p>
    );
  return (
    <Table caption="Awareness">
      <thead>
        <Row>
          <HeaderCell>Who</HeaderCell>
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
            <Cell className="py-2! font-mono text-xs">{textOf(connection.presence[clientKey])}</Cell>
            <Cell className="max-w-md truncate py-2! font-mono text-xs" title={JSON.stringify(state)}>
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
