import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey, Person } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

/** Opens the room as a member of the cast, and waits until the page receives deliveries. */
async function open(suffix: string, as: string, person?: Person): Promise<Page> {
  const page = await journey.visit(`/play/webhook-receiver/?room=${suffix}&as=${as}`, person);
  await page.locator(".receiver[data-live]").waitFor();
  await page.getByRole("button", { name: "Update Storage" }).and(page.locator(":enabled")).waitFor();
  return page;
}

const deliveries = (page: Page, verdict: "Verified" | "Refused", type: string): Locator =>
  page
    .getByTestId("delivery")
    .filter({ hasText: verdict })
    .filter({ has: page.getByText(type, { exact: true }) });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

test("events of the room arrive in both browsers, verified, and an altered copy is refused", async () => {
  const ada = await open("arrive", "ada");
  await deliveries(ada, "Verified", "roomCreated").waitFor();
  const ben = await open("arrive", "ben", { device: "phone", theme: "dark" });
  await press(ada, "Start a thread");
  for (const page of [ada, ben])
    for (const type of ["threadCreated", "commentCreated"]) await deliveries(page, "Verified", type).waitFor();
  await press(ben, "Add a reaction");
  await deliveries(ada, "Verified", "commentReactionAdded").waitFor();
  await press(ada, "Connect Ben");
  await press(ada, "Disconnect Ben");
  await deliveries(ben, "Verified", "userLeft").waitFor();

  const comment = deliveries(ben, "Verified", "commentCreated");
  await comment.locator("summary").click();
  await comment.getByText('"createdBy": "ada.arrive"').waitFor();
  await comment.getByText("WebhookHandler returned the event").waitFor();
  expect(await comment.locator("dt").allInnerTexts()).toEqual(
    expect.arrayContaining(["webhook-id", "webhook-timestamp", "webhook-signature"]),
  );
  await comment.getByRole("button", { name: "Send an altered copy" }).click();
  const altered = deliveries(ben, "Refused", "commentCreated");
  await altered.locator("summary").click();
  await altered.getByText("WebhookHandler refused the request:").waitFor();
  await expect.poll(() => altered.locator("mark").allInnerTexts()).toEqual([expect.stringContaining("another-room")]);
  expect(journey.complaints).toEqual([]);
});

test("strangers see nothing of each other's rooms", async () => {
  const ada = await open("mine", "ada");
  const stranger = await open("theirs", "ada");
  await press(ada, "Start a thread");
  await deliveries(ada, "Verified", "commentCreated").waitFor();
  await press(stranger, "Connect Ben");
  await expect.poll(() => deliveries(stranger, "Verified", "userEntered").count()).toBeGreaterThan(0);
  for (const [page, other] of [
    [ada, "example-theirs."],
    [stranger, "example-mine."],
  ] as const)
    expect(await page.getByRole("region", { name: "Deliveries" }).textContent()).not.toContain(other);
  expect(await deliveries(stranger, "Verified", "commentCreated").count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("deliveries continue after a reload and after a server crash", async () => {
  const ada = await open("crash", "ada");
  await press(ada, "Start a thread");
  await deliveries(ada, "Verified", "commentCreated").waitFor();
  // After a reload, the client fetches changed threads. A crash during that call would be reported as an error of the page.
  const isRead = ada.waitForResponse(/\/threads\/delta\?/u);
  await ada.reload();
  await deliveries(ada, "Verified", "commentCreated").waitFor();
  await isRead;

  await journey.crashServer();
  await ada.getByText("Connecting to the receiver…").waitFor();
  await journey.restartServer();
  await ada.locator(".receiver[data-live]").waitFor();
  await press(ada, "Add a reaction");
  await deliveries(ada, "Verified", "commentReactionAdded").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("in a preview, a scripted user enters, changes the room and leaves, and axe finds nothing on the page", async () => {
  const page = await journey.visit("/play/webhook-receiver/?room=preview&as=ada&preview");
  for (const type of ["commentReactionAdded", "userLeft"]) await deliveries(page, "Verified", type).waitFor();
  await expect.poll(() => page.getByTestId("delivery").filter({ hasText: "Refused" }).count()).toBe(1);
  for (const verdict of ["Verified", "Refused"])
    await page.getByTestId("delivery").filter({ hasText: verdict }).last().locator("summary").click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await faultsOf(page), colorScheme).toEqual([]);
  }
  // A delivery opens with the keyboard, too. Later deliveries, such as `storageUpdated`, move it down the list.
  const delivery = await page.locator("details:not([open])").last().elementHandle();
  await (await delivery.$("summary"))!.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => delivery.getAttribute("open")).not.toBeNull();
  expect(journey.complaints).toEqual([]);
});

test("a self-hosted receiver adds its endpoint, verifies deliveries, and refuses altered ones", async () => {
  const page = await journey.visit("/sign-up");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Looms" });
  const token = (await call("POST", `/internal/teams/${teamId}/management-tokens`, {
    name: "Receiver",
    scopes: ["read:all", "write:all"],
  })) as { secret: string };
  const server = fileURLToPath(new URL("../examples/webhook-receiver/src/receiver/server.ts", import.meta.url));
  const receiver = spawn(process.execPath, [server], {
    env: { WEFT_URL: journey.url, WEFT_MANAGEMENT_TOKEN: token.secret, WEFT_PROJECT: projectId, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let said = "";
    receiver.stdout.setEncoding("utf8").on("data", (text: string) => void (said += text));
    await expect.poll(() => said, { timeout: 20_000 }).toContain("Receiving webhooks at ");
    const url = said.trim().split(" ").at(-1)!;
    const events = await fetch(`${new URL(url).origin}/events?room=board`);
    const shown = readEvents(events);
    await call("POST", `/internal/projects/${projectId}/api/rooms`, { id: "board", defaultAccesses: [] });
    const { value: delivery } = await shown.next();
    expect(JSON.parse(delivery!.body)).toMatchObject({ type: "roomCreated", data: { roomId: "board" } });
    expect(delivery!.verdict).toEqual({ kind: "verified" });

    const { headers, body } = delivery!;
    const answer = await fetch(url, { method: "POST", headers: signed(headers), body: body.replace("board", "other") });
    expect(answer.status).toBe(400);
    expect((await shown.next()).value!.verdict).toMatchObject({ kind: "refused" });
    await shown.return();
  } finally {
    receiver.kill();
    await once(receiver, "exit");
  }
});

interface Shown {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly verdict: { readonly kind: string };
}

/** The headers that the signature covers. */
function signed(headers: Shown["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("webhook-")));
}

async function* readEvents(answer: Response): AsyncGenerator<Shown, void> {
  let text = "";
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    const events = (text + piece).split("\n\n");
    text = events.pop()!;
    for (const event of events) if (event.startsWith("data: ")) yield JSON.parse(event.slice(6)) as Shown;
  }
}
