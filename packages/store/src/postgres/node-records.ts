import type { NodeId, NodeRecords } from "@weft/cluster/ports";
import type { RoomAddress } from "@weft/protocol";
import type { Engine } from "../database/engine.ts";
import { textArray } from "./arrays.ts";
import type { NodeMembership } from "./membership.ts";
import { hasLease, now, ofRoom } from "./node-claims.ts";

/** Leases are kept by the membership, on its connection. The rest is read and written like everything else. */
export function createNodeRecords(membership: NodeMembership, engine: Engine): NodeRecords {
  const { node: self } = membership;
  async function ownersOf(addresses: readonly RoomAddress[]): Promise<readonly (NodeId | undefined)[]> {
    if (addresses.length === 0) return [];
    const columns = [addresses.map(({ project }) => project), addresses.map(({ room }) => room)];
    const rows = await engine.read<{ node: NodeId | null }>(owners, columns.map(textArray));
    return rows.map(({ node }) => node ?? undefined);
  }
  return {
    join: (node) => membership.join(node),
    renew: (node) => membership.renew(node),
    leave: (node) => membership.leave(node),
    ownerOf: async (address) => (await ownersOf([address]))[0],
    ownersOf,
    async want({ project, room }) {
      await engine.write([{ sql: want, values: [[project, room, self]] }]);
    },
    async release(rooms, next) {
      if (rooms.length === 0) return;
      const projects = textArray(rooms.map(({ project }) => project));
      const [keys, epochs] = [rooms.map(({ key }) => key), rooms.map(({ epoch }) => epoch)];
      const values = [self, next ?? null, projects, `{${keys.join()}}`, `{${epochs.join()}}`];
      await engine.write([{ sql: release, values: [values] }]);
    },
  };
}

const owners = `select n.id as node
  from unnest($1::text[], $2::text[]) with ordinality as a (project_id, id, at)
    left join rooms as r on r.project_id = a.project_id and r.id = a.id
    left join room_state as s on s.project_id = r.project_id and s.room_key = r.key
    left join nodes as n on n.id = s.node and n.until > ${now}
  order by a.at`;

const want = `update room_state as s set wanted = 1 where ${ofRoom} and s.node <> $3`;

const release = `update room_state as s set wanted = 0, node = case when ${hasLease("$2::text")} then $2::text end
  from unnest($3::text[], $4::bigint[], $5::bigint[]) as r (project_id, room_key, epoch)
  where s.project_id = r.project_id and s.room_key = r.room_key and s.epoch = r.epoch and s.node = $1`;
