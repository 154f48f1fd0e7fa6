/** Sending calls of the REST API from their pages of the reference, and asking the assistant about a page. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const address = "/docs/api-reference/rest-api-endpoints/rooms";

test("signed out, a call offers a sign-in that leads back", async () => {
  const page = await journey.visit(address);
  await page.getByRole("button", { name: "Try it" }).first().click();
  const link = page.getByRole("link", { name: "Sign in to try it" });
  expect(await link.getAttribute("href")).toBe(`/sign-in?next=${encodeURIComponent(address)}`);
  expect(journey.complaints).toEqual([]);
});

test("signed in, a call is sent to the chosen project with the session, and one that deletes is confirmed", async () => {
  const page = await journey.visit(address);
  const { projectId, call } = await signUp(page, { teamName: "Engineering", projectName: "Board" });
  await page.reload();
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["authorization"] !== undefined) keys.push(request.url());
  });
  const section = (id: string) => page.locator(`.heading:has(#${id}) + .split`);
  const creation = section("create-room");
  await creation.getByRole("button", { name: "Try it" }).click();
  const form = page.getByRole("form", { name: "Try Create room" });
  await form.getByLabel("Project").selectOption({ label: "Board (development)" });
  await form.getByRole("button", { name: "Send request" }).click();
  await form.getByText("Required.").first().waitFor();
  await form.getByLabel("id", { exact: true }).fill("from-the-docs");
  await form.getByLabel("defaultAccesses").fill("[]");
  await form.getByRole("button", { name: "Send request" }).click();
  await form.getByRole("status").getByText("200", { exact: true }).waitFor();
  expect(await form.locator("pre").innerText()).toContain('"id": "from-the-docs"');
  await form
    .getByRole("status")
    .filter({ hasText: /\d+ ms/u })
    .waitFor();
  const room = `/internal/projects/${projectId}/api/rooms/from-the-docs`;
  expect(await call("GET", room)).toMatchObject({ id: "from-the-docs" });

  await section("delete-room").getByRole("button", { name: "Try it" }).click();
  const deletion = page.getByRole("form", { name: "Try Delete room" });
  await deletion.getByLabel("roomId").fill("from-the-docs");
  await deletion.getByRole("button", { name: "Send request" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("This deletes data in Board, a development project.").waitFor();
  await dialog.getByRole("button", { name: "Send request" }).click();
  await deletion.getByRole("status").getByText("204", { exact: true }).waitFor();
  expect(keys).toEqual([]);
  expect(journey.complaints).toEqual([]);
});

test("an endpoint that takes another credential says that it can't be tried", async () => {
  const page = await journey.visit("/docs/api-reference/rest-api-endpoints/management");
  await page.getByText("this endpoint takes a management token of your team").first().waitFor();
  expect(await page.getByRole("button", { name: "Try it" }).count()).toBe(0);
});

test("the assistant opens with a question about the page, in a new chat", async () => {
  const page = await journey.visit("/docs/rooms");
  await signUp(page, { email: "asks@example.com", teamName: "Support" });
  await page.reload();
  await page.getByRole("button", { name: "Ask the assistant about this page" }).first().click();
  const box = page.getByRole("textbox", { name: "Message" });
  await expect.poll(() => box.inputValue()).toBe("About the page “Rooms”: ");
  await box.and(page.locator(":focus")).waitFor();
  expect(journey.complaints).toEqual([]);
});
