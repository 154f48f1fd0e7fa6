/** A name server on this machine that knows TXT records, for the verification of domains. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServer extends AsyncDisposable {
  /** As `WEFT_DNS_SERVERS` takes it. */
  readonly address: string;
  /** The texts of each name; a name that is not here does not exist. */
  readonly texts: Map<string, readonly string[]>;
  /** The names that were asked for. */
  readonly asked: readonly string[];
  /** Says nothing from now on. */
  silent: boolean;
}

const txt = 16;
const notFound = 3;

export async function openNameServer(): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4", (query, { address, port }) => {
    const { name, end } = readName(query, 12);
    const type = query.readUInt16BE(end);
    asked.push(name);
    if (server.silent) return;
    const found = server.texts.get(name);
    const answers = type === txt ? (found ?? []).map(answerOf) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // A response of the authority, to a query that asked for recursion or not.
    header.writeUInt16BE(0x8580 | (found === undefined ? notFound : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    texts: new Map(),
    asked,
    silent: false,
    async [Symbol.asyncDispose]() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
  return server;
}

function readName(query: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = query[at++]!; length > 0; length = query[at++]!) {
    labels.push(query.toString("latin1", at, at + length));
    at += length;
  }
  // Resolvers mix the case of letters to make answers harder to forge.
  return { name: labels.join(".").toLowerCase(), end: at };
}

/** A TXT record of the name in the question, in parts of at most 255 bytes. */
function answerOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length || parts.length === 0; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.from([0xc0, 0x0c, 0, txt, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
