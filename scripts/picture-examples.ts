/**
 * `npm run pictures`: pictures of every example of the gallery as it runs, with its scripted user, light and dark, in
 * `apps/site/public/pictures`. `npm run pictures -- kanban map` takes those of some examples again.
 */
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as elapse } from "node:timers/promises";
import { examples } from "@weft/example-catalogue";
import { bundleServer, spawnServer } from "@weft/testkit";
import { defaultModel, openAiProvider, promptOf } from "@weft/testkit/ai-provider";
import type { ProviderAnswer, ProviderRequest } from "@weft/testkit/ai-provider";
import { openBrowser, takeWebp } from "@weft/testkit/browser";
import type { Page } from "playwright-core";
import { root } from "./sources.ts";

const folder = join(root, "apps", "site", "public", "pictures");
/** Wide enough for the panels beside the content; in the proportions of the cards of the gallery. */
const viewport = { width: 1000, height: 600 };
const scale = 0.8;
/** How long the scripted user acts before the picture is taken. */
const actsMs = 6_000;

/** What happens before the scripted user has a part in it. */
const visits: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "text-comments": (page) => page.locator(".ProseMirror p").filter({ hasText: /\w/u }).first().waitFor(),
  "ai-chat": async (page) => {
    await page.getByRole("button", { name: "Which orders have not been sent yet?" }).click();
    await page.getByText("Two orders wait").waitFor();
  },
};

const wanted = process.argv.slice(2);
const named = examples.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (named.length === 0) throw new Error(`There is no example named ${wanted.join(" or ")}.`);

execFileSync(process.execPath, [join(root, "scripts", "build-examples.ts")], { stdio: "inherit" });
bundleServer();
await mkdir(folder, { recursive: true });
await using provider = await openAiProvider();
provider.answer = answer;
await using server = await spawnServer({ env: defaultModel(provider) });
const browser = await openBrowser();
try {
  for (const { name } of named) {
    for (const theme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport, colorScheme: theme, baseURL: server.url });
      const page = await context.newPage();
      await page.goto(`/play/${name}/?room=picture-${name}-${theme}&preview`);
      await page.getByRole("main").waitFor();
      await visits[name]?.(page);
      await elapse(actsMs);
      const bytes = await takeWebp(page, { ...viewport, scale, quality: 72 });
      await writeFile(join(folder, `${name}-${theme}.webp`), bytes);
      console.log(`${name.padEnd(24)} ${theme.padEnd(6)} ${(bytes.byteLength / 1000).toFixed(1).padStart(6)} KB`);
      await context.close();
    }
  }
} finally {
  await browser.close();
}

/** Answers of a model, which the pictures of copilots show. */
function answer(request: ProviderRequest): ProviderAnswer {
  if (!request.streamed) return { pieces: [{ text: "Orders to send" }] };
  const { result } = promptOf(request);
  if (result !== undefined) return { pieces: [{ text: "Two orders wait: the walnut desk and the desk lamp." }] };
  const call = { id: "call_1", name: "find-orders", arguments: JSON.stringify({ status: "processing" }) };
  return { pieces: [{ call }] };
}
