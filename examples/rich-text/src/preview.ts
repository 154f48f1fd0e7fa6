import type { Room } from "@weft/client";
import { getYjsProviderForRoom } from "@weft/yjs";
import type { WeftYjsProvider } from "@weft/yjs";
import type { Schema } from "@tiptap/pm/model";
import { prosemirrorJSONToYXmlFragment } from "@tiptap/y-tiptap";
import { scriptedVisitor } from "@weft/example-shared";
import type { Pause, Visitor } from "@weft/example-shared";
import {
  applyUpdate,
  createRelativePositionFromTypeIndex,
  Doc,
  encodeStateAsUpdate,
  relativePositionToJSON,
  XmlElement,
  XmlText,
} from "yjs";
import { field } from "./extensions.ts";
import { sample } from "./sample.ts";

/** The Yjs client of the sample, in every browser: a document takes the same update in once. */
const sampleClient = 1;

/** Begins a preview with the sample, unless the document already holds it. */
export function fillPreview(provider: WeftYjsProvider, schema: Schema): void {
  const document = provider.getYDoc();
  if (document.store.clients.has(sampleClient)) return;
  const filled = new Doc();
  filled.clientID = sampleClient;
  prosemirrorJSONToYXmlFragment(schema, sample, filled.getXmlFragment(field));
  applyUpdate(document, encodeStateAsUpdate(filled));
}

const sentence = " We meet on Thursday at ten.";

/** In previews, a colleague adds a sentence to the first paragraph, and deletes it again. */
export async function playWriter(room: Room<{ visitor: Visitor }>, pause: Pause): Promise<void> {
  const provider = getYjsProviderForRoom(room);
  const document = provider.getYDoc();
  while (!document.store.clients.has(sampleClient)) await pause(200);
  provider.awareness.setLocalStateField("user", scriptedVisitor);
  const paragraph = document.getXmlFragment(field).get(1);
  const text = paragraph instanceof XmlElement ? paragraph.get(paragraph.length - 1) : null;
  if (!(text instanceof XmlText)) return;
  const begin = text.length;
  const point = (index: number) => {
    const position = relativePositionToJSON(createRelativePositionFromTypeIndex(text, index));
    provider.awareness.setLocalStateField("cursor", { anchor: position, head: position });
  };
  point(begin);
  await pause(1_200);
  for (const [index, letter] of Array.from(sentence).entries()) {
    // Without the format of the words before it.
    text.insert(begin + index, letter, {});
    point(begin + index + 1);
    await pause(80);
  }
  await pause(2_500);
  text.delete(begin, sentence.length);
  point(begin);
}
