import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { chapterHref, chapters } from "./chapters.ts";
import { checks, codeOf } from "./checks.ts";
import { firstFile, inOrder } from "./file-order.ts";
import { playgroundFile, playgroundName } from "./playground.ts";
import { composePrograms } from "./programs.ts";
import { officialForm } from "../docs/mdx/package-families.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";

const here = fileURLToPath(new URL("./", import.meta.url));
const site = join(here, "../..");
const sources = Object.fromEntries(
  globSync("programs/**/*.{ts,tsx,css}", { cwd: here }).map((file) => [
    `./${file.replaceAll("\\", "/")}`,
    readFileSync(join(here, file), "utf8"),
  ]),
);
const programs = composePrograms(sources);

describe.each(chapters.map(({ slug }) => slug))("%s", (slug) => {
  const { start, solution } = programs.get(slug)!;
  const written = checks[slug]!.filter((step) => step.kind === "source");

  test("its solution contains all code that the check requires, and its start does not", () => {
    expect(written.filter(({ holds }) => !holds(codeOf(solution))).map(({ says }) => says)).toEqual([]);
    expect(written.some(({ holds }) => holds(codeOf(start)))).toBe(false);
  });

  test("its check also tries the program, and names every step once", () => {
    const steps = checks[slug]!;
    expect(steps.some(({ kind }) => kind === "windows")).toBe(true);
    expect(new Set(steps.map(({ says }) => says)).size).toBe(steps.length);
  });

  test("it has a page, and every file that the page shows", async () => {
    const text = await readFile(join(site, "content", `${chapterHref(slug)}.mdx`), "utf8");
    const shown = [...text.matchAll(/file="([^"]+)"/gu)].map(([, file]) => file);
    expect(Object.keys(solution)).toEqual(expect.arrayContaining(shown));
  });
});

test("each chapter has a program and a check, and there are no others", () => {
  const slugs = chapters.map(({ slug }) => slug);
  expect(Object.keys(checks)).toEqual(slugs);
  const folders = new Set(Object.keys(sources).map((path) => path.split("/")[2]));
  expect(folders).toEqual(new Set(slugs));
});

test("a chapter continues from the previous solution, without the files that it drops", () => {
  const { solution } = programs.get("connecting")!;
  const { start } = programs.get("joining-a-room")!;
  expect(start["styles.css"]).toBe(solution["styles.css"]);
  expect(solution).toHaveProperty(["Ready.tsx"]);
  expect(start).not.toHaveProperty(["Ready.tsx"]);
});

test("a chapter opens at the first file to edit, and lists read-only files last", () => {
  expect(firstFile(programs.get("others")!)).toBe("Room.tsx");
  expect(inOrder(programs.get("live-cursors")!.start)).toEqual([
    "App.tsx",
    "Room.tsx",
    "Cursor.tsx",
    "weft.config.ts",
    "stage.css",
    "styles.css",
    playgroundName,
  ]);
});

test("comments are not code", () => {
  const code = codeOf({ "App.tsx": 'a(); // b()\n{/* c() */}\n  // d()\nconst e = "http://f";' });
  expect(code("App.tsx")).toBe('a(); { } const e = "http://f";');
  expect(code("None.tsx")).toBe("");
});

/** The program as it would be with the official packages. */
const officialFiles = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, officialForm(text)]));

test("every solution type-checks with the official packages, and the last one with Weft's own", async () => {
  await mkdir(join(site, ".react-router"), { recursive: true });
  const folder = await mkdtemp(join(site, ".react-router", "tutorial-"));
  try {
    await writeFile(join(folder, "css.d.ts"), 'declare module "*.css";\n');
    const playground = playgroundFile({ baseUrl: "", publicKey: "", roomId: "", myName: "" });
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2024",
      lib: ["es2024", "dom", "dom.iterable", "esnext.disposable"],
      module: "esnext",
      moduleResolution: "bundler",
      allowImportingTsExtensions: true,
      jsx: "react-jsx",
      types: [],
    };
    const projects: string[] = [];
    const write = async (name: string, solution: Files) => {
      const config = join(folder, name, "tsconfig.json");
      await mkdir(dirname(config), { recursive: true });
      for (const [file, text] of Object.entries({ ...solution, [playgroundName]: playground }))
        await writeFile(join(folder, name, file), text);
      await writeFile(config, JSON.stringify({ compilerOptions, include: ["./**/*", "../css.d.ts"] }));
      projects.push(config);
    };
    // Weft's own packages are checked from their sources, which takes too long to do for each chapter.
    await write("own", programs.get(chapters.at(-1)!.slug)!.solution);
    for (const [slug, { solution }] of programs) await write(slug, officialFiles(solution));
    const tsc = join(site, "../../node_modules/.bin/tsc");
    const { stdout } = await promisify(execFile)(tsc, ["--build", "--pretty", "false", ...projects]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
