import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openTestData, spawnServer } from "@weft/testkit";
import { openMailServer } from "@weft/testkit/mail-server";
import { expect, test } from "vitest";
import { filesIn } from "./support/files-in.ts";
import { addressOf, openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom } from "./support/rest.ts";
import { arrival, until } from "./support/until.ts";
import { WebSocket } from "ws";

/** A value that occurs nowhere else. */
const canary = (bytes = 24) => randomBytes(bytes).toString("hex");

/** A secret in each form in which it may be written down. */
function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [...new Set([secret, encodeURIComponent(secret), base64.slice(0, base64.length - (base64.length % 4) - 4)])];
}

test("[S11] no log, error, metric, file or database of the server contains secrets, whichever way they arrived", async () => {
  await using data = await openTestData("sqlite");
  const email = "ada@example.com";
  const secrets = new Map<string, string>();
  const remember = (what: string, secret: string) => {
    expect([what, secret.length >= 6]).toEqual([what, true]);
    secrets.set(what, secret);
    return secret;
  };
  const password = remember("the password", canary());
  const wrongPassword = remember("a wrong password", canary());
  const newPassword = remember("the new password", canary());
  const demoKey = remember("the demo project's key", `sk_prod_${canary()}`);
  const socialSecret = remember("the secret of a sign-in provider", canary());
  const mailPassword = remember("the password of the mail server", canary());
  /** Bodies of error responses. */
  const errors: string[] = [];

  await using mails = await openMailServer({ account: { user: "weft", password: mailPassword } });
  await using server = await spawnServer({
    data,
    env: {
      WEFT_LOG: "debug",
      WEFT_DEMO_SECRET_KEY: demoKey,
      WEFT_GITHUB_ID: "weft",
      WEFT_GITHUB_SECRET: socialSecret,
      WEFT_SMTP: `smtp://weft:${mailPassword}@127.0.0.1:${mails.port}?requireTLS=false`,
      WEFT_MAIL_FROM: "Weft <weft@example.com>",
    },
  });
  try {
    remember("the master key", (await readFile(join(data.folder, "master.key"), "utf8")).trim());

    let cookie = "";
    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(server.url + path, {
        method,
        redirect: "manual",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(path.startsWith("/internal/") ? { origin: server.url, "x-weft-csrf": "1", cookie } : {}),
          ...headers,
        },
        body: typeof body === "string" ? body : body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status >= 400) errors.push(text);
      for (const set of response.headers.getSetCookie()) {
        const [pair = ""] = set.split(";");
        const value = pair.slice(pair.indexOf("=") + 1);
        if (!pair.includes("session_token") || value === "") continue;
        cookie = pair;
        remember(`cookie ${secrets.size}`, decodeURIComponent(value));
      }
      return { status: response.status, text, ok: response.ok };
    };
    const json = async <T>(...request: Parameters<typeof call>): Promise<T> => {
      const { ok, status, text } = await call(...request);
      expect([request[0], request[1], status, ok ? "" : text]).toEqual([request[0], request[1], status, ""]);
      return JSON.parse(text) as T;
    };
    const tokenIn = (text: string) => {
      const token = /[?&]token=([^\s&"]+)/u.exec(text)?.[1] ?? /\/reset-password\/([^\s?"]+)/u.exec(text)?.[1];
      return decodeURIComponent(token!);
    };

    // An account: created, verified by email, signed in to with right and wrong passwords; its password changed and
    // reset.
    await json("POST", "/internal/auth/sign-up/email", {
      email,
      password,
      name: "Ada Lovelace",
      firstName: "Ada",
      lastName: "Lovelace",
    });
    const welcome = await mails.mailTo(email);
    const verification = remember("the link that confirms an address", tokenIn(welcome.text));
    await call("GET", `/internal/auth/verify-email?token=${encodeURIComponent(verification)}`);
    await call("POST", "/internal/auth/sign-in/email", { email, password: wrongPassword });
    await call("POST", "/internal/auth/sign-in/email", `{"email":"${email}","password":"${password}"`);
    await json("POST", "/internal/auth/sign-in/email", { email, password });
    await json("POST", "/internal/auth/change-password", { currentPassword: password, newPassword });
    await json("POST", "/internal/auth/request-password-reset", { email, redirectTo: "/reset-password" });
    remember("the link that resets a password", tokenIn((await mails.mailTo(email, welcome)).text));

    // A second factor.
    const enabled = await json<{ totpURI: string; backupCodes: readonly string[] }>(
      "POST",
      "/internal/auth/two-factor/enable",
      { password: newPassword },
    );
    remember("the secret of one-time codes", new URL(enabled.totpURI).searchParams.get("secret")!);
    for (const [index, code] of enabled.backupCodes.entries()) remember(`backup code ${index}`, code);

    // A project and its keys, by which everything else is reached.
    const { id: team } = await json<{ id: string }>("POST", "/internal/accounts", { name: "Engines" });
    const { _id: project } = await json<{ _id: string }>("POST", `/internal/accounts/${team}/projects`, {
      displayName: "One",
    });
    const made = await json<{ secret: string }>("POST", `/internal/projects/${project}/keys`, { name: "S11" });
    for (const [what, secretKey] of [
      ["the project's", remember("the project's key", keyIn(made))],
      ["the demo project's", demoKey],
    ] as const) {
      const reached = { url: server.url, secretKey };
      const bearer = { authorization: `Bearer ${secretKey}` };
      await createRoom(reached, "r");
      const authorize = { userId: "ada", permissions: { "*": ["room:write"] } };
      const { token } = await json<{ token: string }>("POST", "/v2/authorize-user", authorize, bearer);
      remember(`${what} access token`, token);
      const identified = await json<{ token: string }>("POST", "/v2/identify-user", { userId: "ada" }, bearer);
      remember(`${what} id token`, identified.token);
      // By socket: valid, truncated, and to a room that does not exist.
      {
        using client = await openRawClient({ url: server.url, room: "r", token });
        client.send({ type: 103, event: "hello" });
        await arrival("the pong", client.ping());
      }
      for (const [room, tok] of [
        ["r", token.slice(0, -4)],
        ["nowhere", token],
        ["r", secretKey],
      ] as const) {
        const socket = new WebSocket(addressOf({ url: server.url, room, token: tok }), {
          headers: { ...bearer, cookie },
        });
        // If it is admitted, the room's state arrives.
        socket.on("error", () => {}).on("message", () => socket.terminate());
        await arrival("the close", new Promise<void>((resolve) => socket.on("close", () => resolve())));
      }
      // By REST: in the right place, and in every wrong one.
      await call("GET", "/v2/rooms", undefined, bearer);
      await call("GET", `/v2/rooms?secret=${secretKey}&token=${token}`, undefined, bearer);
      await call("GET", `/v2/rooms?query=${encodeURIComponent(`metadata["${secretKey}"]`)}`, undefined, bearer);
      await call("GET", `/v2/rooms/r?access_token=${token}`);
      await call("GET", `/v2/nothing/${secretKey}`, undefined, bearer);
      await call("POST", `/v2/rooms?key=${secretKey}`, `{"id": "${secretKey}`, bearer);
      await call("POST", "/v2/rooms", { id: "other", unknown: secretKey, defaultAccesses: token }, bearer);
      await call("POST", "/v2/authorize-user", { userId: "ada", password: newPassword, permissions: token }, bearer);
      await call("GET", "/v2/rooms", undefined, { authorization: `Bearer ${secretKey}x` });
      await call("GET", "/v2/rooms", undefined, { authorization: `Basic ${secretKey}` });
      await call("GET", "/v2/rooms", undefined, { ...bearer, cookie, referer: `http://x.test/?tok=${token}` });
      await call("GET", "/v2/c/rooms/r", undefined, { authorization: `Bearer ${token}` });
      // A link to a file.
      const file = `/v2/rooms/r/storage/files/fl_${"a".repeat(21)}`;
      await json("PUT", `${file}/upload/a.txt`, "text", { ...bearer, "content-type": "text/plain" });
      const { url } = await json<{ url: string }>("GET", file, undefined, bearer);
      const link = new URL(url);
      remember(`${what} file link`, link.searchParams.get("signature")!);
      await call("GET", link.pathname + link.search);
      await call("GET", `${link.pathname}${link.search}x`);
    }
    // What the dashboard shows of requests has been written by then.
    const logged = await until("requests are logged", async () => {
      const { data: rows } = await json<{ data: { id: string }[] }>("GET", `/internal/projects/${project}/requests`);
      return rows.length >= 10 ? rows : undefined;
    });
    const shown = [];
    for (const { id } of logged) shown.push((await call("GET", `/internal/projects/${project}/requests/${id}`)).text);

    const places = new Map<string, string>([
      ["the log", server.errors],
      ["errors", errors.join("\n")],
      ["metrics", (await call("GET", "/metrics")).text],
      ["the request log", shown.join("\n")],
    ]);
    // Checks the data again after a stop, when everything in memory is on disk.
    await call("POST", "/internal/auth/sign-out", {});
    await server.stop();
    places.set("the log", server.errors);
    for (const file of await filesIn(data.folder))
      if (!file.endsWith("master.key"))
        places.set(file.slice(data.folder.length), (await readFile(file)).toString("latin1"));

    expect(places.get("/weft.db")).toContain(email);
    expect(places.get("the log")).toContain("/v2/rooms");
    expect(errors.length).toBeGreaterThan(10);
    const hits: string[] = [];
    for (const [place, text] of places) {
      for (const [what, secret] of secrets)
        if (formsOf(secret).some((form) => text.includes(form))) hits.push(`${what} in ${place}`);
      // The keys that sign tokens never leave the server: in clear they would be PEM or JWK.
      if (/PRIVATE KEY|"d":\s*"[\w-]{43}"/u.test(text)) hits.push(`a signing key in ${place}`);
    }
    report("S11", { secrets: secrets.size, places: places.size, hits: hits.length });
    expect(hits).toEqual([]);
  } finally {
    await server.kill();
  }
}, 600_000);

/** The key in the response to its creation, at any depth. */
function keyIn(answer: unknown): string {
  return /sk_[\w-]+/u.exec(JSON.stringify(answer))![0];
}
