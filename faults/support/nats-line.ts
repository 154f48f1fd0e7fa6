import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A line to a NATS server on which single messages can be lost, as between servers of a NATS cluster. */
export interface NatsLine extends AsyncDisposable {
  readonly url: string;
  /** Loses the next message to a subject like this; answers once it has, with the subject. */
  loseNext(subject: RegExp): Promise<string>;
}

/** @param url without TLS */
export async function openNatsLine(url: string): Promise<NatsLine> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let losing: { readonly subject: RegExp; readonly done: (subject: string) => void } | undefined;
  const isLost = (subject: string) => {
    if (losing?.subject.test(subject) !== true) return false;
    losing.done(subject);
    losing = undefined;
    return true;
  };
  const server = createServer((client) => {
    const nats = connect(Number(target.port || 4222), target.hostname);
    for (const [one, other] of [
      [client, nats],
      [nats, client],
    ] as const) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    const read = readCommands(isLost);
    client.on("data", (chunk) => {
      for (const command of read(chunk)) nats.write(command);
    });
    nats.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(target);
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href.replace(/\/$/u, ""),
    loseNext: (subject) => new Promise((done) => (losing = { subject, done })),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Splits what a client sends into commands, and leaves out the messages that are lost. */
function readCommands(isLost: (subject: string) => boolean): (chunk: Buffer) => readonly Buffer[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    for (;;) {
      const end = rest.indexOf("\r\n");
      if (end < 0) return kept;
      const [name = "", subject = "", ...sizes] = rest.toString("latin1", 0, end).split(" ");
      const isMessage = /^H?PUB$/iu.test(name);
      const length = end + 2 + (isMessage ? Number(sizes.at(-1)) + 2 : 0);
      if (rest.length < length) return kept;
      if (!isMessage || !isLost(subject)) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
