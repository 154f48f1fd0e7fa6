import type { StaffNode } from "@weft/protocol";
import { useMe } from "../../api/use-me.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import NotFoundPage from "../frame/not-found-page.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { StaffLinks } from "./staff-links.tsx";
import { useNodes } from "./use-nodes.ts";

export const meta = () => pageMeta({ title: "Nodes", indexed: false });

const states = {
  active: <Badge tone="success">Active</Badge>,
  draining: <Badge tone="warning">Draining</Badge>,
  disconnected: <Badge tone="danger">No connection to NATS</Badge>,
  unreachable: <Badge tone="danger">Unreachable</Badge>,
  incompatible: <Badge tone="danger">Incompatible release</Badge>,
} as const;
const share = new Intl.NumberFormat("en", { style: "percent" });
const count = new Intl.NumberFormat("en");

/** The nodes of the cluster, as the one that answers sees them. Only staff can see the page. */
export default function NodesPage() {
  const { data: me } = useMe();
  const nodes = useNodes();
  if (me?.user?.isStaff === false) return <NotFoundPage />;
  return (
    <>
      <PageHead title="Nodes" actions={<StaffLinks />}>
        The servers of this cluster. Each reports its figures every two seconds.
      </PageHead>
      <Loaded query={nodes}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="This server isn't part of a cluster." />
          ) : (
            <Table caption="Nodes" stacked>
              <thead>
                <Row>
                  <HeaderCell>Node</HeaderCell>
                  <HeaderCell>State</HeaderCell>
                  <HeaderCell>Joined</HeaderCell>
                  <HeaderCell className="text-right!">Rooms</HeaderCell>
                  <HeaderCell className="text-right!">Connections</HeaderCell>
                  <HeaderCell className="text-right!">Busy</HeaderCell>
                  <HeaderCell>Version</HeaderCell>
                </Row>
              </thead>
              <tbody>
                {all.map((node) => (
                  <NodeRow key={node.id} node={node} />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </>
  );
}

function NodeRow({ node }: { node: StaffNode }) {
  return (
    <Row>
      <HeaderCell scope="row" className="min-w-36 wrap-anywhere whitespace-normal!">
        {node.name}
        {node.isAnswering && <span className="block text-xs font-normal text-muted">Serving this page</span>}
      </HeaderCell>
      <Cell label="State">
        {states[node.state]}
        {node.incompatibility !== null && <span className="mt-1 block text-xs text-muted">{node.incompatibility}</span>}
      </Cell>
      <Cell label="Joined" className="whitespace-nowrap text-muted">
        {node.joinedAt === null ? "–" : <RelativeTime at={node.joinedAt} />}
      </Cell>
      <Cell label="Rooms" className="text-right tabular-nums">
        {count.format(node.rooms)}
      </Cell>
      <Cell label="Connections" className="text-right tabular-nums">
        {count.format(node.connections)}
      </Cell>
      <Cell label="Busy" className="text-right tabular-nums">
        {node.load === null ? "–" : share.format(node.load)}
      </Cell>
      <Cell label="Version" className="text-muted tabular-nums">
        {node.version}
      </Cell>
    </Row>
  );
}
