import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command.ts";

test("a shell passes the URL, the headers and the body to curl as they are", () => {
  const body = JSON.stringify({ text: "it's $HOME `id` \\ \n" });
  const command = curlCommand({ url: "https://a.test/?a=1&b='2'", headers: [["x-own", "it's"]], body });
  const shell = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  expect(execFileSync("sh", ["-c", shell], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual([
    "--request",
    "POST",
    "https://a.test/?a=1&b='2'",
    "--header",
    "x-own: it's",
    "--data-raw",
    body,
  ]);
});
