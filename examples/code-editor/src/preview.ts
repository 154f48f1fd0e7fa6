import type { Room } from "@weft/client";
import { getYjsProviderForRoom } from "@weft/yjs";
import type { WeftYjsProvider } from "@weft/yjs";
import { scriptedVisitor } from "@weft/example-shared";
import type { Pause, Visitor } from "@weft/example-shared";
import {
  applyUpdate,
  createRelativePositionFromTypeIndex,
  Doc,
  encodeStateAsUpdate,
  relativePositionToJSON,
} from "yjs";
import { samples } from "./samples.ts";

/** The Yjs client of the sample, in every browser: a document takes the same update in once. */
const sampleClient = 1;

/** Begins a preview with the sample, unless the document already holds it. */
export function fillPreview(provider: WeftYjsProvider): void {
  const document = provider.getYDoc();
  if (document.store.clients.has(sampleClient)) return;
  const filled = new Doc();
  filled.clientID = sampleClient;
  filled.getText("code").insert(0, samples.typescript);
  applyUpdate(document, encodeStateAsUpdate(filled));
}

const line = 'console.log(total([{ name: "Desk lamp", price: 58, quantity: 1 }]));\n';

/** In previews, a colleague adds a line at the end, and deletes it again. */
export async function playWriter(room: Room<{ visitor: Visitor }>, pause: Pause): Promise<void> {
  const provider = getYjsProviderForRoom(room);
  const document = provider.getYDoc();
  while (!document.store.clients.has(sampleClient)) await pause(200);
  provider.awareness.setLocalStateField("user", scriptedVisitor);
  const text = document.getText("code");
  const begin = text.length;
  const point = (index: number) => {
    const position = {
      // The editor reads these, which the JSON of a position may leave out.
      type: null,
      tname: null,
      item: null,
      ...relativePositionToJSON(createRelativePositionFromTypeIndex(text, index)),
    };
    provider.awareness.setLocalStateField("cursor", { anchor: position, head: position });
  };
  point(begin);
  await pause(1_200);
  for (const [index, letter] of Array.from(line).entries()) {
    text.insert(begin + index, letter);
    point(begin + index + 1);
    await pause(70);
  }
  await pause(2_500);
  text.delete(begin, line.length);
  point(begin);
}
