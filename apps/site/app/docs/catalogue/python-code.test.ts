/** The Python code of the documentation: it is Python, and the check of webhooks accepts what the server signs. */
import { createHmac } from "node:crypto";
import { spawnSync } from "node:child_process";
import type { Code } from "mdast";
import { visit } from "unist-util-visit";
import { describe, expect, test } from "vitest";
import { parseCodeMeta } from "../mdx/code-meta.ts";
import { parseMdx } from "../mdx/parse.ts";
import { withDefaults } from "../mdx/placeholders.ts";
import { readPages } from "./read-pages.ts";

const blocks = [...readPages().values()].flatMap(({ route, body }) => {
  const found: { where: string; file: string; code: string }[] = [];
  visit(parseMdx(body), "code", ({ lang, meta, value, position }: Code) => {
    if (lang !== "python") return;
    const file = parseCodeMeta(meta ?? "").file ?? "";
    found.push({ where: `${route}:${position?.start.line} ${file}`, file, code: withDefaults(value) });
  });
  return found;
});

function python(program: string, input: string): { readonly status: number | null; readonly stdout: string } {
  return spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
}

test("the page about Python has code for every step", () => {
  const files = blocks.filter(({ where }) => where.startsWith("/docs/tools/python:")).map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(["weft.py", "auth.py", "rooms.py", "storage.py", "webhooks.py"]));
});

describe.skipIf(python("print(1)", "").status !== 0)("with Python on this machine", () => {
  test("every block is Python", () => {
    const check = `
import ast, json, sys
for block in json.load(sys.stdin):
    try:
        ast.parse(block["code"])
    except SyntaxError as error:
        print(block["where"], error)
`;
    const { status, stdout } = python(check, JSON.stringify(blocks));
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  test("the check of webhooks accepts a signature of the server, and nothing else", () => {
    const { code } = blocks.find(
      ({ where, file }) => where.startsWith("/docs/tools/python:") && file === "webhooks.py",
    )!;
    const key = Buffer.from("a secret of some length");
    const body = '{"type":"roomCreated"}';
    const now = Math.floor(Date.now() / 1_000);
    const sign = (at: number) => `v1,${createHmac("sha256", key).update(`msg_1.${at}.${body}`).digest("base64")}`;
    const tries = [
      { at: now, signature: sign(now), body, genuine: true },
      { at: now, signature: `v1,AAAA ${sign(now)}`, body, genuine: true },
      { at: now, signature: sign(now), body: `${body} `, genuine: false },
      { at: now - 1_000, signature: sign(now - 1_000), body, genuine: false },
      { at: "soon", signature: sign(now), body, genuine: false },
    ];
    const program = `${code}
import json, sys
for each in json.load(sys.stdin):
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(each["at"]), "webhook-signature": each["signature"]}
    print(is_genuine("whsec_${key.toString("base64")}", headers, each["body"].encode()))
`;
    expect(python(program, JSON.stringify(tries)).stdout.trim().split("\n")).toEqual(
      tries.map(({ genuine }) => (genuine ? "True" : "False")),
    );
  });
});
