import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { filesIn } from "./support/files-in.ts";
import { openMortalServer } from "./support/mortal-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import { call, createRoom, live, putDocument, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

const fromSite = { "sec-fetch-site": "same-origin", "x-weft-csrf": "1", "content-type": "application/json" };

/** In which files of a folder a text stands, anywhere in them. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await filesIn(folder)) {
    // A file may be deleted while the folder is read.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) found.push(path.slice(folder.length + 1));
  }
  return found;
}

test("[R21] [G12] nothing of a deleted room, account or project is left in any file of the data folder", async () => {
  await using server = await openMortalServer(
    () => ({ limits: { erasureDelayMs: 200, activityFlushMs: 200, projectGraceMs: 1, projectSweepMs: 200 } }),
    "sqlite",
  );
  const canary = "canary-7f3a91";
  const inRoom = (what: string) => `${canary} ${what}`;
  const succeed = async (method: string, path: string, body?: unknown) => {
    const answer = await call(server, method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };

  // An account, its team, and a project of it.
  const person = {
    email: `${canary}@weft.test`,
    password: "correct horse battery",
    firstName: canary,
    lastName: canary,
  };
  const onAuth = async (path: string, body: unknown) => {
    const response = await fetch(`${server.url}/internal/auth/${path}`, {
      method: "POST",
      headers: fromSite,
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).toBe(200);
    return response;
  };
  await onAuth("sign-up/email", person);
  const signedIn = await onAuth("sign-in/email", { email: person.email, password: person.password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const onSite = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...fromSite, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return text === "" ? undefined : (JSON.parse(text) as { id: string });
  };
  // The demo project joins the first team.
  const team = await onSite("POST", "/internal/accounts", { name: "Engines" });

  const demo = ((await onSite("GET", "/internal/projects/demo")) as unknown as { displayName: string }).displayName;

  // A room with the canary in every kind of content.
  const room = "r";
  await createRoom(server, room, {
    storage: live.object({ text: inRoom("storage"), list: live.list([inRoom("item")]) }),
  });
  await succeed("POST", `/v2/rooms/${room}`, {
    metadata: { label: inRoom("metadata") },
    usersAccesses: { [inRoom("user")]: ["room:write"] },
    groupsAccesses: { [inRoom("group")]: ["room:write"] },
  });
  const document = new Y.Doc();
  document.getText("t").insert(0, inRoom("document"));
  expect(await putDocument(server, room, Y.encodeStateAsUpdate(document))).toBe(200);
  await succeed("POST", `/v2/rooms/${room}/broadcast_event`, { text: inRoom("event") });
  const upload = await fetch(
    `${server.url}/v2/rooms/${room}/storage/files/fl_000000000000000000001/upload/${canary}.txt`,
    {
      method: "PUT",
      headers: { authorization: `Bearer ${server.secretKey}` },
      body: inRoom("file"),
    },
  );
  expect(upload.status, await upload.text()).toBeLessThan(300);
  const token = await tokenFor(server, "somebody");
  {
    using client = await openRawClient({ ...server, room, token });
    await client.fetchStorage();
    await client.apply([{ type: 3, id: "root", opId: `${client.actor}:1`, data: { written: inRoom("by a client") } }]);
  }
  await succeed("POST", `/v2/rooms/${room}/versions`);
  // Goes with its project.
  await createRoom(server, "other", { storage: live.object({ text: inRoom("storage of a project") }) });

  const hits = await until("the canary is in the files", async () => {
    const found = await filesWith(server.data.folder, canary);
    return found.length > 0 && found;
  });
  expect(hits.some((name) => name.startsWith("weft.db"))).toBe(true);

  await succeed("DELETE", `/v2/rooms/${room}`);
  await onSite("DELETE", "/internal/projects/demo", { displayName: demo });
  await until("the project is cleared away", async () => {
    const response = await fetch(`${server.url}/internal/teams/${team!.id}/projects`, {
      headers: { ...fromSite, cookie },
    });
    return !(await response.text()).includes("demo");
  });
  await onSite("DELETE", `/internal/teams/${team!.id}`);
  await onSite("POST", "/internal/auth/delete-user", { password: person.password });
  await until("no file holds the canary", async () => (await filesWith(server.data.folder, canary)).length === 0, {
    everyMs: 100,
  }).catch(async (cause: unknown) => {
    throw new Error(`still in ${(await filesWith(server.data.folder, canary)).join(", ")}`, { cause });
  });
  await server.process.stop();
  expect(await filesWith(server.data.folder, canary)).toEqual([]);
});
