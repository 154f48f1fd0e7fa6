import { WebSocketServer } from "ws";
import { roomState } from "./rooms.ts";

/** The cost of admitting a connection without authentication: an upgrade and one frame. */
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.env["BENCH_PORT"]),
  perMessageDeflate: false,
});
let nextActor = 0;
server.on("connection", (socket) => socket.send(roomState(nextActor++)));
