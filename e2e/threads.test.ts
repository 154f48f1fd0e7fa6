/** A project's threads, groups and notifications in the dashboard. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const says = (...children: readonly object[]) => ({ version: 1, content: [{ type: "paragraph", children }] });

test("a reply in a thread from the dashboard is seen live in the application", async () => {
  const page = await journey.visit("/sign-in");
  // The team of the first account has the demo project, which the examples use.
  const { teamId } = await signUp(page, { email: "owner@example.com", teamName: "Looms" });
  const application = await journey.visit("/play/text-comments/?room=replies&as=ada");
  const thread = application.locator(".lb-thread").filter({ hasText: "Drafts survive" });
  await thread.waitFor();

  await page.goto(`/dashboard/${teamId}/projects/demo/threads?text=drafts+survive`);
  await page.getByRole("link", { name: /^Drafts survive/ }).click();
  await page.getByRole("combobox", { name: "Reply as" }).fill("ben");
  await page.getByRole("textbox", { name: "Comment" }).fill("Fixed in the nightly build.");
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByRole("article", { name: "Comment by ben" }).getByText("Fixed in the nightly build.").waitFor();
  await thread.getByText("Fixed in the nightly build.").waitFor();

  const rest = page.getByRole("region", { name: "REST API" });
  await rest.getByText('"text": "Fixed in the nightly build."').waitFor();
  await rest.getByRole("button", { name: "Request" }).click();
  await rest.getByText("$WEFT_SECRET_KEY").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(journey.complaints).toEqual([]);
});

test("threads are filtered, read, resolved and deleted", async () => {
  const page = await journey.visit("/sign-in");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Looms" });
  const api = `/internal/projects/${projectId}/api`;
  for (const id of ["pricing", "home"]) await call("POST", `${api}/rooms`, { id, defaultAccesses: ["room:write"] });
  const begin = (room: string, body: object, metadata: object = {}) =>
    call("POST", `${api}/rooms/${room}/threads`, { metadata, comment: { userId: "ada", body } });
  const { id, comments } = (await begin(
    "pricing",
    says(
      { text: "Is this price " },
      { text: "right", bold: true },
      { text: "? " },
      { type: "mention", kind: "user", id: "grace" },
      { text: " see " },
      { type: "link", url: "https://example.com/prices", text: "the list" },
    ),
    { priority: "high", size: 3 },
  )) as { id: string; comments: { id: string }[] };
  const thread = `${api}/rooms/pricing/threads/${id}`;
  await call("POST", `${thread}/comments`, { userId: "grace", body: says({ text: "It is." }) });
  await call("POST", `${thread}/comments/${comments[0]!.id}/add-reaction`, { userId: "grace", emoji: "👍" });
  await begin("home", says({ text: "Larger logo, please" }), { priority: "low" });

  await page.goto(`/dashboard/${teamId}/projects/${projectId}`);
  await page.getByRole("link", { name: "Threads", exact: true }).click();
  const rows = page.getByRole("table", { name: "Threads" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(3);
  expect(await faultsOf(page)).toEqual([]);

  const query = page.getByRole("searchbox", { name: "Query" });
  await query.fill("metadata['priority']:'high");
  await page.getByText("Line 1, column").waitFor();
  await query.fill("metadata['priority']:'high'");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("threads-of-board.csv");
  await page.getByRole("searchbox", { name: "Text", exact: true }).fill("nothing says this");
  await page.getByText("No results for these filters.").waitFor();
  await page.getByRole("searchbox", { name: "Text", exact: true }).fill("price right");
  await page.getByRole("combobox", { name: "Participant" }).fill("grace");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole("button", { name: "Resolved" }).click();
  await page.getByText("No results for these filters.").waitFor();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("link", { name: "Is this price right?" }).click();

  const first = page.getByRole("article", { name: "Comment by ada" });
  expect(await first.locator("strong").textContent()).toBe("right");
  expect(await first.getByRole("link", { name: "the list" }).getAttribute("href")).toBe("https://example.com/prices");
  await first.getByRole("link", { name: "@grace" }).waitFor();
  await first.getByRole("list", { name: "Reactions" }).getByText("grace").waitFor();
  await page.getByRole("list", { name: "Subscribed users" }).getByText("grace").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByRole("button", { name: "Mark as unresolved" }).waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Add entry" }).click();
  await page.getByRole("textbox", { name: "Key 3" }).fill("owner");
  await page.getByRole("textbox", { name: "Value 3" }).fill("grace");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  expect(await call("GET", thread)).toMatchObject({
    resolved: true,
    metadata: { priority: "high", size: 3, owner: "grace" },
  });
  await page.getByRole("button", { name: "Delete comment by grace" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete comment" }).click();
  await expect.poll(() => page.getByRole("article").getByText("Deleted").count()).toBe(1);
  await page.getByRole("button", { name: "Delete thread" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete thread" }).click();
  await page.getByRole("link", { name: "Larger logo, please" }).waitFor();
  await expect.poll(() => rows.count()).toBe(2);

  await page.goto(`/dashboard/${teamId}/projects/${projectId}/rooms/home?tab=threads`);
  await page.getByRole("link", { name: "Larger logo, please" }).waitFor();
}, 60_000);

test("a group is created, a notification kind is switched, and a user's inbox is viewed", async () => {
  const page = await journey.visit("/sign-in");
  const me = await signUp(page, { email: "grace@example.com", teamName: "Weavers" });
  const project = `/dashboard/${me.teamId}/projects/${me.projectId}`;
  await page.goto(`${project}/groups`);
  await page.getByRole("button", { name: "Create group" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Group id" }).fill("engineering");
  await dialog.getByRole("textbox", { name: /Members/ }).fill("ada, grace");
  await dialog.getByRole("button", { name: "Create group" }).click();
  await page.getByRole("heading", { name: "engineering" }).waitFor();
  await page.getByRole("textbox", { name: "Add members" }).fill("alan");
  await page.getByRole("button", { name: "Add members" }).click();
  await page.getByRole("button", { name: "Remove alan" }).waitFor();
  await page.getByRole("button", { name: "Remove grace" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Remove / }).count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Notifications", exact: true }).click();
  await page.getByRole("button", { name: "Add kind" }).click();
  await dialog.getByRole("textbox", { name: "Kind" }).fill("$sale");
  await dialog.getByRole("button", { name: "Add kind" }).click();
  const choice = page.getByRole("combobox", { name: "$sale by Slack" });
  await choice.click();
  await page.getByRole("option", { name: "On", exact: true }).click();
  await page.getByRole("switch", { name: "Teams" }).click();
  const settings = `/internal/projects/${me.projectId}/notifications`;
  await expect
    .poll(() => me.call("GET", settings))
    .toMatchObject({
      customKinds: [{ kind: "$sale", batched: false }],
      channels: {
        email: { enabled: true, kinds: { $sale: true, thread: true } },
        slack: { enabled: true, kinds: { $sale: true } },
        teams: { enabled: false },
      },
    });
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Trigger notification" }).click();
  await dialog.getByRole("textbox", { name: "User id" }).fill("ada");
  await dialog.getByRole("textbox", { name: "Subject id" }).fill("order-7");
  await dialog.getByRole("button", { name: "Trigger" }).click();
  const row = page.getByRole("row", { name: /order-7/ });
  await row.getByText("Unread").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await row.getByRole("button", { name: "Mark as read" }).click();
  await row.getByText("Read", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Delete notification" }).click();
  await page.getByText("ada has no notifications.").waitFor();
  // The browser itself logs the error response to the invalid query.
  expect(journey.complaints.filter((text) => !text.includes("422 (Unprocessable Entity)"))).toEqual([]);
}, 60_000);

test("emails about unread notifications are previewed", async () => {
  const before = journey.complaints.length;
  const page = await journey.visit("/sign-in");
  const { teamId, projectId, call } = await signUp(page, { email: "alan@example.com", teamName: "Looms" });
  const api = `/internal/projects/${projectId}/api`;
  await page.goto(`/dashboard/${teamId}/projects/${projectId}/notifications?tab=emails`);
  await page.getByRole("heading", { name: "Enter a user ID to preview their emails" }).waitFor();
  const email = page.frameLocator("iframe");
  await email.getByRole("heading", { name: "Ada Lovelace mentioned you in a comment in Launch plan" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await call("POST", `${api}/rooms`, { id: "pricing", defaultAccesses: ["room:write"] });
  await call("POST", `${api}/rooms/pricing/threads`, {
    comment: { userId: "ada", body: says({ text: "Look, " }, { type: "mention", kind: "user", id: "grace" }) },
  });
  await call("POST", `${api}/rooms/pricing/threads`, {
    comment: {
      userId: "ada",
      body: says({ text: "<script>top.ran = true</script> " }, { type: "mention", kind: "user", id: "grace" }),
    },
  });
  await page.getByRole("combobox", { name: "User ID" }).fill("grace");
  await page.getByRole("button", { name: "Show emails" }).click();
  await page.getByText("Subject: ada mentioned you in pricing").waitFor();
  await email.getByRole("paragraph").filter({ hasText: "<script>top.ran = true</script> @grace" }).waitFor();
  expect(await page.evaluate("'ran' in window")).toBe(false);
  // Neither scripts nor requests: the frame has no permissions, and its own policy.
  const frame = page.locator("iframe");
  expect(await frame.getAttribute("sandbox")).toBe("");
  expect(await frame.getAttribute("srcdoc")).toContain("default-src 'none'");
  const background = (): Promise<unknown> =>
    email.locator("body").evaluate((body) => Reflect.get(globalThis, "getComputedStyle")(body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect.poll(background).not.toBe(light);
  await page.getByRole("button", { name: "Phone" }).click();
  await expect.poll(async () => (await frame.boundingBox())?.width).toBe(390);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("combobox", { name: "Notification" }).click();
  await page.getByRole("option").nth(1).click();
  await email.getByRole("paragraph").filter({ hasText: "Look, @grace" }).waitFor();
  await page.getByRole("tab", { name: "Plain text" }).click();
  await page.getByRole("tabpanel", { name: "Plain text" }).getByText("Look, @grace").waitFor();
  await page.getByRole("tab", { name: "Code" }).click();
  const code = page.getByRole("tabpanel", { name: "Code" });
  await code.getByText("renderThreadNotificationEmail").first().waitFor();
  await page.getByRole("button", { name: "React" }).click();
  await code.getByText("prepareThreadNotificationEmailAsReact").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("tab", { name: "HTML" }).click();
  await page.getByRole("button", { name: "Phone" }).click();
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("tab", { name: "User inbox" }).click();
  await page.getByRole("link", { name: "Preview email" }).first().click();
  await email.getByRole("paragraph").filter({ hasText: "@grace" }).waitFor();
  expect(journey.complaints.slice(before)).toEqual([]);
});
