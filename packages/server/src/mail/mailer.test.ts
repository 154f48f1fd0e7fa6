/** Emails through a real mail server: unencrypted, over TLS and with a password; refused, and unavailable. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StaffMail } from "@weft/protocol";
import { openMailServer } from "@weft/testkit/mail-server";
import type { MailServer, MailServerOptions } from "@weft/testkit/mail-server";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { openServer } from "../server.ts";
import type { Server } from "../server.ts";

/** A data folder, servers over it, and people who sign up there. */
async function world() {
  const data = await mkdtemp(join(tmpdir(), "weft-mail-"));
  const start = (smtp: string) =>
    openServer(
      readConfig({
        WEFT_PORT: "0",
        WEFT_DATA: data,
        WEFT_SMTP: smtp,
        WEFT_MAIL_FROM: "Weft <weft@example.com>",
        WEFT_STAFF_DOMAIN: "weft.test",
        WEFT_LIMITS: JSON.stringify({ mailRetryMs: 50, mailRetryMaxMs: 50 }),
      }),
      pino({ level: "silent" }),
    );
  /** Emails in the database, read from outside. */
  const kept = () => {
    using db = new DatabaseSync(join(data, "weft.db"), { readOnly: true });
    return db.prepare(`select subject as "to", state, failure from jobs where kind = 'mail'`).all();
  };
  return { start, kept, [Symbol.asyncDispose]: () => rm(data, { recursive: true, force: true }) };
}

const password = "correct horse battery";

async function call(server: Server, method: string, path: string, body?: object, cookie = "") {
  const origin = server.url;
  const headers = { origin, "sec-fetch-site": "same-origin", "x-weft-csrf": "1", "content-type": "application/json" };
  return fetch(origin + path, {
    method,
    headers: { ...headers, cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function signUp(server: Server, email: string): Promise<void> {
  const person = { email, password, firstName: "Ada", lastName: "L", callbackURL: "/dashboard/account" };
  const reply = await call(server, "POST", "/internal/auth/sign-up/email", person);
  expect(reply.status).toBe(200);
}

/** Opens the link of a mail and signs in: answers the cookie. */
async function comeIn(server: Server, email: string, mails: MailServer): Promise<string> {
  const link = new URL(/https?:\/\/\S+/.exec((await mails.mailTo(email)).text)![0]);
  const verify = `/internal/auth/verify-email?token=${encodeURIComponent(link.searchParams.get("token")!)}`;
  expect((await call(server, "GET", verify)).status).toBe(200);
  const reply = await call(server, "POST", "/internal/auth/sign-in/email", { email, password });
  return reply.headers.getSetCookie()[0]!.split(";", 1)[0]!;
}

async function staffMails(server: Server, cookie: string): Promise<readonly StaffMail[]> {
  return (await (await call(server, "GET", "/internal/staff/mails", undefined, cookie)).json()) as StaffMail[];
}

test("a mail is sent whole and unencrypted to a server that requires no more, and then deleted", async () => {
  await using mails = await openMailServer();
  await using here = await world();
  await using server = await here.start(`smtp://127.0.0.1:${mails.port}`);
  await signUp(server, "ada@weft.test");
  const mail = await mails.mailTo("ada@weft.test");
  expect(mail).toMatchObject({ from: "weft@example.com", to: ["ada@weft.test"], secure: false, user: undefined });
  expect(mail.headers.get("from")).toBe("Weft <weft@example.com>");
  expect(mail.headers.get("subject")).toBe("Confirm your email address");
  expect(mail.headers.get("message-id")).toMatch(/^<\d+\.\d+@example\.com>$/);
  expect(mail.text).toMatch(/\/verify-email\?token=\S+&next=%2Fdashboard%2Faccount\n/);
  const cookie = await comeIn(server, "ada@weft.test", mails);
  await expect.poll(() => staffMails(server, cookie)).toEqual([]);
});

test("a mail and its password go over TLS where the server offers it", async () => {
  const account = { user: "weft@example.com", password: "p@ss w:rd/1" };
  await using mails = await openMailServer({ account, tls: true });
  await using here = await world();
  const login = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`;
  // The certificate is the test's own.
  await using server = await here.start(`smtp://${login}@127.0.0.1:${mails.port}?tls.rejectUnauthorized=false`);
  await signUp(server, "ada@weft.test");
  expect(await mails.mailTo("ada@weft.test")).toMatchObject({ secure: true, user: account.user });
  expect(mails.passwords).toEqual([{ password: account.password, secure: true }]);
});

test("no password is sent to a server without a trusted certificate, or without TLS where it is required", async () => {
  const account = { user: "weft", password: "secret" };
  for (const [offers, query] of [
    [{ tls: true }, "?requireTLS=true"],
    [{ tls: false }, "?requireTLS=true"],
  ] as readonly [MailServerOptions, string][]) {
    await using mails = await openMailServer({ account, ...offers });
    await using here = await world();
    await using server = await here.start(`smtp://weft:secret@127.0.0.1:${mails.port}${query}`);
    await signUp(server, "ada@weft.test");
    await expect.poll(() => here.kept()[0]?.failure).toMatch(/certificate|STARTTLS|TLS/i);
    expect([mails.received, mails.passwords]).toEqual([[], []]);
  }
});

test("a mail whose server is unavailable is kept across restarts, and sent when the server is back", async () => {
  await using here = await world();
  const gone = await openMailServer();
  const { port } = gone;
  await gone[Symbol.asyncDispose]();
  {
    await using server = await here.start(`smtp://127.0.0.1:${port}`);
    // Signing up does not wait for a mail server.
    await signUp(server, "ada@weft.test");
    await expect.poll(() => here.kept()[0]?.failure).toMatch(/ECONNREFUSED/);
  }
  expect(here.kept()).toMatchObject([{ state: "waiting", to: "ada@weft.test" }]);
  await using mails = await openMailServer({ port });
  await using server = await here.start(`smtp://127.0.0.1:${port}`);
  const cookie = await comeIn(server, "ada@weft.test", mails);
  await expect.poll(() => staffMails(server, cookie)).toEqual([]);
  expect(mails.received).toHaveLength(1);
});

test("staff see emails that a server refused permanently, and can retry them", async () => {
  await using mails = await openMailServer();
  await using here = await world();
  await using server = await here.start(`smtp://127.0.0.1:${mails.port}`);
  await signUp(server, "ada@weft.test");
  const cookie = await comeIn(server, "ada@weft.test", mails);
  mails.refusal = { code: 550, message: "No such user here" };
  await signUp(server, "bob@weft.test");
  await expect.poll(async () => (await staffMails(server, cookie))[0]?.state).toBe("failed");
  const [failed] = await staffMails(server, cookie);
  expect(failed).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    to: "bob@weft.test",
    subject: "Confirm your email address",
    state: "failed",
    tries: 1,
    nextTryAt: null,
    failure: expect.stringContaining("No such user here"),
  });
  mails.refusal = { code: 450, message: "Come back later" };
  const retry = (id: string) => call(server, "POST", `/internal/staff/mails/${id}/retry`, {}, cookie);
  expect((await retry(failed!.id)).status).toBe(200);
  // A temporary refusal is not final: the mail is tried again by itself.
  await expect.poll(async () => (await staffMails(server, cookie))[0]?.tries).toBeGreaterThan(1);
  mails.refusal = undefined;
  await comeIn(server, "bob@weft.test", mails);
  await expect.poll(() => staffMails(server, cookie)).toEqual([]);
  expect((await retry(failed!.id)).status).toBe(404);
  expect((await retry("nothing")).status).toBe(404);
});
