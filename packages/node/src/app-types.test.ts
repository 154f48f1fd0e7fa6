/** What an application compiles: the types that it declares are those of methods. It is compiled by itself, as they are global. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const application = `
import type { LiveList } from "@weft/node";
import { Liveblocks } from "@weft/node";

declare global {
  interface Liveblocks {
    Storage: { todos: LiveList<string>; title: string };
    UserMeta: { id: string; info: { name: string } };
    RoomEvent: { type: "ping" };
    ThreadMetadata: { color: string; size?: number };
    CommentMetadata: { tag: string };
    ActivitiesData: { $build: { ok: boolean } };
  }
}

const api = new Liveblocks({ secret: "sk_1", baseUrl: "http://localhost" });
const body = { version: 1 as const, content: [] };
export async function run() {
  await api.mutateStorage("a", ({ root }) => {
    root.get("todos").push("b");
    root.set("title", "t");
    // @ts-expect-error: it is a text
    root.set("title", 5);
  });
  const { todos } = await api.getStorageDocument("a", "json");
  const first: string | undefined = todos[0];
  api.prepareSession("ada", { userInfo: { name: "Ada" } });
  // @ts-expect-error: the information is required
  api.prepareSession("ada");
  // @ts-expect-error: a name is a text
  await api.identifyUser("ada", { userInfo: { name: 5 } });
  const { data } = await api.getActiveUsers("a");
  const name: string | undefined = data[0]?.info.name;
  await api.broadcastEvent("a", { type: "ping" });
  // @ts-expect-error: it is not such an event
  await api.broadcastEvent("a", { type: "pong" });
  const comment = { userId: "ada", body, metadata: { tag: "t" } };
  const thread = await api.createThread({ roomId: "a", data: { comment, metadata: { color: "red" } } });
  const color: string = thread.metadata.color;
  // @ts-expect-error: the metadata of the thread is required
  await api.createThread({ roomId: "a", data: { comment } });
  const ofThread = { roomId: "a", threadId: thread.id };
  await api.editThreadMetadata({ ...ofThread, data: { userId: "ada", metadata: { size: null } } });
  // @ts-expect-error: what is required cannot be removed
  await api.editThreadMetadata({ ...ofThread, data: { userId: "ada", metadata: { color: null } } });
  await api.getThreads({ roomId: "a", query: { metadata: { color: { startsWith: "r" }, size: { gt: 1 } } } });
  const notified = { userId: "ada", subjectId: "s", kind: "$build" } as const;
  await api.triggerInboxNotification({ ...notified, activityData: { ok: true } });
  // @ts-expect-error: it is not such an activity
  await api.triggerInboxNotification({ ...notified, activityData: { ok: "yes" } });
  // @ts-expect-error: there is no such kind
  await api.triggerInboxNotification({ ...notified, kind: "$other", activityData: {} });
  return { first, name, color };
}
`;

test("[ND52] the types that an application declares for all SDKs are those of the methods", async () => {
  const folder = await mkdtemp(join(tmpdir(), "weft-node-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "application.ts"), application);
    const options = { extends: join(root, "tsconfig.base.json"), include: ["application.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    // Of the sources that it imports, those of other packages are checked with their own.
    const faults = stdout.split("\n").filter((line) => /application\.ts|packages\/node\//.test(line));
    expect(faults).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
