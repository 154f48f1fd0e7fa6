import type { LinkedConnection, RoomHost, RoomLink } from "../src/index.ts";

/**
 * Entering a room of another node, as over a network: nothing but copies passes between the room and the node that has the
 * socket, in either direction.
 */
export function copyingEnter(host: Pick<RoomHost, "enter">): RoomHost["enter"] {
  // A room knows by its link which connections are of one node.
  const links = new WeakMap<RoomLink, RoomLink>();
  const copying = (link: RoomLink) => {
    const known = links.get(link) ?? { send: (message) => link.send(structuredClone(message)) };
    links.set(link, known);
    return known;
  };
  return async (address, user, link, socket): Promise<LinkedConnection> => {
    const inRoom = await host.enter(structuredClone(address), structuredClone(user), copying(link), socket);
    return {
      actor: inRoom.actor,
      receive: (messages, bytes) => inRoom.receive(structuredClone(messages), bytes),
      reply: (message) => inRoom.reply(structuredClone(message)),
      probed: (probe) => inRoom.probed(probe),
      leave: (closeCode) => inRoom.leave(closeCode),
    };
  };
}
