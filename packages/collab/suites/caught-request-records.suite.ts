import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { ProjectRecords } from "../src/projects/project-records.ts";
import type { CaughtRequestRecords, NewCaughtRequest } from "../src/webhooks/caught-request-records.ts";
import type { WebhookRecords } from "../src/webhooks/webhook-records.ts";
import { newProject, newWebhookEndpoint } from "./webhook-records.suite.ts";

const project = "p1" as ProjectId;
const other = "p2" as ProjectId;
const url = "weft://request-catcher/we_1";
const one = { project, id: "we_1" };
const most = { url, requests: 3, bytes: 100 };

export interface CaughtRequestRecordsUnderTest extends AsyncDisposable {
  readonly caughtRequests: CaughtRequestRecords;
  readonly webhooks: Pick<WebhookRecords, "insertEndpoint" | "updateEndpoint" | "deleteEndpoint">;
  readonly projects: Pick<ProjectRecords, "insertProject">;
}

const request = (messageId: string, change: Partial<NewCaughtRequest> = {}): NewCaughtRequest => ({
  project,
  endpoint: one.id,
  receivedAt: 10,
  messageId,
  type: "roomCreated",
  room: "é",
  verified: true,
  bytes: 10,
  headers: { "webhook-id": messageId },
  body: "x".repeat(10),
  ...change,
});

/** What every CaughtRequestRecords promises. */
export function caughtRequestRecordsSuite(open: () => Promise<CaughtRequestRecordsUnderTest>): void {
  async function openWithEndpoints() {
    const under = await open();
    for (const id of [project, other]) await under.projects.insertProject(newProject(id));
    await under.webhooks.insertEndpoint(newWebhookEndpoint({ url }), 9);
    await under.webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_2", url: `${url}2` }), 9);
    await under.webhooks.insertEndpoint(newWebhookEndpoint({ project: other, url }), 9);
    const { caughtRequests: records } = under;
    const ids = async (name: { readonly project: ProjectId; readonly id: string } = one) =>
      (await records.list(name, 9)).map(({ messageId }) => messageId);
    return { ...under, records, ids, [Symbol.asyncDispose]: () => under[Symbol.asyncDispose]() };
  }

  test("[WH15] a request is kept for an endpoint that has the URL, and read in its endpoint alone", async () => {
    await using under = await openWithEndpoints();
    const { records, ids, webhooks } = under;
    expect(await records.add(request("m1"), most)).toBe(true);
    expect(await records.add(request("m2", { room: undefined, verified: false }), most)).toBe(true);
    expect(await records.add(request("none", { endpoint: "we_none" }), most)).toBe(false);
    expect(await records.add(request("none"), { ...most, url: `${url}2` })).toBe(false);
    const list = await records.list(one, 9);
    const { headers: _, body: _body, ...summary } = request("m1");
    expect(list[1]).toEqual({ ...summary, seq: expect.any(Number) });
    expect(list[0]).toMatchObject({ messageId: "m2", room: undefined, verified: false });
    expect(await records.list(one, 1)).toHaveLength(1);
    const { seq } = list[1]!;
    expect(await records.find(one, seq)).toEqual({ ...request("m1"), seq });
    for (const name of [
      { ...one, project: other },
      { ...one, id: "we_2" },
    ]) {
      expect(await records.find(name, seq)).toBeUndefined();
      expect(await ids(name)).toEqual([]);
    }
    await webhooks.updateEndpoint(one, { url: "https://a.test" }, newWebhookEndpoint());
    expect(await records.add(request("later"), most)).toBe(false);
    await webhooks.deleteEndpoint(one);
    expect(await ids()).toEqual([]);
  });

  test("[WH15] the newest requests of a project are kept, by number and by bytes", async () => {
    await using under = await openWithEndpoints();
    const { records, ids } = under;
    await records.add(request("elsewhere", { project: other }), most);
    await records.add(request("m1"), most);
    await records.add(request("m2", { endpoint: "we_2" }), { ...most, url: `${url}2` });
    await records.add(request("m3"), most);
    expect([await ids(), await ids({ ...one, id: "we_2" })]).toEqual([["m3", "m1"], ["m2"]]);
    await records.add(request("m4"), most);
    expect([await ids(), await ids({ ...one, id: "we_2" })]).toEqual([["m4", "m3"], ["m2"]]);
    await records.add(request("m5", { body: "é".repeat(45) }), most);
    expect([await ids(), await ids({ ...one, id: "we_2" })]).toEqual([["m5", "m4"], []]);
    // One that is larger than all that is kept leaves none.
    await records.add(request("m6", { body: "é".repeat(60) }), most);
    expect(await ids()).toEqual([]);
    expect(await ids({ ...one, project: other })).toEqual(["elsewhere"]);
  });

  test("[WH15] old requests are deleted, and old endpoints of catchers are found", async () => {
    await using under = await openWithEndpoints();
    const { records, ids, webhooks } = under;
    for (const receivedAt of [1, 2, 3]) await records.add(request(`m${receivedAt}`, { receivedAt }), most);
    expect([await records.deleteBefore(3, 1), await ids()]).toEqual([1, ["m3", "m2"]]);
    expect([await records.deleteBefore(3, 9), await ids()]).toEqual([1, ["m3"]]);
    await webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_3", url: "https://a.test" }), 9);
    await webhooks.insertEndpoint(newWebhookEndpoint({ id: "we_4", url, createdAt: 5 }), 9);
    const expired = await records.expired("weft://request-catcher/", 5, 9);
    expect(expired.map(({ project: of, id }) => `${of} ${id}`).toSorted()).toEqual(["p1 we_1", "p1 we_2", "p2 we_1"]);
    expect(await records.expired("weft://request-catcher/", 5, 2)).toHaveLength(2);
  });
}
