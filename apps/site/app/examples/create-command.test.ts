import { expect, test } from "vitest";
import { createCommand } from "./create-command.ts";

test("an example is copied with the settings that differ from its own", () => {
  const plain = "npm create weft@latest todo-list -- --example todo-list";
  expect(createCommand("todo-list", {})).toBe(plain);
  expect(createCommand("todo-list", { serverUrl: "http://localhost:7070" })).toBe(plain);
  expect(createCommand("todo-list", { serverUrl: "https://weft.test", publicKey: "pk_dev_1" })).toBe(
    `${plain} --url https://weft.test --key pk_dev_1`,
  );
});
