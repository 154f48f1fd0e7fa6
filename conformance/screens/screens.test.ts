/**
 * Every component of `@weft/react-ui` and the text editors in a browser, in light and dark: no findings in axe, and no console messages. With
 * `WEFT_SCREENS` set to a folder, as `npm run screens` does, pictures of them are put there.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { takeWebp } from "@weft/testkit/browser";
import axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editorScenes } from "./editor-scenes.ts";
import { scenes } from "./scenes.ts";
import { openTheatre, usualHeight } from "./theatre.ts";
import type { OpenStage, Theatre } from "./theatre.ts";

const folder = process.env["WEFT_SCREENS"];
const chosen = process.env["WEFT_SCENES"]?.split(",");
const shown = [...scenes, ...editorScenes].filter(({ name }) => chosen?.includes(name) ?? true);

let theatre: Theatre;
beforeAll(async () => void (theatre = await openTheatre()));
afterAll(() => theatre[Symbol.asyncDispose]());

test("[UI150] in light and dark, no component causes findings in axe or console messages", async () => {
  const stage = await theatre.open({ name: "user" });
  const { page, show, light, complaints } = stage;
  const faults: string[] = [];
  for (const scene of shown) {
    await light("light");
    await show(scene);
    for (const colorScheme of ["light", "dark"] as const) {
      await light(colorScheme);
      faults.push(...(await faultsOf(page, colorScheme)).map((fault) => `${scene.name}, ${colorScheme}: ${fault}`));
      await take(stage, `${scene.name}-${colorScheme}`);
    }
  }
  expect(faults).toEqual([]);
  // The browser itself reports the upload that is refused, and the answer that fails.
  expect(complaints.filter((text) => !/status of (403|429)/u.test(text))).toEqual([]);
});

const others = [
  { form: "phone", name: "mobile-user", width: 390, isTouched: true },
  { form: "rtl", name: "arabic-user", language: "ar" },
] as const;

test.runIf(folder !== undefined).for(others)("pictures: $form", async ({ form, ...options }) => {
  const stage = await theatre.open(options);
  for (const scene of shown) {
    await stage.show(scene);
    await take(stage, `${scene.name}-${form}`);
  }
});

/** In dark, only the colors are others. */
async function faultsOf(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(colorScheme === "dark" && { runOnly: ["color-contrast"] }),
    rules: {
      // What floats is rendered at the end of the body, outside of the landmarks of the application.
      region: { enabled: false },
      // Initials stand for a picture, which no user reads out as they are written.
      "label-content-name-mismatch": { enabled: false },
    },
  };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + " at " + nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")))`);
}

/** As high as what is shown, with what floats above it. */
async function take({ page, resize }: OpenStage, name: string): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const height: number = await page.evaluate(
    `Math.ceil(Math.max(...Array.from(document.querySelectorAll("main, .lb-portal"), (element) =>
      element.getBoundingClientRect().bottom + scrollY + (element.matches("main") ? 0 : 24))))`,
  );
  await resize(Math.max(height, usualHeight));
  const picture = await takeWebp(page, { width: page.viewportSize()!.width, height, quality: 80 });
  await resize(usualHeight);
  await writeFile(join(folder, `${name}.webp`), picture);
}
