import { createRequire } from "node:module";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";

/** The server of `y-websocket`, which keeps documents only in memory: the minimum that a Yjs server does. */
const { setupWSConnection } = createRequire(import.meta.url)("y-websocket/bin/utils") as {
  readonly setupWSConnection: (socket: WebSocket, request: unknown, options: { docName: string }) => void;
};
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.env["BENCH_PORT"]),
  perMessageDeflate: false,
});
server.on("connection", (socket, request) =>
  setupWSConnection(socket, request, {
    docName: new URL(request.url!, "http://localhost").searchParams.get("roomId")!,
  }),
);
