import { ServerMessageType, ClientMessageType } from "@weft/protocol";
import * as Y from "yjs";
import type { RawClient, WireMessage } from "./raw-client.ts";

/** A document over a connection that sends any message. */
export interface RawDocument {
  readonly document: Y.Doc;
  /** Changes the document, and waits until the server has sent the change back. */
  change(change: (document: Y.Doc) => void): Promise<void>;
  /** Requests and applies what it lacks, sends what the server lacks, and waits until the server has it. */
  synchronize(): Promise<void>;
}

export interface RawDocumentOptions {
  readonly guid?: string;
  readonly v2?: boolean;
  /** A document to continue with. */
  readonly document?: Y.Doc;
}

/** Opens a document of the client's room, and keeps it up to date. */
export async function openRawDocument(client: RawClient, options: RawDocumentOptions = {}): Promise<RawDocument> {
  const { guid, v2 = false, document = new Y.Doc() } = options;
  const named = { v2, ...(guid === undefined ? {} : { guid }) };
  const send = (update: Uint8Array) =>
    client.send({ type: ClientMessageType.updateDocument, update: Buffer.from(update).toString("base64"), ...named });
  const isOwn = (message: WireMessage) => message.type === ServerMessageType.documentUpdated && message.guid === guid;
  client.listen((message) => {
    if (!isOwn(message)) return;
    const update = Buffer.from(message.update!, "base64");
    if (message.v2 === true) Y.applyUpdateV2(document, update, "server");
    else Y.applyUpdate(document, update, "server");
  });
  const ask = async () => {
    const from = client.messages.length;
    client.send({
      type: ClientMessageType.fetchDocument,
      vector: Buffer.from(Y.encodeStateVector(document)).toString("base64"),
      ...named,
    });
    return client.hear("the document", (message) => {
      return isOwn(message) && message.isSync === true && client.messages.indexOf(message) >= from;
    });
  };
  const self: RawDocument = {
    document,
    async change(change) {
      const made = Promise.withResolvers<Uint8Array>();
      document.once(v2 ? "updateV2" : "update", made.resolve);
      document.transact(() => change(document));
      const update = await made.promise;
      const text = Buffer.from(update).toString("base64");
      send(update);
      await client.hear("the change", (message) => isOwn(message) && message.update === text);
    },
    async synchronize() {
      const { stateVector } = await ask();
      const encode = v2 ? Y.encodeStateAsUpdateV2 : Y.encodeStateAsUpdate;
      send(encode(document, Buffer.from(stateVector!, "base64")));
      // The answer to this request is sent after the update is durable.
      await ask();
    },
  };
  await self.synchronize();
  return self;
}
