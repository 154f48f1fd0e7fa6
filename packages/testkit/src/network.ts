import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** As the client sees it: `up` is what it sends, `down` what it receives. */
export type Direction = "up" | "down";

/**
 * A stretch of network in front of a server, that misbehaves on command. Everything it does to a TCP connection can
 * happen to a real one: bytes wait, arrive late, or vanish while the connection looks alive.
 *
 *     client ──► link.port ──[ up:   open | held | lost, delayed ]──► target
 *            ◄──           ◄──[ down: open | held | lost, delayed ]──
 *
 * @example
 * await using link = await openLink(server.port);
 * link.lose("down"); // the server acknowledges, and the acknowledgement is lost
 * link.cut();        // now the client notices
 */
export interface Link extends AsyncDisposable {
  readonly port: number;
  /** An `http:` address; the same port takes WebSockets. */
  readonly url: string;
  /** Count of connections through it at this moment. */
  readonly connections: number;
  /** Whether it swallows what some connection carries. */
  readonly lossy: boolean;
  /** Where new connections go from now on. */
  retarget(port: number): void;
  /** Keeps what is sent in one direction until `release`. */
  hold(direction: Direction): void;
  release(direction: Direction): void;
  /** Swallows what is sent in one direction, on the connections that are open now, until they are cut. */
  lose(direction: Direction): void;
  /**
   * Keeps what the connections of this moment carry, until `deliver`: their client has gone over to another network, and
   * the server does not know. New connections are not affected.
   */
  strand(): void;
  deliver(): void;
  /** Every piece in one direction takes this much longer; order is kept. */
  delay(direction: Direction, ms: number): void;
  /** Lets no more than this many bytes a second through in one direction, on each connection. */
  throttle(direction: Direction, bytesPerSecond: number): void;
  /** Ends every connection at once, without a word to either side; what was on its way is lost. */
  cut(): void;
  /** Cuts, and takes no new connections until `up`. */
  down(): void;
  up(): void;
}

/** A link to a port of the loopback address. */
export async function openLink(port: number): Promise<Link> {
  const link = new LoopbackLink(port);
  await link.listen();
  return link;
}

/** A sender that is not read from feels it once this many bytes wait. */
const bufferBytes = 4 * 1_024 * 1_024;

class LoopbackLink implements Link {
  readonly #server: Server;
  readonly #wires = new Set<Wire>();
  readonly #held = { up: false, down: false };
  readonly #delay = { up: 0, down: 0 };
  readonly #rate = { up: Infinity, down: Infinity };
  #target: number;
  #down = false;

  constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
  get connections(): number {
    return this.#wires.size;
  }
  get lossy(): boolean {
    for (const { up, down } of this.#wires) if (up.lost || down.lost) return true;
    return false;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", () => resolve());
    });
  }

  retarget(port: number): void {
    this.#target = port;
  }

  hold(direction: Direction): void {
    this.#held[direction] = true;
    for (const wire of this.#wires) wire[direction].held = true;
  }

  release(direction: Direction): void {
    this.#held[direction] = false;
    for (const wire of this.#wires) wire[direction].held = false;
  }

  lose(direction: Direction): void {
    for (const wire of this.#wires) wire[direction].lose();
  }

  strand(): void {
    for (const wire of this.#wires) wire.stranded = true;
  }

  deliver(): void {
    for (const wire of this.#wires) wire.stranded = false;
  }

  delay(direction: Direction, ms: number): void {
    this.#delay[direction] = ms;
    for (const wire of this.#wires) wire[direction].delayMs = ms;
  }

  throttle(direction: Direction, bytesPerSecond: number): void {
    this.#rate[direction] = bytesPerSecond;
    for (const wire of this.#wires) wire[direction].rate = bytesPerSecond;
  }

  cut(): void {
    for (const wire of this.#wires) wire.end();
  }

  down(): void {
    this.#down = true;
    this.cut();
  }

  up(): void {
    this.#down = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.cut();
    await closed;
  }

  #accept(client: Socket): void {
    if (this.#down) {
      client.on("error", () => {});
      client.resetAndDestroy();
      return;
    }
    const wire = new Wire(client, connect(this.#target, "127.0.0.1"), () => this.#wires.delete(wire));
    for (const direction of ["up", "down"] as const) {
      wire[direction].held = this.#held[direction];
      wire[direction].delayMs = this.#delay[direction];
      wire[direction].rate = this.#rate[direction];
    }
    this.#wires.add(wire);
  }
}

/** One connection: a pipe each way. When either side ends or fails, so does the other, after what it had still to say. */
class Wire {
  readonly up: Pipe;
  readonly down: Pipe;
  readonly #sockets: readonly Socket[];
  readonly #ended: () => void;

  constructor(client: Socket, server: Socket, ended: () => void) {
    this.#ended = ended;
    this.#sockets = [client, server];
    this.up = new Pipe(client, server);
    this.down = new Pipe(server, client);
    for (const socket of this.#sockets) {
      socket.setNoDelay(true);
      socket.on("error", () => this.end());
      socket.on("close", () => {
        if (this.#sockets.every(({ destroyed }) => destroyed)) this.end();
      });
    }
  }

  set stranded(stranded: boolean) {
    this.up.stranded = stranded;
    this.down.stranded = stranded;
  }

  end(): void {
    this.up.stop();
    this.down.stop();
    for (const socket of this.#sockets) if (!socket.destroyed) socket.resetAndDestroy();
    this.#ended();
  }
}

interface Piece {
  /** Undefined is the end of the stream. */
  readonly data: Buffer | undefined;
  /** When it may continue. */
  readonly at: number;
}

/** A slow line carries packets. */
const packetBytes = 4 * 1_024;

class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  #queue: Piece[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #held = false;
  #stranded = false;
  #lost = false;
  delayMs = 0;
  /** Bytes a second, and when the line is free for more. */
  rate = Infinity;
  #freeAt = 0;

  constructor(from: Socket, to: Socket) {
    this.#from = from;
    this.#to = to;
    from.on("data", (data) => this.#push(data));
    from.on("close", () => this.#push(undefined));
    to.on("drain", () => this.#pass());
  }

  set held(held: boolean) {
    this.#held = held;
    this.#pass();
  }

  set stranded(stranded: boolean) {
    this.#stranded = stranded;
    this.#pass();
  }

  get lost(): boolean {
    return this.#lost;
  }

  lose(): void {
    this.#lost = true;
    this.#queue = [];
    this.#bytes = 0;
  }

  stop(): void {
    this.lose();
    clearTimeout(this.#timer);
  }

  #push(data: Buffer | undefined): void {
    if (this.#lost) return;
    const at = performance.now() + this.delayMs;
    if (data === undefined || this.rate === Infinity) this.#queue.push({ data, at });
    else
      for (let from = 0; from < data.length; from += packetBytes)
        this.#queue.push({ data: data.subarray(from, from + packetBytes), at });
    this.#bytes += data?.length ?? 0;
    if (this.#bytes > bufferBytes) this.#from.pause();
    this.#pass();
  }

  #pass(): void {
    clearTimeout(this.#timer);
    while (!this.#held && !this.#stranded && !this.#to.writableNeedDrain) {
      const piece = this.#queue[0];
      if (piece === undefined) break;
      const now = performance.now();
      const wait = Math.max(piece.at, this.#freeAt) - now;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#pass(), wait);
        break;
      }
      this.#queue.shift();
      if (piece.data === undefined) {
        this.#to.end();
        continue;
      }
      this.#bytes -= piece.data.length;
      if (this.rate !== Infinity) this.#freeAt = Math.max(now, this.#freeAt) + (1_000 * piece.data.length) / this.rate;
      this.#to.write(piece.data);
    }
    if (this.#bytes <= bufferBytes && this.#from.isPaused()) this.#from.resume();
  }
}
