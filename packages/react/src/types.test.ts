import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const consumer = fileURLToPath(new URL("../consumer", import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

test("[RE50] hooks have the types that an application declares, with interfaces and globally", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", consumer]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe("");
}, 120_000);
