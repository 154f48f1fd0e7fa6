import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";
import { installCommand } from "./install-command.ts";
import { officialForm } from "./package-families.ts";

const plain = { lines: new Set<number>(), words: [] };

test("a sample reads as it would with the official packages", () => {
  const own = [
    'import { LiveList } from "@weft/client";',
    'import { useWrite, WeftProvider } from "@weft/react/suspense";',
    "declare global {",
    "  interface Weft {}",
    "}",
    'const weft = new Weft({ baseUrl: "https://weft.example.com" });',
    "weft.getRooms();",
    '<WeftProvider authEndpoint="/api/auth"></WeftProvider>;',
    "catch (error) { error instanceof WeftError; }",
  ].join("\n");
  expect(officialForm(own)).toBe(
    [
      'import { LiveList } from "@liveblocks/client";',
      'import { useWrite, LiveblocksProvider } from "@liveblocks/react/suspense";',
      "declare global {",
      "  interface Liveblocks {}",
      "}",
      // Variables and addresses are the reader's own.
      'const weft = new Liveblocks({ baseUrl: "https://weft.example.com" });',
      "weft.getRooms();",
      '<LiveblocksProvider authEndpoint="/api/auth"></LiveblocksProvider>;',
      "catch (error) { error instanceof LiveblocksError; }",
    ].join("\n"),
  );
});

test("the bindings of stores have other names too", () => {
  expect(officialForm('import { weft, type WithWeft } from "@weft/zustand";\nweft((set) => ({}), {});')).toBe(
    'import { liveblocks, type WithLiveblocks } from "@liveblocks/zustand";\nliveblocks((set) => ({}), {});',
  );
  expect(officialForm('import { actions, weftEnhancer } from "@weft/redux";')).toBe(
    'import { actions, liveblocksEnhancer } from "@liveblocks/redux";',
  );
});

test("the components and their configuration have other names too", () => {
  const own =
    'import { WeftUiConfig, type WeftUiConfigProps } from "@weft/react-ui";\nimport "@weft/react-ui/styles.css";';
  expect(officialForm(own)).toBe(
    'import { LiveblocksUiConfig, type LiveblocksUiConfigProps } from "@liveblocks/react-ui";\nimport "@liveblocks/react-ui/styles.css";',
  );
});

test("what text editors are made with has other names too", () => {
  expect(
    officialForm(
      [
        'import { useWeftExtension } from "@weft/react-tiptap";',
        'import { weftConfig, WeftPlugin } from "@weft/react-lexical";',
        'import { useCreateBlockNoteWithWeft, withWeftSchema } from "@weft/react-blocknote";',
        'import "@weft/react-tiptap/styles.css";',
        "<WeftPlugin></WeftPlugin>;",
        "function useWeftExtension(options?: WeftEditorOptions): Extension;",
      ].join("\n"),
    ),
  ).toBe(
    [
      'import { useLiveblocksExtension } from "@liveblocks/react-tiptap";',
      'import { liveblocksConfig, LiveblocksPlugin } from "@liveblocks/react-lexical";',
      'import { useCreateBlockNoteWithLiveblocks, withLiveblocksSchema } from "@liveblocks/react-blocknote";',
      'import "@liveblocks/react-tiptap/styles.css";',
      "<LiveblocksPlugin></LiveblocksPlugin>;",
      "function useLiveblocksExtension(options?: LiveblocksExtensionOptions): Extension;",
    ].join("\n"),
  );
});

test("a package without an official counterpart keeps its name", () => {
  expect(officialForm('import { createMemoryServer } from "@weft/testing";')).toContain('"@weft/testing"');
});

test("highlighted code has the names of both families, and only where it is switched", async () => {
  const code = 'import { WeftProvider } from "@weft/react";';
  const html = await highlight(code, "tsx", plain, true);
  expect(html).toContain(
    '<span class="for-weft">WeftProvider</span><span class="for-liveblocks" data-skip="">LiveblocksProvider</span>',
  );
  expect(html).toContain(
    '<span class="for-weft">@weft/react</span><span class="for-liveblocks" data-skip="">@liveblocks/react</span>',
  );
  expect(await highlight(code, "tsx", plain)).not.toContain("iveblocks");
});

test("a name has the color that it would have by itself", async () => {
  const kinds = (html: string) => [...html.matchAll(/t-[\w-]+/gu)].map(([kind]) => kind);
  const code = 'import { Weft, WeftError } from "@weft/node";\nnew Weft({});\n<WeftProvider />;\nweft(1);';
  expect(kinds(await highlight(code, "tsx", plain, true))).toEqual(kinds(await highlight(code, "tsx", plain)));
});

test("Weft's own packages are installed from the reader's server, the official ones in the tested version", () => {
  expect(installCommand("weft", { packages: ["client", "yjs"], others: ["yjs"] })).toBe(
    "npm install {{SERVER_URL}}/packages/client.tgz {{SERVER_URL}}/packages/yjs.tgz yjs",
  );
  // Every other package depends on the client, and no registry has it.
  expect(installCommand("weft", { packages: ["node"] })).toContain("/packages/client.tgz ");
  expect(installCommand("liveblocks", { packages: ["node"] })).toMatch(
    /^npm install @liveblocks\/node@\d+\.\d+\.\d+$/u,
  );
  // Packages of two versions refuse to work together, and the bindings are tested with another version than the client.
  expect(installCommand("liveblocks", { packages: ["client", "redux"] })).toMatch(
    /^npm install @liveblocks\/client@([\d.]+) @liveblocks\/redux@\1$/u,
  );
  expect(() => installCommand("liveblocks", { packages: ["testing"] })).toThrow("@liveblocks/testing");
});

test("the official packages have a command for every package manager", () => {
  const install = { packages: ["client"], others: ["yjs"] };
  expect(installCommand("liveblocks", install, "pnpm")).toMatch(/^pnpm add @liveblocks\/client@[\d.]+ yjs$/u);
  expect(installCommand("liveblocks", { ...install, dev: true }, "yarn")).toMatch(/^yarn add --dev @liveblocks/u);
});
