import type { ManagementTokenRecord, ManagementTokenRecords } from "../src/management/management-token-records.ts";
import type { TeamRecords } from "../src/teams/team-records.ts";
import type { MemoryAuditRecords } from "./memory-team-records.ts";
import { byCodePoint } from "./sort-order.ts";

/** Management tokens in memory, of the teams that exist. */
export function createMemoryManagementTokenRecords(
  teams: Pick<TeamRecords, "team">,
  audit: MemoryAuditRecords,
): ManagementTokenRecords {
  let tokens: readonly ManagementTokenRecord[] = [];
  const change = (team: string, id: string, changed: Partial<ManagementTokenRecord>) => {
    tokens = tokens.map((token) => (token.team === team && token.id === id ? { ...token, ...changed } : token));
  };
  const find = (team: string, id: string) => tokens.find((token) => token.team === team && token.id === id);
  return {
    ofTeam: async (team) =>
      tokens
        .filter((token) => token.team === team)
        .toSorted((one, other) => other.createdAt - one.createdAt || byCodePoint(other.id, one.id)),
    async tokenOf(tokenHash) {
      const token = tokens.find((one) => one.tokenHash === tokenHash);
      return token && (await teams.team(token.team)) && token;
    },
    async insert(token, { limit, keptFrom }, effects) {
      if ((await teams.team(token.team)) === undefined) return false;
      if (tokens.some(({ tokenHash }) => tokenHash === token.tokenHash)) throw new Error("The hash is taken.");
      const works = ({ team, revokedAt, expiresAt }: ManagementTokenRecord) =>
        team === token.team && revokedAt === undefined && expiresAt > token.createdAt;
      if (tokens.filter(works).length >= limit) return false;
      const isOver = ({ team, revokedAt = Infinity, expiresAt }: ManagementTokenRecord) =>
        team === token.team && Math.min(revokedAt, expiresAt) < keptFrom;
      audit.written(effects);
      tokens = [...tokens.filter((one) => !isOver(one)), token];
      return true;
    },
    async revoke(team, id, revokedAt, effects) {
      const token = find(team, id);
      if (token === undefined || token.revokedAt !== undefined) return false;
      audit.written(effects);
      change(team, id, { revokedAt });
      return true;
    },
    async noteUse(team, id, at) {
      change(team, id, { lastUsedAt: Math.max(at, find(team, id)?.lastUsedAt ?? 0) });
    },
  };
}
