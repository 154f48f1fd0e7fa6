/** `npm run cluster`, without the build of the site. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { queryDatabase, testServer } from "@weft/store/testing/postgres";
import { whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { emptyBoard, openPerson } from "./support/person.ts";
import { createRoom } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`npm run cluster is not tested: ${without}.`);

const script = fileURLToPath(new URL("../scripts/cluster.ts", import.meta.url));

/** The script with these settings, and what it has printed so far. */
async function startScript(env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "weft-local-cluster-"));
  const child = spawn(process.execPath, [script, "--no-build"], {
    env: { PATH: process.env["PATH"], WEFT_DATA: folder, WEFT_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ended = new Promise<number | null>((resolve) => void child.once("close", (code) => resolve(code)));
  return {
    ended,
    /** The parts of the first text like this, once it is printed. */
    prints: async (pattern: RegExp) => {
      let isOver = false;
      void ended.then(() => (isOver = true));
      return until(`${pattern} is printed`, () => {
        const found = pattern.exec(printed);
        if (found === null && isOver) throw new Error(`It ended before it printed ${pattern}:\n${printed}`);
        return found;
      });
    },
    get printed() {
      return printed;
    },
    stop: () => child.kill("SIGTERM"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The name of a database that does not exist, and is deleted in the end. */
function newDatabase(): AsyncDisposable & { readonly url: string } {
  const name = `weft_test_${Math.floor(Date.now() / 1_000)}_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(testServer);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () =>
      void (await queryDatabase(testServer, `drop database if exists ${name} with (force)`)),
  };
}

test.skipIf(without !== undefined)(
  "npm run cluster starts three nodes behind a balancer, starts one that dies again, and stops all of them on SIGTERM",
  async () => {
    await using database = newDatabase();
    await using cluster = await startScript({
      WEFT_DATABASE: database.url,
      ...(process.env["WEFT_TEST_NATS"] !== undefined && { WEFT_NATS: process.env["WEFT_TEST_NATS"] }),
    });
    const [, url = ""] = await cluster.prints(/A cluster of 3 nodes is running at (\S+)\n/u);
    const [, publicKey = ""] = await cluster.prints(/public key +(\S+)\n/u);
    const [, secretKey = ""] = await cluster.prints(/secret key +(\S+)\n/u);
    const nodes = [...cluster.printed.matchAll(/(node-\d) +(http:\S+) +process (\d+)/gu)].map(([, name, at, pid]) => ({
      name: name!,
      at: at!,
      pid: Number(pid),
    }));
    expect(nodes.map(({ name }) => name)).toEqual(["node-1", "node-2", "node-3"]);
    for (const { at } of nodes) expect((await fetch(`${at}/health/ready`)).status).toBe(200);

    await createRoom({ url, secretKey }, "r", { storage: emptyBoard });
    using one = await openPerson({ url, publicKey, room: "r", name: "one" });
    using other = await openPerson({ url, publicKey, room: "r", name: "other" });
    const shows = (person: typeof one, value: string) =>
      until(`${value} is shown`, () => person.board().items.includes(value));
    one.pushMany(1);
    await shows(other, one.pushed[0]!);
    other.pushMany(1);
    await shows(one, other.pushed[0]!);

    const [, dead] = nodes;
    process.kill(dead!.pid, "SIGKILL");
    await cluster.prints(/node-2 died \(SIGKILL\); it is started again\n/u);
    // While it is away, the balancer serves every connection.
    for (let call = 0; call < nodes.length; call++) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await cluster.prints(/node-2 takes requests again\n/u);
    expect((await fetch(`${dead!.at}/health/ready`)).status).toBe(200);
    one.pushMany(1);
    await shows(other, one.pushed[1]!);

    cluster.stop();
    expect(await arrival("the end of the script", cluster.ended), cluster.printed).toBe(0);
    for (const { at } of nodes) await expect(fetch(at)).rejects.toThrow("fetch failed");
  },
);

test("where PostgreSQL and NATS are missing, npm run cluster says how to get them, and ends with 1", async () => {
  await using cluster = await startScript({
    WEFT_DATABASE: "postgres://weft:hidden-word@127.0.0.1:9/weft_cluster",
    WEFT_NATS: "nats://weft:hidden-word@127.0.0.1:9",
  });
  expect(await arrival("the end of the script", cluster.ended)).toBe(1);
  const { printed } = cluster;
  expect(printed).toContain("No PostgreSQL can be reached at 127.0.0.1:9 (connect ECONNREFUSED 127.0.0.1:9).");
  expect(printed).toMatch(/NATS cannot be used at 127\.0\.0\.1:9 \(.+\)\./u);
  for (const way of [
    "sudo apt install postgresql",
    "sudo apt install nats-server",
    "docker run --detach --name weft-postgres",
    "docker run --detach --name weft-nats",
    "WEFT_DATABASE=postgres://",
    "WEFT_NATS=nats://",
  ])
    expect(printed).toContain(way);
  expect(printed).not.toContain("hidden-word");
});

test("a PostgreSQL server that asks for a password is told from one that is missing", async () => {
  const message = (kind: number, text: string) => {
    const head = Buffer.from("R\0\0\0\0\0\0\0\0", "latin1");
    head.writeInt32BE(8 + text.length, 1);
    head.writeInt32BE(kind, 5);
    return Buffer.concat([head, Buffer.from(text, "latin1")]);
  };
  // As a server that Debian has installed: it asks for a password by SCRAM.
  const postgres = createServer((socket) => {
    const answers = [message(10, "SCRAM-SHA-256\0\0"), message(11, "r=nonce,s=c2FsdA==,i=4096")];
    socket.on("error", () => {}).on("data", () => socket.write(answers.shift() ?? ""));
  }).listen(0, "127.0.0.1");
  await once(postgres, "listening");
  const host = `127.0.0.1:${(postgres.address() as AddressInfo).port}`;
  try {
    await using cluster = await startScript({
      WEFT_DATABASE: `postgres://postgres@${host}/weft_cluster`,
      WEFT_NATS: "nats://127.0.0.1:9",
    });
    expect(await arrival("the end of the script", cluster.ended)).toBe(1);
    expect(cluster.printed).toContain(`PostgreSQL at ${host} does not let this user in`);
    expect(cluster.printed).toContain(`WEFT_DATABASE=postgres://weft:weft@${host}/weft_cluster npm run cluster`);
    expect(cluster.printed).not.toContain("apt install postgresql");
  } finally {
    postgres.close();
  }
});

test("settings that no cluster can have are refused with the sentence of the server", async () => {
  const refused = [
    [{ WEFT_DATABASE: "sqlite:weft.db" }, "share a PostgreSQL database: set WEFT_DATABASE to it."],
    [{ WEFT_BLOBS: "folder:/tmp/files" }, "set WEFT_BLOBS to a bucket"],
    [{ WEFT_HOST: "0.0.0.0" }, "unset WEFT_HOST"],
  ] as const;
  await Promise.all(
    refused.map(async ([env, says]) => {
      await using cluster = await startScript(env);
      expect(await arrival("the end of the script", cluster.ended)).toBe(1);
      expect(cluster.printed).toContain(says);
    }),
  );
});

test.skipIf(without !== undefined)(
  "a database that the role may not create is named, with the command that creates it",
  async () => {
    const role = `weft_test_${randomUUID().replaceAll("-", "")}`;
    await queryDatabase(testServer, `create role ${role} login password 'right'`);
    try {
      const url = new URL(testServer);
      url.username = role;
      url.password = "right";
      url.pathname = "/weft_test_missing";
      await using cluster = await startScript({ WEFT_DATABASE: url.href, WEFT_NATS: "nats://127.0.0.1:9" });
      expect(await arrival("the end of the script", cluster.ended)).toBe(1);
      expect(cluster.printed).toContain(`the role ${role} may not create databases.`);
      expect(cluster.printed).toContain(`--owner=${role} weft_test_missing`);
    } finally {
      await queryDatabase(testServer, `drop role ${role}`);
    }
  },
);
