import { expect, test } from "vitest";
import { createCommand } from "./create-command.ts";

const copy = "todo-list --example todo-list";

test("the reader's own server serves the command that copies an example", () => {
  const plain = `npx --yes http://localhost:7070/packages/create-weft-0.1.0.tgz ${copy}`;
  expect(createCommand("todo-list", {})).toBe(plain);
  expect(createCommand("todo-list", { serverUrl: "http://localhost:7070" })).toBe(plain);
});

test("an example is copied with the settings that differ from its own", () => {
  expect(createCommand("todo-list", { serverUrl: "https://weft.test", publicKey: "pk_dev_1" })).toBe(
    `npx --yes https://weft.test/packages/create-weft-0.1.0.tgz ${copy} --url https://weft.test --key pk_dev_1`,
  );
});
