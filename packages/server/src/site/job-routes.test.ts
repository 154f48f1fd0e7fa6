import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

const at = 1_700_000_000_000;

test("[JB4] staff see jobs by kind and state, without what they hold, and run one that failed again", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" } });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  const { jobs } = edge.services.site;
  const records = edge.jobs;
  const payload = { project: "p1", export: "exp_1", secret: "not shown" };
  await records.add([
    { kind: "export", key: "a", createdAt: at, payload },
    { kind: "version", key: "b", createdAt: at, dueAt: at + 60_000, payload },
    { kind: "usageAlert", key: "c", createdAt: at, payload },
  ]);
  const [failing] = await records.claim("export", "mine", at, at + 1_000, 1);
  await records.fail({ id: failing!.id, claim: "mine" }, "The disk is on fire.");
  await records.claim("usageAlert", "mine", at, at + 60_000, 1);

  const list = async (query = "") => (await staff.call("GET", `/internal/staff/jobs${query}`)).body;
  // Every server has sweeps that wait, and signing up has sent emails.
  const isOwn = ({ kind }: { kind: string }) => !/^mail$|Sweep$/.test(kind);
  const shown = (await list()).filter(isOwn);
  expect(shown).toMatchObject([
    { kind: "usageAlert", state: "running", tries: 1, nextTryAt: null },
    { kind: "version", state: "waiting", tries: 0, nextTryAt: new Date(at + 60_000).toISOString() },
    { kind: "export", state: "failed", tries: 1, nextTryAt: null, failure: "The disk is on fire." },
  ]);
  expect(JSON.stringify(shown)).not.toContain("not shown");
  expect(await list("?kind=export")).toHaveLength(1);
  expect((await list("?state=running")).map(({ kind }: { kind: string }) => kind)).toEqual(["usageAlert"]);
  expect((await list("?state=waiting")).filter(isOwn).map(({ kind }: { kind: string }) => kind)).toEqual(["version"]);

  const retry = (id: string) => staff.call("POST", `/internal/staff/jobs/${id}/retry`, {});
  expect((await retry(shown[2].id)).status).toBe(200);
  expect(await jobs.find(failing!.id)).toMatchObject({ state: "waiting", tries: 0 });
  expect([(await retry(shown[0].id)).status, (await retry("99")).status, (await retry("x")).status]).toEqual([
    409, 404, 404,
  ]);
  const others = await edge.signUp({ email: "eve@example.com" });
  expect((await others.call("GET", "/internal/staff/jobs")).status).toBe(403);
});
