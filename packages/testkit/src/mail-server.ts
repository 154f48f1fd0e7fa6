/** A local mail server that keeps what it accepts, for tests of emails that are sent. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** Who handed it over; undefined without authentication. */
  readonly user: string | undefined;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  /** Oldest first. */
  readonly received: readonly ReceivedMail[];
  /** Passwords that it received, over TLS or not. */
  readonly passwords: readonly { readonly password: string; readonly secure: boolean }[];
  /** Whether recipients are rejected from now on, and how. */
  refusal: { readonly code: number; readonly message: string } | undefined;
  /** The newest mail to an address, once there is one; `besides`: one that is known. */
  mailTo(to: string, besides?: ReceivedMail): Promise<ReceivedMail>;
}

export interface MailServerOptions {
  /** 0, which is the default, picks a free one. */
  readonly port?: number;
  /** Without an account, anyone may send. */
  readonly account?: { readonly user: string; readonly password: string };
  /** Whether it offers STARTTLS, with a certificate that no authority signed. */
  readonly tls?: boolean;
}

export async function openMailServer({ port = 0, account, tls = false }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const passwords: { password: string; secure: boolean }[] = [];
  const waiting = new Set<() => void>();
  const mails: MailServer = {
    get port() {
      return (listening.address() as AddressInfo).port;
    },
    received,
    passwords,
    refusal: undefined,
    async mailTo(to, besides) {
      for (;;) {
        const found = received.findLast((mail) => mail.to.includes(to) && mail !== besides);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const server = new SMTPServer({
    logger: false,
    authOptional: account === undefined,
    disabledCommands: tls ? [] : ["STARTTLS"],
    // Whether a password comes without TLS is what tests look at.
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, { secure }, answer) {
      passwords.push({ password: password ?? "", secure });
      if (account !== undefined && username === account.user && password === account.password)
        answer(null, { user: username });
      else answer(refused(535, "Wrong user or password"));
    },
    onRcptTo(_address, _session, answer) {
      answer(mails.refusal && refused(mails.refusal.code, mails.refusal.message));
    },
    onData(stream, { envelope, secure, user }, answer) {
      const taken = text(stream).then((raw) => {
        const { headers, body } = partsOf(raw);
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, headers, text: body, secure, user });
        answer(null);
        for (const resolve of waiting) resolve();
        waiting.clear();
      });
      // A sender that dies in the middle of a mail has not sent it.
      taken.catch(answer);
    },
  });
  // Connections of senders that were killed.
  server.on("error", () => {});
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return mails;
}

function refused(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A mail of one part, as it was written. */
function partsOf(raw: string): { readonly headers: ReadonlyMap<string, string>; readonly body: string } {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const encoded = rest.join("\r\n\r\n");
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(encoded, "base64")
      : encoding === "quoted-printable"
        ? Buffer.from(
            encoded
              .replaceAll("=\r\n", "")
              .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            "latin1",
          )
        : Buffer.from(encoded);
  return { headers, body: bytes.toString("utf8").replaceAll("\r\n", "\n") };
}
