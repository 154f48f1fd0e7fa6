import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The requests of one connection. */
interface Line {
  current: ServerResponse;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * A server that handles the requests of a connection one at a time. Clients may send several without waiting for the
 * answers (RFC 9112, 9.3.2), and Node would handle all of them at once and hold their answers in memory until the first
 * is read. `waiting`: how many requests may wait; a connection that sends more is ended.
 */
export function createOneAtATimeServer(options: ServerOptions, waiting: number, handle: RequestHandler): Server {
  const lines = new WeakMap<Socket, Line>();

  const next = (line: Line) => {
    const [request, response] = line.waiting.shift()!;
    if (request.socket.destroyed) return;
    line.current = response;
    if (line.waiting.length > 0) response.once("close", () => next(line));
    handle(request, response);
  };

  return createServer(options, (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lines.get(socket);
    if (line === undefined) lines.set(socket, { current: response, waiting: [] });
    else if (line.waiting.length === 0 && (line.current.writableFinished || line.current.closed))
      line.current = response;
    else {
      if (line.waiting.length >= waiting) return void socket.destroy();
      if (line.waiting.push([request, response]) === 1) line.current.once("close", () => next(line));
      return;
    }
    handle(request, response);
  });
}
