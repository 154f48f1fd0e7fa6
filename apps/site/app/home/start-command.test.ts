import { expect, test } from "vitest";
import { startCommands } from "./start-command.ts";

test("without a repository, the command is the one for a checkout", () => {
  for (const none of [null, undefined]) expect(startCommands(none)).toEqual(["npm install && npm start"]);
});

test.for([
  ["https://github.com/example/weft", "weft"],
  ["https://git.example.com/tools/weft-fork.git", "weft-fork"],
  ["https://git.example.com", "weft"],
])("%s is cloned into the folder %s, where the command works", ([url, folder]) => {
  expect(startCommands(url)).toEqual([`git clone ${url}`, `cd ${folder}`, "npm install && npm start"]);
});
