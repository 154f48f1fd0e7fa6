import type { WeftYjsProvider } from "@weft/yjs";
import type { Schema } from "@tiptap/pm/model";
import { prosemirrorJSONToYXmlFragment } from "@tiptap/y-tiptap";
import type { UserSession } from "@weft/example-shared";
import { inTurn, writeThreads } from "@weft/example-shared/comments";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { sampleText, sampleThreads } from "./sample.ts";

/** The part of the Yjs document that holds the text. */
export const field = "default";

/** The Yjs client that has written the sample, wherever it was made. */
const sampleClient = 1;

/**
 * Fills a new room. The sample text is one and the same Yjs update in every browser, which a document takes in once, and
 * the threads have ids that the server accepts once: two clients that begin a room together write one text.
 */
export async function beginText(session: UserSession, provider: WeftYjsProvider, schema: Schema): Promise<void> {
  const document = provider.getYDoc();
  await inTurn(`weft:begin:${session.roomId}`, async () => {
    if (hasSample(document)) return;
    await writeThreads(session, sampleThreads(session));
    applyUpdate(document, sampleUpdate(session.roomId, schema));
  });
}

/** Whether the document holds the sample, or did before it was changed. */
export function hasSample(document: Doc): boolean {
  return document.store.clients.has(sampleClient);
}

function sampleUpdate(roomId: string, schema: Schema): Uint8Array {
  const sample = new Doc();
  sample.clientID = sampleClient;
  prosemirrorJSONToYXmlFragment(schema, sampleText(roomId), sample.getXmlFragment(field));
  return encodeStateAsUpdate(sample);
}
