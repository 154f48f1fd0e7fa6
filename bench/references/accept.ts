import { WebSocketServer } from "ws";
import { roomState } from "./rooms.ts";

/** What it costs to let somebody in who is asked nothing: an upgrade and one frame. */
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.env["BENCH_PORT"]),
  perMessageDeflate: false,
});
let nextActor = 0;
server.on("connection", (socket) => socket.send(roomState(nextActor++)));
