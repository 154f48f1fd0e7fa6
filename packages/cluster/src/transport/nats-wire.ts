import { connect } from "@nats-io/transport-node";
import type { ConnectionOptions, NatsConnection } from "@nats-io/transport-node";
import type { Clock, Timer } from "@weft/room";
import type { NodeId } from "../peers.ts";
import type { NatsServers } from "./nats-servers.ts";
import { toConnectionOptions } from "./nats-servers.ts";
import type { Wire, WireChannel, WireListener } from "./wire.ts";

export interface NatsWireOptions extends NatsServers {
  readonly self: NodeId;
  /** Clusters of different names may share NATS servers. */
  readonly cluster: string;
  readonly clock: Pick<Clock, "setTimer">;
  readonly pieceBytes: number;
  /** Something was refused that the connection survives. */
  failed(cause: unknown): void;
}

/**
 * NATS core, with a connection for control and one for bulk. When either ends, both are closed, and two new ones are made:
 * a connection of the library is never reconnected, so what it had buffered is dropped with it.
 *
 *     control ─► weft.<cluster>.all, weft.<cluster>.node.<id>.control      bulk ─► weft.<cluster>.node.<id>.bulk
 *
 * @throws if no server can be reached, or if its `max_payload` is less than a piece
 */
export async function openNatsWire(options: NatsWireOptions): Promise<Wire> {
  for (const [what, name] of [
    ["cluster", options.cluster],
    ["node", options.self],
  ] as const)
    if (!/^[\w-]{1,64}$/u.test(name))
      throw new Error(`"${name}" cannot be the name of a ${what}. Use up to 64 letters, digits, "-" and "_".`);
  const wire = new NatsWire(options);
  await wire.open();
  return wire;
}

interface Pair {
  readonly control: NatsConnection;
  readonly bulk: NatsConnection;
}

/** The library pings the server this often, and gives a connection up when two pings are not answered. */
const pingMs = 2_000;
const connectMs = 5_000;
const flushMs = 1_000;
const firstRetryMs = 100;
const lastRetryMs = 3_000;

class NatsWire implements Wire {
  readonly #options: NatsWireOptions;
  readonly #connection: ConnectionOptions;
  readonly #prefix: string;
  readonly #subjects: Record<WireChannel, Map<NodeId, string>> = { control: new Map(), bulk: new Map() };
  #pair: Pair | undefined;
  #listener: WireListener | undefined;
  #retry: Timer | undefined;
  #retries = 0;
  #connecting: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: NatsWireOptions) {
    this.#options = options;
    this.#connection = toConnectionOptions(options);
    this.#prefix = `weft.${options.cluster}`;
  }

  get isConnected(): boolean {
    return this.#pair !== undefined;
  }

  async open(): Promise<void> {
    this.#use(await this.#connect());
  }

  send(channel: WireChannel, to: NodeId, frame: Uint8Array): void {
    this.#publish(channel, this.#subjectOf(channel, to), frame);
  }

  announce(frame: Uint8Array): void {
    this.#publish("control", `${this.#prefix}.all`, frame);
  }

  listen(listener: WireListener): void {
    this.#listener = listener;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#retry?.cancel();
    const pair = this.#pair;
    this.#pair = undefined;
    if (pair !== undefined) {
      await Promise.all([this.#flushed(pair.control), this.#flushed(pair.bulk)]);
      await close(pair);
    }
    await this.#connecting;
  }

  #publish(channel: WireChannel, subject: string, frame: Uint8Array): void {
    const pair = this.#pair;
    if (pair === undefined || pair[channel].isClosed()) return;
    try {
      pair[channel].publish(subject, frame);
    } catch (error) {
      // The server has been configured anew and takes only smaller messages, or the connection has just ended.
      this.#options.failed(error);
      void close(pair);
    }
  }

  #subjectOf(channel: WireChannel, node: NodeId): string {
    const known = this.#subjects[channel];
    const subject = known.get(node) ?? `${this.#prefix}.node.${node}.${channel}`;
    // Nodes come and go.
    if (known.size > 1_000) known.clear();
    known.set(node, subject);
    return subject;
  }

  async #connect(): Promise<Pair> {
    const results = await Promise.allSettled([this.#connectOne("control"), this.#connectOne("bulk")]);
    const [control, bulk] = results;
    if (control.status === "fulfilled" && bulk.status === "fulfilled")
      return { control: control.value, bulk: bulk.value };
    for (const result of results) if (result.status === "fulfilled") await result.value.close();
    const failed = results.find((result) => result.status === "rejected")!;
    throw failed.reason;
  }

  async #connectOne(channel: WireChannel): Promise<NatsConnection> {
    const { self, pieceBytes } = this.#options;
    const connection = await connect({
      ...this.#connection,
      name: `weft ${self} ${channel}`,
      reconnect: false,
      maxReconnectAttempts: 0,
      noEcho: true,
      noAsyncTraces: true,
      timeout: connectMs,
      pingInterval: pingMs,
      maxPingOut: 2,
    }).catch((cause: unknown) => {
      const servers = [this.#connection.servers].flat().join(", ");
      throw new Error(`No NATS server can be used at ${servers}: ${messageOf(cause)}.`, { cause });
    });
    try {
      const payload = connection.info?.max_payload ?? 0;
      if (payload < pieceBytes)
        throw new Error(
          `The NATS server at ${connection.getServer()} has a max_payload of ${payload} bytes, and Weft needs ${pieceBytes}. Raise max_payload in its configuration.`,
        );
      const own = this.#subjectOf(channel, self);
      const subjects = channel === "control" ? [own, `${this.#prefix}.all`] : [own];
      let refused: Error | undefined;
      for (const subject of subjects)
        connection.subscribe(subject, {
          callback: (error, { data }) => {
            if (error !== null) refused = error;
            // Frames of a connection that is not used yet, or not any more, are dropped.
            else if (this.#pair !== undefined && holds(this.#pair, connection))
              this.#listener?.received(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
          },
        });
      // The server has then answered the subscriptions, too.
      await connection.flush();
      if (refused !== undefined)
        throw new Error(
          `The NATS server at ${connection.getServer()} does not let this node subscribe to ${this.#prefix}.>: ${messageOf(refused)}.`,
        );
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  #use(pair: Pair): void {
    this.#pair = pair;
    this.#retries = 0;
    for (const channel of ["control", "bulk"] as const) {
      const connection = pair[channel];
      void this.#watch(pair, channel);
      void connection.closed().then((error) => {
        const why = error instanceof Error ? `: ${messageOf(error)}` : "";
        this.#lost(pair, `The ${channel} connection to the NATS server was lost${why}.`);
      });
    }
  }

  async #watch(pair: Pair, channel: WireChannel): Promise<void> {
    for await (const status of pair[channel].status())
      if (status.type === "error") this.#options.failed(status.error);
      // The library closes the connection soon. Nothing may be sent on it from now on.
      else if (status.type === "disconnect") this.#lost(pair, `The ${channel} connection to the NATS server was lost.`);
  }

  #lost(pair: Pair, reason: string): void {
    if (this.#pair !== pair) return;
    this.#pair = undefined;
    void close(pair);
    this.#listener?.disconnected(reason);
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    if (this.#isClosed) return;
    // All nodes lose a server at once, and must not come back at once.
    const mostMs = Math.min(lastRetryMs, firstRetryMs * 2 ** this.#retries);
    this.#retries += 1;
    this.#retry = this.#options.clock.setTimer(mostMs * (0.5 + Math.random() / 2), () => {
      this.#connecting = this.#reconnect();
    });
  }

  async #reconnect(): Promise<void> {
    try {
      const pair = await this.#connect();
      if (this.#isClosed) return await close(pair);
      this.#use(pair);
      this.#listener?.connected();
    } catch (error) {
      if (this.#isClosed) return;
      this.#options.failed(error);
      this.#reconnectLater();
    }
  }

  /** What was sent before has reached the server, or does not in time. */
  async #flushed(connection: NatsConnection): Promise<void> {
    const waited = Promise.withResolvers<void>();
    const timer = this.#options.clock.setTimer(flushMs, () => waited.resolve());
    await Promise.race([connection.flush().catch(() => {}), waited.promise]);
    timer.cancel();
  }
}

function holds({ control, bulk }: Pair, connection: NatsConnection): boolean {
  return control === connection || bulk === connection;
}

async function close({ control, bulk }: Pair): Promise<void> {
  await Promise.all([control.close(), bulk.close()]);
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/u, "");
}
