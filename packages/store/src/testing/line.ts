import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** When a line is cut, seen from the next commit of a room. */
export type CutAt =
  /** It is not sent. */
  | "before"
  /** It is sent, and its answer is not awaited. */
  | "sent"
  /** It was answered, and the answer is not delivered. */
  | "after";

/** A line to PostgreSQL, or to another server that TCP reaches, that can be cut. */
export interface Line extends AsyncDisposable {
  /** The database, over this line. */
  readonly url: string;
  /** Ends every connection there is. */
  cut(): void;
  /** Ends the connection that commits rooms, at its next commit; answers once it has. */
  cutAtCommit(at: CutAt): Promise<void>;
  /** Delivers nothing more of the connection that commits rooms, from its next commit on; answers once that is sent. */
  holdAtCommit(): Promise<HeldCommit>;
  /** While it is down, connections that are made end at once. */
  down: boolean;
  /** While it is silent, what is sent in either direction is lost, and neither end is told. */
  silent: boolean;
  /** Leads to another server from now on; connections to the former one are left. */
  leadTo(url: string): void;
  readonly connections: number;
}

/** A commit that is on its way. */
export interface HeldCommit {
  /** Delivers it, and what follows; answers once PostgreSQL has. */
  deliver(): Promise<void>;
}

/** @param url the database; its host and port are those that the line leads to */
export async function openLine(url: string): Promise<Line> {
  const line = new CuttableLine(url);
  await line.listen();
  return line;
}

/** The beginning of the statement that commits rooms, as it is sent when a connection prepares it. */
const commitOfRooms = Buffer.from("update room_state as s set seq");

class CuttableLine implements Line {
  #target: URL;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #armed: { readonly at: CutAt; readonly done: () => void } | undefined;
  #holding: ((held: HeldCommit) => void) | undefined;
  url = "";
  #down = false;
  silent = false;

  constructor(url: string) {
    this.#target = new URL(url);
    this.#server = createServer((client) => this.#accept(client));
  }

  get down(): boolean {
    return this.#down;
  }
  set down(down: boolean) {
    this.#down = down;
    if (down) this.cut();
  }

  leadTo(url: string): void {
    this.#target = new URL(url);
  }

  get connections(): number {
    return this.#pairs.size;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as AddressInfo).port);
    this.url = url.href;
  }

  cut(): void {
    for (const pair of this.#pairs) pair.end();
  }

  cutAtCommit(at: CutAt): Promise<void> {
    return new Promise((done) => {
      this.#armed = { at, done };
    });
  }

  holdAtCommit(): Promise<HeldCommit> {
    return new Promise((held) => {
      this.#holding = held;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    if (this.#down) {
      client.destroy();
      return;
    }
    const database = connect(Number(this.#target.port || 5432), this.#target.hostname);
    const pair = new Pair(client, database, () => this.#pairs.delete(pair));
    this.#pairs.add(pair);
    let commitsRooms = false;
    let awaitsAnswer: (() => void) | undefined;
    let held: Buffer[] | undefined;
    client.on("data", (chunk) => {
      if (this.silent) return;
      commitsRooms ||= chunk.includes(commitOfRooms);
      if (commitsRooms && this.#holding !== undefined) {
        held = [];
        const deliver = () => {
          database.write(Buffer.concat(held ?? []));
          held = undefined;
          return new Promise<void>((resolve) => void database.once("data", () => resolve()));
        };
        this.#holding({ deliver });
        this.#holding = undefined;
      }
      if (held !== undefined) return void held.push(chunk);
      const armed = this.#armed;
      if (commitsRooms && armed !== undefined) {
        this.#armed = undefined;
        const cut = () => {
          pair.end();
          armed.done();
        };
        if (armed.at === "before") return cut();
        if (armed.at === "after") awaitsAnswer = cut;
        // A reset would overtake what was sent.
        else return void database.write(chunk, () => setImmediate(cut));
      }
      database.write(chunk);
    });
    database.on("data", (chunk) => {
      if (this.silent) return;
      if (awaitsAnswer !== undefined) awaitsAnswer();
      else client.write(chunk);
    });
  }
}

class Pair {
  readonly #one: Socket;
  readonly #other: Socket;

  constructor(one: Socket, other: Socket, ended: () => void) {
    this.#one = one;
    this.#other = other;
    for (const socket of [one, other]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        this.end();
        ended();
      });
    }
  }

  end(): void {
    this.#one.destroy();
    this.#other.destroy();
  }
}
