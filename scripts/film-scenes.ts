/** The scenes of the film: two users of the real product, whose server is killed and started again. */
import { setTimeout as elapse } from "node:timers/promises";
import { openTestData, spawnServer } from "@weft/testkit";
import type { Browser, Locator, Page } from "playwright-core";
import { windowRatio } from "./film-encoder.ts";
import { FilmWindow } from "./film-recorder.ts";
import type { Scene, ServerStateChange } from "./film-recorder.ts";

export type Theme = "light" | "dark";

export interface Stage extends AsyncDisposable {
  readonly url: string;
  /** Each opens the windows of its scenes, so that nothing loads while they are recorded. */
  readonly acts: readonly ((open: Open) => Promise<readonly Scene[]>)[];
  /** Runs one of them. Its windows are closed afterwards: they would take time from those of the next. */
  play(act: Stage["acts"][number], record: (scene: Scene) => Promise<void>): Promise<void>;
}

/** Opens a page of this width as a new user, who already has these items in the browser's storage. */
type Open = (path: string, width: number, items?: Readonly<Record<string, string>>) => Promise<Page>;

/** How long the end of a scene stays. */
const readMs = 1_000;

const colors = { ada: "#4f5fcf", ben: "#c2412b", dashboard: "#6f685e" };

/** Starts a server for the scenes, in one theme. */
export async function openStage(browser: Browser, theme: Theme): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await openTestData());
  let server = await spawnServer({ data });
  stack.defer(() => server.kill());
  const { url, port } = server;
  const control: ServerControl = {
    kill: () => server.kill(),
    restart: async () => void (server = await spawnServer({ data, port })),
  };
  const held = stack.move();
  return {
    url,
    acts: [openText, openBoard, (open) => openNote(open, control)],
    async play(act, record) {
      await using windows = new AsyncDisposableStack();
      const open: Open = async (path, width, items = {}) => {
        const viewport = { width, height: Math.round(width * windowRatio) };
        const context = await browser.newContext({ viewport, colorScheme: theme, baseURL: url });
        windows.defer(() => context.close());
        const page = await context.newPage();
        await page.addInitScript((kept) => {
          for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
        }, items);
        await page.goto(path);
        return page;
      };
      for (const scene of await act(open)) await record(scene);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

interface ServerControl {
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** That of the browser. */
declare const localStorage: { setItem(key: string, value: string): void };

// ---- scenes 1 and 2: a text with comments

async function openText(open: Open): Promise<Scene[]> {
  const address = (user: string) => `/play/text-comments/?room=film&as=${user}`;
  const adaPage = await open(address("ada"), 680);
  await adaPage.locator(".connection[data-state=live]").waitFor();
  const benPage = await open(address("ben"), 680);
  for (const page of [adaPage, benPage])
    await page.getByRole("heading", { name: "Launch plan: the mobile app" }).waitFor();
  const bell = (page: Page) => page.getByRole("button", { name: /^Inbox/u });
  const inboxOf = (page: Page) => page.getByRole("complementary", { name: "Inbox" });
  for (const page of [adaPage, benPage]) {
    // The sample mentions everyone.
    await bell(page).click();
    await inboxOf(page).getByRole("button", { name: "Mark all as read" }).click();
    await page.getByRole("button", { name: "Inbox", exact: true }).waitFor();
    await inboxOf(page).getByRole("button", { name: "Close" }).click();
  }
  const inbox = inboxOf(benPage);
  const ada = new FilmWindow(adaPage, { title: "Ada", detail: "Text with comments", color: colors.ada });
  const ben = new FilmWindow(benPage, { title: "Ben", detail: "Text with comments", color: colors.ben });
  const windows = [ada, ben];
  return [
    {
      caption: "Two people write in one text, and each sees the other’s caret.",
      lastsMs: 8_500,
      windows,
      async play() {
        await elapse(600);
        await Promise.all([
          writeAfter(ada, "Sign-in with passkeys", " and a code by email"),
          elapse(500).then(() => writeAfter(ben, "A short post with one film", " The post goes out at noon.")),
        ]);
        await adaPage.getByText("The post goes out at noon.").waitFor();
        await benPage.getByText("and a code by email").waitFor();
      },
    },
    {
      caption: "A comment that mentions Ben is in his inbox at once.",
      lastsMs: 10_000,
      windows,
      async play() {
        await ada.click(adaPage.getByText("Sign-in with passkeys"), { x: 0.3 }, 3);
        await elapse(300);
        await ada.click(adaPage.locator(".bar").getByRole("button", { name: "Comment" }));
        const composer = adaPage.locator(".lb-tiptap-floating-composer");
        await composer.getByRole("textbox").waitFor();
        await ada.type("@Ben");
        await adaPage.locator("[role=listbox] [role=option]", { hasText: "Ben Okafor" }).waitFor();
        await elapse(300);
        await adaPage.keyboard.press("Enter");
        await ada.type(" is this tested?");
        await ada.click(composer.getByRole("button", { name: "Send" }));
        await benPage.getByRole("button", { name: "Inbox, 1 unread" }).waitFor();
        await ben.click(bell(benPage));
        await inbox.getByText("is this tested?").waitFor();
        await ben.pointAt(inbox.getByText("is this tested?"));
        await elapse(readMs);
      },
    },
  ];
}

/** Puts the caret at the end of the paragraph that begins with these words, and types. */
async function writeAfter(window: FilmWindow, line: string, words: string): Promise<void> {
  // On its last line.
  await window.click(window.page.getByText(line), { x: 0.4, y: 0.85 });
  await window.page.keyboard.press("End");
  await elapse(200);
  await window.type(words, 75);
}

// ---- scene 3: a board, and its room in the dashboard

async function openDashboard(open: Open): Promise<{ readonly page: Page; readonly rooms: string }> {
  const page = await open("/sign-in", 760);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { origin: new URL(page.url()).origin, "x-weft-csrf": "1" };
    const response = await page.request.post(path, { data: body, headers });
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return response.json();
  };
  const account = { email: "ada@example.com", password: "a film of forty seconds" };
  await post("/internal/auth/sign-up/email", { ...account, name: "Ada Moreau", firstName: "Ada", lastName: "Moreau" });
  await post("/internal/auth/sign-in/email", account);
  const team = (await post("/internal/accounts", { name: "Looms" })) as { id: string };
  return { page, rooms: `/dashboard/${team.id}/projects/demo/rooms` };
}

async function openBoard(open: Open): Promise<Scene[]> {
  // The first account of a server gets its demo project.
  const { page, rooms } = await openDashboard(open);
  const visit = async (name: string, dye: string) => {
    const board = await open("/play/kanban/?room=launch-board", 760, {
      "weft:visitor:0": JSON.stringify({ name, dye }),
    });
    await board.locator(".connection[data-state=live]").waitFor();
    return board;
  };
  const adaPage = await visit("Ada Moreau", "indigo");
  await visit("Ben Okafor", "madder");
  await page.goto(`${rooms}/launch-board?tab=storage`);
  const line = (pointer: string) => page.locator(`[data-pointer="${pointer}"]`);
  for (const pointer of ["/cards", "/cards/pricing"]) {
    await line(pointer).waitFor();
    if ((await line(pointer).getAttribute("aria-expanded")) !== "true") await line(pointer).click();
  }
  await line("/cards/pricing/column").waitFor();
  const ada = new FilmWindow(adaPage, { title: "Ada", detail: "Kanban board", color: colors.ada });
  const inspector = new FilmWindow(page, { title: "Dashboard", detail: "The board’s room", color: colors.dashboard });
  const scene: Scene = {
    caption: "The dashboard shows every change to a room’s data, and who is connected.",
    lastsMs: 10_000,
    windows: [ada, inspector],
    async play() {
      await elapse(400);
      await ada.pointAt(adaPage.getByRole("button", { name: "Move: Review the pricing page" }));
      await ada.press();
      await ada.pointAt(adaPage.getByRole("region", { name: "In progress" }), { x: 0.3, y: 0.3 }, 1_400);
      await ada.release();
      await line("/cards/pricing/column").getByText("In progress").waitFor();
      await inspector.pointAt(line("/cards/pricing/column"), { x: 0.4 });
      await elapse(1_200);
      await inspector.click(page.getByRole("tab", { name: "Presence" }));
      const connection = page.getByRole("list", { name: "Connections" }).getByRole("listitem").last();
      await inspector.click(connection.getByRole("button", { name: /^Show presence of / }));
      await page
        .getByText(/Ada Moreau|Ben Okafor/u)
        .filter({ visible: true })
        .first()
        .waitFor();
      await elapse(readMs);
    },
  };
  return [scene];
}

// ---- scene 4: the document of the home page, while its server is killed

async function openNote(open: Open, server: ServerControl): Promise<Scene[]> {
  const stateOf = (page: Page) => page.getByTestId("demo-state");
  const fieldOf = (page: Page) => page.getByRole("textbox", { name: "Text of the launch note" });
  const isLive = (page: Page) => stateOf(page).getByText("Live", { exact: true }).waitFor();
  const isOnDisk = (page: Page) => page.getByTestId("disk-status").getByText("All edits flushed to disk").waitFor();
  const adaPage = await open("/", 800);
  await isLive(adaPage);
  const link = await adaPage.getByRole("link", { name: "Open a second window" }).getAttribute("href");
  const benPage = await open(link!, 800);
  await isLive(benPage);
  for (const page of [adaPage, benPage]) await scrollTo(page.getByRole("region", { name: "Launch note" }));
  const ada = new FilmWindow(adaPage, { title: "Ada", detail: "Document and live inspector", color: colors.ada });
  // The page chooses who a guest is.
  const self = benPage.getByRole("region", { name: "Live inspector" }).getByRole("listitem").filter({ hasText: "You" });
  const name = (await self.innerText()).split(/\s+/u).find((word) => /^[A-Z][a-z]+$/u.test(word)) ?? "A guest";
  const guest = new FilmWindow(benPage, { title: name, detail: "Document and live inspector", color: colors.ben });
  const states: ServerStateChange[] = [{ at: 0, isRunning: true }];
  const say = (isRunning: boolean) => states.push({ at: Date.now(), isRunning });
  const scene: Scene = {
    caption: "The server is killed while both write, and nothing is lost.",
    lastsMs: 11_500,
    windows: [ada, guest],
    serverStates: states,
    async play() {
      await Promise.all([
        ada.click(fieldOf(adaPage), { x: 0.4, y: 0.2 }),
        guest.click(fieldOf(benPage), { x: 0.3, y: 0.6 }),
      ]);
      await moveCaret(fieldOf(adaPage), "until you share them.");
      await moveCaret(fieldOf(benPage), "");
      const words = {
        ada: " Ada writes on while the server is down.",
        guest: `So does ${name}, and both texts meet again.`,
      };
      const writing = Promise.all([ada.type(words.ada, 120), guest.type(words.guest, 120)]);
      await elapse(1_200);
      say(false);
      await server.kill();
      await elapse(2_500);
      await server.restart();
      say(true);
      await writing;
      for (const page of [adaPage, benPage]) {
        await isLive(page);
        await isOnDisk(page);
      }
      // Both have what both wrote.
      const [text, other] = await Promise.all(
        [adaPage, benPage].map((page) => settled(fieldOf(page), Object.values(words))),
      );
      if (text !== other) throw new Error(`One sees ${text}, the other ${other}.`);
      await elapse(readMs);
    },
  };
  return [scene];
}

/** Puts the caret behind these words, or at the end. */
async function moveCaret(field: Locator, words: string): Promise<void> {
  await field.evaluate((element, after) => {
    const area = element as unknown as TextArea;
    const at = after === "" ? area.value.length : area.value.indexOf(after) + after.length;
    area.setSelectionRange(at, at);
  }, words);
}

interface TextArea {
  readonly value: string;
  setSelectionRange(start: number, end: number): void;
}

/** How long both may take to have the same text. */
const settleMs = 20_000;

/** Waits until a field has all these words, and reads it. */
async function settled(field: Locator, words: readonly string[]): Promise<string> {
  for (const until = Date.now() + settleMs; ;) {
    const text = await field.inputValue();
    if (Date.now() > until) throw new Error(`Something is missing in: ${text}`);
    if (words.every((each) => text.includes(each))) return text;
    await elapse(50);
  }
}

async function scrollTo(target: Locator): Promise<void> {
  await target.evaluate((element) =>
    (element as unknown as { scrollIntoView(how: object): void }).scrollIntoView({ block: "center" }),
  );
}
