/** An owner views the users of a project, and erases one. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney({ limits: { erasureDelayMs: 1_500, jobPollMs: 200 } });
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const saying = (text: string, ...mentioned: readonly string[]) => ({
  version: 1,
  content: [
    { type: "paragraph", children: [{ text }, ...mentioned.map((id) => ({ type: "mention", kind: "user", id }))] },
  ],
});

test("an owner finds a user, sees what is stored about them, and erases them", async () => {
  const page = await journey.visit("/sign-in");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Looms" });
  const api = `/internal/projects/${projectId}/api`;
  const project = `/dashboard/${teamId}/projects/${projectId}`;
  await page.goto(`${project}/users`);
  await page.getByText("Users appear here once they connect with an id").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await call("POST", `${api}/rooms`, {
    id: "board",
    defaultAccesses: ["room:write"],
    usersAccesses: { grace: ["room:write"] },
  });
  await call("POST", `${api}/rooms/board/threads`, {
    comment: { userId: "grace", body: saying("A moth in relay 70") },
  });
  await call("POST", `${api}/rooms/board/threads`, { comment: { userId: "ada", body: saying("Ask ", "grace") } });
  await call("POST", `${api}/groups`, { id: "engineers", memberIds: ["grace", "ada"] });
  await call("POST", `${api}/inbox-notifications/trigger`, {
    userId: "grace",
    kind: "$task",
    subjectId: "task 9",
    activityData: { title: "Find the bug" },
  });

  await page.reload();
  await page.getByRole("link", { name: "ada", exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Search by name or user ID" }).fill("RAC");
  await page.waitForURL(/search=RAC/);
  await page.getByRole("link", { name: "ada", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "grace", exact: true }).click();

  await page.getByRole("heading", { level: 1, name: "grace" }).waitFor();
  await page.getByRole("region", { name: "Room access" }).getByRole("link", { name: "board" }).waitFor();
  await page.getByRole("tab", { name: "Threads" }).click();
  await page.getByText("A moth in relay 70").waitFor();
  await page.getByText("1 comment, 0 by this user").waitFor();
  await page.getByRole("tab", { name: "Inbox" }).click();
  await page.getByText("task 9").waitFor();
  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByRole("rowheader", { name: "textMention" }).waitFor();
  await page.getByRole("tab", { name: "Groups" }).click();
  expect(await page.getByRole("link", { name: "engineers" }).getAttribute("href")).toBe(`${project}/groups/engineers`);

  await page.getByRole("tab", { name: "Erase" }).click();
  await page.getByRole("button", { name: "Erase user" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("grac");
  expect(await dialog.getByRole("button", { name: "Erase user" }).isDisabled()).toBe(true);
  expect(await faultsOf(page, { within: "[role=alertdialog]" })).toEqual([]);
  await dialog.getByRole("textbox").fill("grace");
  await dialog.getByRole("button", { name: "Erase user" }).click();
  await page.getByText("Checking again").waitFor();
  await page.getByText("User erased").waitFor();
  await page.getByText("This user has not been seen in the project.").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${project}/users`);
  await page.getByRole("link", { name: "ada", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "grace", exact: true }).count()).toBe(0);
  await page.getByRole("region", { name: "Erased users" }).getByText("Erased", { exact: true }).waitFor();
  const threads = await call("GET", `${api}/rooms/board/threads`);
  expect(JSON.stringify(threads)).not.toContain("grace");
  expect(journey.complaints).toEqual([]);
}, 60_000);
