import type { GroupId } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

test("a list that names no limit answers twenty, and a hundred at most", async () => {
  await using edge = await openTestEdge({ limits: { restRateBurst: 1e9 } });
  for (let n = 0; n <= 100; n++)
    await edge.services.rooms.create(edge.project.id, `r${n}`, { defaultAccesses: ["room:write"] });
  for (let n = 0; n <= 20; n++) expect((await edge.call("POST", "/v2/rooms/r0/versions")).status).toBe(200);

  for (let n = 0; n <= 20; n++)
    await edge.services.groups.create(edge.project.id, `g${n}` as GroupId, { memberIds: ["ada"] });

  for (const list of ["/v2/rooms", "/v2/rooms/r0/versions", "/v2/groups", "/v2/users/ada/groups"]) {
    const { body } = await edge.call("GET", list);
    expect([list, body.data.length, typeof body.nextCursor]).toEqual([list, 20, "string"]);
    expect((await edge.call("GET", `${list}?limit=1`)).body.data).toHaveLength(1);
    expect((await edge.call("GET", `${list}?limit=101`)).status).toBe(422);
  }
  expect((await edge.call("GET", "/v2/rooms?limit=100")).body.data).toHaveLength(100);
});
