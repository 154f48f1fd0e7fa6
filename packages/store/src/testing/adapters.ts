import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../open.ts";
import type { Store, StoreOptions } from "../open.ts";

/** An empty directory that is removed with everything in it. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "weft-store-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Each kind of database that the contract suites run on. */
export const adapters: readonly (readonly [name: string, open: () => Promise<{ store: Store } & AsyncDisposable>])[] = [
  ["SQLite in memory", async () => openTemporary("sqlite::memory:")],
  ["SQLite in a file", async () => openTemporary("file")],
];

async function openTemporary(kind: "sqlite::memory:" | "file", options?: StoreOptions) {
  await using stack = new AsyncDisposableStack();
  const url = kind === "file" ? `sqlite:${join(stack.use(temporaryDirectory()).path, "weft.db")}` : kind;
  const store = stack.use(await openStore(url, options));
  const held = stack.move();
  return { store, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
