import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import { pageExists } from "./pages-exist.ts";

test("pages are there by the map, and for members of the team that they show", async () => {
  await using edge = await openTestEdge();
  const { site } = edge.services;
  const ada = await edge.signUp({ teamName: "Engines" });
  const bob = await edge.signUp({ teamName: "Others" });
  const team = (await ada.call("GET", "/internal/me")).body.teams[0].id;
  const { body: project } = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
  const others = (await bob.call("GET", "/internal/me")).body.teams[0].id;

  const as = async ({ id }: { id: string }) => {
    const person = await site.people.person(id);
    return person && { person, isStaff: false, address: "192.0.2.1", signedInAt: 0 };
  };
  const found = async (path: string) => [
    await pageExists(path, await as(ada), site),
    await pageExists(path, await as(bob), site),
    await pageExists(path, undefined, site),
  ];
  const everybody = [true, true, true];
  const nobody = [false, false, false];
  const members = [true, false, true];
  for (const path of [
    "/sign-in",
    "/dashboard",
    "/dashboard/",
    "/dashboard/new",
    "/dashboard/account/security",
    "/dashboard/account/notifications",
  ])
    expect([path, await found(path)]).toEqual([path, everybody]);
  for (const path of [
    "/dashboard/nothing",
    `/dashboard/${team}/nothing`,
    `/dashboard/${team}/projects/${project._id}/nothing`,
    `/dashboard/${team}/projects/${project._id}/threads/a`,
  ])
    expect([path, await found(path)]).toEqual([path, nobody]);
  for (const path of [
    "",
    "/members",
    "/settings/audit-log",
    "/settings/security",
    "/settings/management-tokens",
    `/projects/${project._id}`,
    `/projects/${project._id}/rooms/a%2Fb`,
    `/projects/${project._id}/webhooks`,
    `/projects/${project._id}/webhooks/we_1`,
    `/projects/${project._id}/webhooks/we_1/deliveries/msg_1`,
    `/projects/${project._id}/copilots`,
    `/projects/${project._id}/copilots/new`,
    `/projects/${project._id}/copilots/co_1`,
    `/projects/${project._id}/users`,
    `/projects/${project._id}/users/ada%40example.com`,
    `/projects/${project._id}/threads`,
    `/projects/${project._id}/threads/a%2Fb/th_1`,
    `/projects/${project._id}/notifications`,
    `/projects/${project._id}/groups`,
    `/projects/${project._id}/groups/engineering`,
  ])
    expect([path, await found(`/dashboard/${team}${path}`)]).toEqual([path, members]);
  expect(await found(`/dashboard/${others}/projects/${project._id}`)).toEqual([false, false, true]);
});
