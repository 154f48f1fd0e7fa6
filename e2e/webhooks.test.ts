/**
 * Webhooks in the dashboard: from the first endpoint to a verified event, a failing receiver, and a rolled secret; and without
 * a receiver, with the request catcher.
 */
import { WebhookHandler } from "@liveblocks/node";
import { openWebhookReceiver } from "@weft/testkit/webhook-receiver";
import type { ReceivedWebhook, WebhookReceiver } from "@weft/testkit/webhook-receiver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
let receiver: WebhookReceiver;
beforeAll(async () => {
  // Failed deliveries are resent only by the user.
  journey = await openJourney({ limits: { webhookRetryMs: 600_000 } });
  receiver = await openWebhookReceiver();
});
afterAll(async () => {
  await journey[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** What the official handler reads from a request. */
function verified({ headers, body }: ReceivedWebhook, secret: string) {
  return new WebhookHandler(secret).verifyRequest({ headers: { ...headers }, rawBody: body });
}

test("an endpoint is created, tested, fixed and its secret rolled, mostly with the keyboard", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Looms" });
  await page.goto(`/dashboard/${teamId}/projects/${projectId}`);
  await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");

  // The empty state says what webhooks are, and its button opens the dialog.
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  await page.getByText("Send project events to your back end").waitFor();
  expect(await page.title()).toContain("Webhooks");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create endpoint" }).press("Enter");
  const creation = page.getByRole("dialog", { name: "Create an endpoint" });
  await creation.getByLabel("URL").fill("receiver");
  await page.keyboard.press("Enter");
  await creation.getByText("Enter an absolute URL").waitFor();
  await creation.getByText("Choose at least one event.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await creation.getByLabel("URL").fill(receiver.url);
  await creation.getByRole("checkbox", { name: /^roomCreated/ }).press("Space");
  await creation.getByRole("checkbox", { name: /^Comments/ }).press("Space");
  await creation.getByText("7 of 18").waitFor();
  await creation.getByRole("button", { name: "Create endpoint" }).press("Enter");

  // The secret is hidden until the user reveals it.
  await page.getByRole("heading", { level: 1, name: receiver.url }).waitFor();
  const secrets = page.getByRole("region", { name: "Signing secret" });
  const shownSecret = async () => (await secrets.locator("code", { hasText: /^whsec_[\w+/]+=*$/ }).textContent())!;
  await secrets.getByRole("button", { name: "Reveal" }).press("Enter");
  const first = await shownSecret();
  expect(await faultsOf(page)).toEqual([]);

  // A failing receiver: the panel shows the request and the response, and the endpoint is marked as failing.
  receiver.answer = () => 500;
  await page.getByRole("button", { name: "Send test event" }).press("Enter");
  const trial = page.getByRole("dialog", { name: "Send a test event" });
  const event = trial.getByRole("combobox", { name: "Event" });
  // When the dialog has opened, it focuses its first field; a list opened before that could lose the focus.
  await event.and(page.locator(":focus")).waitFor();
  await event.click();
  await page.getByRole("option", { name: "commentCreated" }).click();
  await expect.poll(() => event.innerText()).toBe("commentCreated");
  await trial.getByRole("button", { name: "Send event" }).press("Enter");
  const panel = page.getByRole("complementary", { name: "Delivery", exact: true });
  const attempts = panel.getByRole("article", { name: "Attempt" });
  await panel.getByText("Retrying").waitFor();
  const path = panel.getByRole("list", { name: "Path of the delivery" }).getByRole("listitem");
  await path.filter({ hasText: "Next attempt, waiting" }).waitFor();
  await attempts.getByText("500").waitFor();
  await attempts.getByText("answered").waitFor();
  await panel.getByText('"commentId": "sample-comment"').waitFor();
  await panel.getByText(receiver.received[0]!.id).first().waitFor();
  // Assistive technology reads its announcement instead of the message, which axe takes for hidden.
  const notifications = page.getByRole("region", { name: "Notifications" });
  await notifications.getByText("The test event was not delivered").waitFor({ state: "hidden" });
  expect(await faultsOf(page)).toEqual([]);
  expect(verified(receiver.received[0]!, first).type).toBe("commentCreated");

  // The receiver is fixed, and the delivery is resent.
  receiver.answer = () => 204;
  await panel.getByRole("button", { name: "Replay" }).press("Enter");
  await path.filter({ hasText: "Delivered, done" }).waitFor();
  expect(await attempts.count()).toBe(2);
  expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]!.id, receiver.received[0]!.id]);
  // A delivery has an address of its own.
  const endpoint = new URL(page.url());
  await page.goto(`${endpoint.pathname}/deliveries/${endpoint.searchParams.get("event")}`);
  await panel.getByText("Delivered").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(endpoint.pathname);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });

  // A rolled secret: both sign until the overlap ends.
  await page.getByRole("tab", { name: "Overview" }).click();
  await secrets.getByRole("button", { name: "Roll secret" }).press("Enter");
  const roll = page.getByRole("dialog", { name: "Roll the signing secret?" });
  await roll.getByRole("radio", { name: /^In 24 hours/ }).waitFor();
  await roll.getByRole("button", { name: "Roll secret" }).press("Enter");
  await secrets.getByText("The previous secret stops signing").waitFor();
  await expect.poll(shownSecret).not.toBe(first);
  const second = await shownSecret();

  // Settings, each saved by itself: a header, which the next event carries.
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByRole("textbox", { name: "Header 1" }).fill("X-Gateway");
  await page.getByRole("textbox", { name: "Value 1" }).fill("open");
  await page.getByRole("button", { name: "Save headers" }).click();
  await page.getByText("Saved").first().waitFor();
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "plan", defaultAccesses: [] });
  await expect.poll(() => receiver.received.length).toBe(3);
  const created = receiver.received[2]!;
  expect(verified(created, first)).toEqual(verified(created, second));
  expect(verified(created, second)).toMatchObject({ type: "roomCreated", data: { projectId, roomId: "plan" } });
  expect(created.headers["x-gateway"]).toBe("open");

  // The log is read with the keyboard and filtered by event.
  await page.getByRole("tab", { name: "Deliveries" }).click();
  const log = page.getByRole("table", { name: "Deliveries" });
  await log.getByRole("button", { name: "roomCreated" }).waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await panel.getByText('"roomId": "plan"').waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await page.getByRole("combobox", { name: "Event" }).click();
  await page.getByRole("option", { name: "commentCreated" }).click();
  await log.getByRole("button", { name: "roomCreated" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Recover failed…" }).click();
  await page
    .getByRole("dialog", { name: "Recover failed deliveries" })
    .getByRole("button", { name: "Recover" })
    .click();
  await page.getByText("No failed deliveries since then").waitFor();

  // A disabled endpoint says so, and is enabled again; then it is deleted.
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Enabled" }).press("Space");
  const note = page.getByRole("region", { name: "Endpoint status" });
  await note.getByText("The endpoint receives no events.").waitFor();
  await note.getByRole("button", { name: "Enable" }).click();
  await note.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this endpoint?" });
  await question.getByLabel(/^Type .+ to confirm/).fill(new URL(receiver.url).host);
  await question.getByRole("button", { name: "Delete endpoint" }).click();
  await page.getByText("Send project events to your back end").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("the request catcher shows what arrives as it arrives, also edited test events and replayed deliveries", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Catchers", email: "grace@example.com" });
  const project = `/dashboard/${teamId}/projects/${projectId}`;

  // The empty state has all that is needed.
  await page.goto(`${project}/webhooks`);
  await page.getByRole("button", { name: "Try with the request catcher" }).click();
  await page.getByRole("heading", { level: 1, name: "Request catcher" }).waitFor();
  await page.getByText("Waiting for requests").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // A room that is created through REST appears without a reload, with a valid signature.
  await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "plan", defaultAccesses: [] });
  const requests = page.getByRole("table", { name: "Requests" });
  await requests.getByRole("button", { name: "roomCreated" }).click();
  const request = page.getByRole("complementary", { name: "Request", exact: true });
  await request.getByText("Verified", { exact: true }).waitFor();
  await request.getByText("webhook-signature").waitFor();
  await request.getByText('"roomId": "plan"').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await request.waitFor({ state: "hidden" });

  // A test event is edited; data of another shape is refused with its place.
  await page.getByRole("button", { name: "Send test event" }).click();
  const trial = page.getByRole("dialog", { name: "Send a test event" });
  const event = trial.getByRole("combobox", { name: "Event" });
  await event.and(page.locator(":focus")).waitFor();
  await event.click();
  await page.getByRole("option", { name: "commentCreated" }).click();
  const data = trial.getByRole("textbox", { name: "Data" });
  await expect.poll(() => data.inputValue()).toContain("sample-comment");
  const example = await data.inputValue();
  await data.fill("{");
  await trial.getByText("This is not valid JSON.").waitFor();
  await data.fill(example.replace('"sample-comment"', "7"));
  await trial.getByRole("button", { name: "Send event" }).click();
  await trial.getByText("Value at key 'commentId': must be a string.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await data.fill(example.replace("sample-comment", "cm_edited").replace("sample-room", "plan"));
  await trial.getByRole("button", { name: "Send event" }).click();
  const delivery = page.getByRole("complementary", { name: "Delivery", exact: true });
  await delivery.getByText('"commentId": "cm_edited"').waitFor();
  await delivery.getByText("Delivered").first().waitFor();
  await page.keyboard.press("Escape");
  await delivery.waitFor({ state: "hidden" });

  // Deliveries are found by room, selected and replayed.
  await page.getByRole("searchbox", { name: "Room ID" }).fill("none");
  await page.getByText("No results").waitFor();
  await page.getByRole("searchbox", { name: "Room ID" }).fill("plan");
  const log = page.getByRole("table", { name: "Deliveries" });
  await log.getByRole("button", { name: "commentCreated" }).waitFor();
  await page.getByRole("checkbox", { name: "Select all deliveries on this page" }).press("Space");
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByText("2 deliveries selected").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await selection.getByRole("button", { name: "Replay" }).click();
  const replay = page.getByRole("dialog", { name: "Replay 2 deliveries?" });
  await replay.getByRole("button", { name: "Replay 2 deliveries" }).click();
  await replay.getByText("2 of 2 queued").waitFor();
  // The other one is that of any dialog.
  await replay.getByRole("button", { name: "Close", exact: true }).last().click();
  await selection.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Requests" }).click();
  await expect.poll(() => requests.getByText("Verified", { exact: true }).count()).toBe(4);

  // The rate of success, in the overview and in the list.
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("region", { name: "Details" }).getByText("100%").waitFor();
  await page.getByRole("heading", { name: "Latency" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // The catalog has every event, and sends a test to an endpoint that is subscribed to it.
  await page.goto(`${project}/webhooks/catalog`);
  await page.getByRole("article", { name: "storageUpdated" }).getByText("One event per room in 60 seconds").waitFor();
  expect(await page.getByRole("article").count()).toBe(18);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Send test of threadCreated" }).click();
  await trial.getByRole("button", { name: "Send event" }).click();
  await delivery.getByText('"threadId": "sample-thread"').waitFor();
  // Browsers log the status of the refusal.
  expect(journey.complaints.filter((text) => !text.includes("status of 422"))).toEqual([]);
});
