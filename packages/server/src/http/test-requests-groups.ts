/** Requests of the calls of groups: see `test-requests.ts`. For tests. */
import type { Groups } from "@weft/collab";
import type { GroupId, ProjectId } from "@weft/protocol";

export async function prepareGroup(groups: Groups, project: ProjectId): Promise<string> {
  return (await groups.create(project, "staff" as GroupId, { memberIds: ["ada"] })).id;
}

interface OfGroup {
  readonly group: string;
}
interface Request {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

const ofGroup = ({ group }: OfGroup) => ({ path: { groupId: group } });
const changed = { body: { memberIds: ["ada", "bob"] } };

export const groupExamples: readonly (readonly [string, (context: OfGroup) => Request])[] = [
  ["create-group", () => ({ body: { groupId: "new", memberIds: ["ada"], tenantId: "acme" } })],
  ["list-groups", () => ({ query: "?limit=5" })],
  ["get-group", ofGroup],
  ["delete-group", ofGroup],
  ["add-group-members", (context) => ({ ...ofGroup(context), ...changed })],
  ["remove-group-members", (context) => ({ ...ofGroup(context), ...changed })],
  ["list-user-groups", () => ({ path: { userId: "ada" }, query: "?limit=5" })],
  ["find-groups-as-user", ({ group }) => ({ body: { groupIds: [group, "nowhere"] } })],
];
