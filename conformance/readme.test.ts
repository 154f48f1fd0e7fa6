import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@weft/testkit";
import { expect, test, vi } from "vitest";
import { hungMs } from "./support/waiting.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A running program, with its output so far. */
function start(file: string, argument: string) {
  const child = spawn(process.execPath, [file, argument], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return {
    said: () => said,
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

test("the README's first program does what the README says, run twice at once", async () => {
  await using server = await startServer();
  const readme = await readFile(join(root, "README.md"), "utf8");
  const program = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
  const curl = /curl (http:\S+) -H "(Authorization): (Bearer) sk_…"/.exec(readme)!;
  const readNotes = async () => {
    const url = curl[1]!.replace("http://localhost:7070", server.url);
    const answer = await fetch(url, { headers: { [curl[2]!]: `${curl[3]} ${server.secretKey}` } });
    return ((await answer.json()) as { notes?: string[] }).notes ?? [];
  };
  const folder = await mkdtemp(join(tmpdir(), "weft-readme-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const file = join(folder, "hello.mjs");
    await writeFile(file, program.replaceAll("http://localhost:7070", server.url));
    using first = start(file, server.publicKey);
    await vi.waitFor(async () => expect(await readNotes()).toHaveLength(1), { timeout: hungMs });
    using second = start(file, server.publicKey);
    await vi.waitFor(
      () => {
        for (const { said } of [first, second]) {
          expect(said()).toContain("Others in the room: 1");
          expect(said().match(/'written at [^']+',\s+'written at [^']+'/), said()).not.toBe(null);
        }
      },
      { timeout: hungMs },
    );
    expect(await readNotes()).toHaveLength(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});
