import { sendToOthers, serveRooms } from "./rooms.ts";

/** Presence as a first version would be written: parse, add the actor, stringify once, send to each of the others. */
serveRooms((room, actor, messages) => {
  for (const message of messages) message.actor = actor;
  sendToOthers(room, actor, JSON.stringify(messages));
});
