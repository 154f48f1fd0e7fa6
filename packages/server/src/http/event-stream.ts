import type { FastifyReply, FastifyRequest } from "fastify";

const heartbeatMs = 15_000;

export interface StreamedEvent {
  readonly id?: string;
  /** The name under which a page listens for it. Defaults to `message`. */
  readonly event?: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/** An answer of server-sent events, open until the client leaves or `end` is called. */
export interface EventStream {
  /** Disconnects a client that does not read: it reconnects by itself. */
  send(event: StreamedEvent): void;
  end(): void;
  /** Disposes something when the stream is closed, or at once if it is. */
  hold(resource: Disposable): void;
}

export interface EventStreamOptions {
  /** Bytes that may wait for the client. */
  readonly outputSoft: number;
  /** Called at intervals while the stream is open. */
  readonly heartbeat?: () => void;
}

/** Takes the reply over: the handler returns it and sends nothing else. */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { outputSoft, heartbeat = () => {} }: EventStreamOptions,
): EventStream {
  const answer = reply.raw;
  const held = new DisposableStack();
  const cookies = reply.getHeader("Set-Cookie");
  reply.hijack();
  // Fastify no longer listens for errors of this answer.
  answer.on("error", () => answer.destroy());
  answer.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    Connection: "close",
    "X-Content-Type-Options": "nosniff",
    // Proxies would buffer small messages.
    "X-Accel-Buffering": "no",
    "X-Request-Id": request.id,
    ...(cookies === undefined ? undefined : { "Set-Cookie": cookies as string[] }),
  });
  const write = (text: string) => {
    if (answer.writableLength > outputSoft) answer.destroy();
    else if (!answer.writableEnded) answer.write(text);
  };
  write(": here follows what happens from now on\n\n");
  const timer = setInterval(() => {
    write(": still here\n\n");
    heartbeat();
  }, heartbeatMs);
  held.defer(() => clearInterval(timer));
  // When the client half-closes, Node only knows that no more requests follow and keeps the answer open.
  const hangUp = () => answer.destroy();
  const { socket } = request;
  socket.once("end", hangUp);
  held.defer(() => socket.off("end", hangUp));
  if (answer.destroyed) held.dispose();
  else answer.once("close", () => held.dispose());
  return {
    send({ id, event, data }) {
      const fields = [
        ...(id === undefined ? [] : [`id: ${id}`]),
        ...(event === undefined ? [] : [`event: ${event}`]),
        `data: ${JSON.stringify(data)}`,
      ];
      write(`${fields.join("\n")}\n\n`);
    },
    end: () => void answer.end(),
    hold(resource) {
      if (held.disposed) resource[Symbol.dispose]();
      else held.use(resource);
    },
  };
}
