import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

const chapters = [
  "welcome",
  "connecting",
  "joining-a-room",
  "others",
  "presence",
  "updating-presence",
  "live-cursors",
  "broadcasting-events",
  "storage",
  "modifying-storage-data",
  "nesting-data-types",
];
const address = (chapter: string) => `/docs/tutorial/react/getting-started/${chapter}`;

const windowOf = (page: Page, person: "Ada" | "Grace"): FrameLocator =>
  page.frameLocator(`iframe[title="${person}’s window"]`);

const editorOf = (page: Page, file: string) => page.getByRole("textbox", { name: file, exact: true });

/** Writes a whole file, as if it were pasted. */
async function write(page: Page, file: string, text: string): Promise<void> {
  await page.getByRole("list", { name: "Files" }).getByRole("button", { name: file }).click();
  await editorOf(page, file).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

async function check(page: Page, says: string): Promise<void> {
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("status").getByText(says, { exact: true }).waitFor();
}

const greeting = (words: string) => `export default function App() {
  return (
    <main>
      <h1>${words}</h1>
    </main>
  );
}
`;

test("every chapter starts incomplete, and its solution does every step without counting as done", async () => {
  const page = await journey.visit(address("welcome"));
  for (const [index, chapter] of chapters.entries()) {
    if (index > 0) await page.waitForURL(`**${address(chapter)}`);
    await windowOf(page, "Grace").locator("main, p").first().waitFor();
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page
      .getByRole("status")
      .getByText(/^\d of \d steps done\.$/u)
      .waitFor();
    await page.getByRole("button", { name: "Show solution" }).click();
    await check(page, "The solution does every step.");
    if (index < chapters.length - 1) await page.getByRole("link", { name: /^Next: / }).click();
  }
  expect(await page.getByText(/^\d+ done$/u).allInnerTexts()).toEqual([]);
  expect(journey.complaints).toEqual([]);
});

test("the program runs for two users, who see each other", async () => {
  const page = await journey.visit(address("updating-presence"));
  await windowOf(page, "Ada").getByText("Grace").waitFor();
  await windowOf(page, "Grace").getByText("Ada", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Show solution" }).click();
  await windowOf(page, "Ada").getByText("Grace").waitFor();
  await windowOf(page, "Ada").getByLabel("Your note").fill("writing the agenda");
  await windowOf(page, "Grace").getByText("writing the agenda").waitFor();

  await page.getByRole("button", { name: "Back to my code" }).click();
  // The windows show what ran before until the other program has started.
  await windowOf(page, "Grace").getByLabel("Your note").waitFor({ state: "detached" });
  await windowOf(page, "Grace").getByText("Ada", { exact: true }).waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a check says what is missing, then that all is done; code and progress survive a reload", async () => {
  const page = await journey.visit(address("welcome"));
  await windowOf(page, "Grace").getByText("Hello, world").waitFor();
  await check(page, "0 of 2 steps done.");
  const steps = page.getByRole("list", { name: "What the check looks at" });
  await steps.getByText("App.tsx greets Weft").waitFor();

  await write(page, "App.tsx", greeting("Hello, Weft"));
  await windowOf(page, "Ada").getByText("Hello, Weft").waitFor();
  await windowOf(page, "Grace").getByText("Hello, Weft").waitFor();
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("status").getByText("Chapter done.").waitFor();
  await page.getByText("1 done").waitFor();

  await page.reload();
  await page.getByText("1 done").waitFor();
  await windowOf(page, "Grace").getByText("Hello, Weft").waitFor();
  expect(await editorOf(page, "App.tsx").textContent()).toContain("Hello, Weft");

  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset code" }).click();
  await windowOf(page, "Grace").getByText("Hello, world").waitFor();
  await page.reload();
  await windowOf(page, "Grace").getByText("Hello, world").waitFor();
  await page.getByText("1 done").waitFor();
  expect(journey.complaints).toEqual([]);
});

test("a broken program shows where it fails, and runs again once it is fixed", async () => {
  const page = await journey.visit(address("welcome"));
  await windowOf(page, "Grace").getByText("Hello, world").waitFor();
  const status = page.getByRole("status");
  const failure = windowOf(page, "Ada").getByRole("alert");

  await write(page, "App.tsx", "export default function App() {\n  return <p>one</b>;\n}\n");
  await status.getByText("Stopped in App.tsx, line 2.").waitFor();
  await failure.getByText("Expected corresponding JSX closing tag for <p>.").waitFor();
  await windowOf(page, "Grace").getByRole("alert").getByText("App.tsx, line 2").waitFor();

  await write(
    page,
    "App.tsx",
    "export default function App() {\n  const none = null;\n\n  return <p>{none.name}</p>;\n}\n",
  );
  await failure.getByText(/TypeError/u).waitFor();
  await status.getByText("Stopped in App.tsx, line 4.").waitFor();

  await write(page, "App.tsx", `import { useRoom } from "@weft/react";\n${greeting("{String(useRoom())}")}`);
  await failure.getByText("This component is not in a room").waitFor();
  await status.getByText(/^Stopped in App\.tsx/u).waitFor();

  await write(page, "App.tsx", `import { chunk } from "lodash";\n${greeting("{chunk([1])}")}`);
  await failure.getByText("The package “lodash” isn't available.").waitFor();

  await write(page, "App.tsx", `${greeting("one")}while (true);\n`);
  await failure.getByText("A loop ran for more than a second").waitFor();
  await status.getByText("Stopped in App.tsx, line 8.").waitFor();

  await write(page, "App.tsx", greeting("Mended"));
  await windowOf(page, "Grace").getByText("Mended").waitFor();
  await expect.poll(() => failure.count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

test("a program has no identity: it reads nothing of the site and acts for no user", async () => {
  const page = await journey.visit(address("welcome"));
  await windowOf(page, "Grace").getByText("Hello, world").waitFor();
  await write(
    page,
    "App.tsx",
    `const attempt = (what: () => unknown) => {
  try {
    return String(what());
  } catch (error) {
    return (error as Error).name;
  }
};

export default function App() {
  return (
    <main>
      <p>origin {window.origin}</p>
      <p>storage {attempt(() => localStorage.length)}</p>
      <p>cookies {attempt(() => document.cookie)}</p>
      <p>page {attempt(() => parent.document.title)}</p>
    </main>
  );
}
`,
  );
  const grace = windowOf(page, "Grace");
  for (const line of ["origin null", "storage SecurityError", "cookies SecurityError", "page SecurityError"])
    await grace.getByText(line).waitFor();

  // Opened on its own, the runner's address has the same sandbox.
  const runner = await page.request.get("/play/tutorial-runner");
  expect(runner.headers()["content-security-policy"]).toContain("sandbox allow-scripts allow-forms;");
  const chapter = await page.request.get(address("welcome"));
  expect(chapter.headers()["content-security-policy"]).not.toMatch(/unsafe-eval|sandbox/u);
  expect(journey.complaints).toEqual([]);
});

test("Escape and Tab leave the editor, and a chapter fits a phone", async () => {
  const page = await journey.visit(address("others"));
  await windowOf(page, "Grace").getByText("You, connection").waitFor();
  const editor = editorOf(page, "Room.tsx");
  await editor.click();
  await page.keyboard.press("Tab");
  await page.locator("[role=textbox]:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.locator("button:focus", { hasText: "Check" }).waitFor();

  const phone = await journey.visit(address("others"), { device: "phone", theme: "dark" });
  await windowOf(phone, "Grace").getByText("You, connection").waitFor();
  expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
  const [text, workspace] = await Promise.all(
    [phone.getByRole("heading", { name: "List people" }), phone.getByRole("region", { name: "Workspace" })].map(
      async (part) => (await part.boundingBox())!.y,
    ),
  );
  expect(text).toBeLessThan(workspace!);
  expect(journey.complaints).toEqual([]);
});

test("older addresses lead to the first chapter, and search knows the tutorial", async () => {
  const page = await journey.visit("/docs/tutorial");
  await page.waitForURL(`**${address("welcome")}`);
  await windowOf(page, "Grace").getByText("Hello, world").waitFor();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByPlaceholder("Search…").fill("tutorials");
  await page
    .getByRole("option", { name: /Tutorials/u })
    .first()
    .waitFor();
  expect(journey.complaints).toEqual([]);
});
