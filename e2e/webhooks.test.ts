/** Webhooks in the dashboard: from the first endpoint to a verified event, a failing receiver, and a rolled secret. */
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
  await attempts.getByText("500").waitFor();
  await attempts.getByText("answered").waitFor();
  await panel.getByText('"commentId": "sample-comment"').waitFor();
  await panel.getByText(receiver.received[0]!.id).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(verified(receiver.received[0]!, first).type).toBe("commentCreated");

  // The receiver is fixed, and the delivery is resent.
  receiver.answer = () => 204;
  await panel.getByRole("button", { name: "Replay" }).press("Enter");
  await panel.getByText("Delivered").first().waitFor();
  expect(await attempts.count()).toBe(2);
  expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]!.id, receiver.received[0]!.id]);
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
