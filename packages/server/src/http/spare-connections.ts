import type { Server, Socket } from "node:net";

/**
 * Connections that clients opened ahead of need: nothing was ever asked on them. Node does not count them among the idle
 * ones, and a server that closes would wait for them. Answers what closes them.
 */
export function watchSpareConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
