import { expect, test } from "vitest";
import { installedNames } from "./installed-names.ts";

const namesIn = (text: string) => installedNames(text).map(({ name }) => name);

test("the packages that a command installs or runs are found, without versions and options", () => {
  const commands: Record<string, string[]> = {
    "npm install": [],
    "npm install && npm start": [],
    "npm install @liveblocks/client@3.24.2 yjs": ["@liveblocks/client", "yjs"],
    "npm i --save-dev vitest": ["vitest"],
    "npm install -w @weft/example-kanban yjs": ["yjs"],
    "pnpm add @weft/client": ["@weft/client"],
    "yarn add a \\\n  b": ["a", "b"],
    "bun add weft # the client": ["weft"],
    "npx weft backup file.db": ["weft"],
    "npx --yes create-weft my-app": ["create-weft"],
    "npx -p node@24 node hello.mjs pk_…": ["node"],
    "npm exec --package=@weft/cli -- weft": ["@weft/cli"],
    "pnpm dlx create-weft@latest": ["create-weft"],
    "npm create weft@latest my-app -- --example kanban": ["create-weft"],
    "yarn create @weft/app my-app": ["@weft/create-app"],
    "npm init weft": ["create-weft"],
    "npx --yes http://localhost:7070/packages/create-weft-0.1.0.tgz a": [
      "http://localhost:7070/packages/create-weft-0.1.0.tgz",
    ],
    "npx --yes {{CREATE_WEFT}} my-app": ["{{CREATE_WEFT}}"],
    "npm run weft -- backup file.db": [],
    'say "npm install weft", then': ["weft"],
    "`npm create weft` copies": ["create-weft"],
  };
  for (const [text, names] of Object.entries(commands)) expect([text, namesIn(text)]).toEqual([text, names]);
});

test("a command has its offset, even after a line that continues", () => {
  expect(installedNames("npm install a \\\n  b\nnpx weft")).toEqual([
    { name: "a", at: 0 },
    { name: "b", at: 0 },
    { name: "weft", at: 20 },
  ]);
});
