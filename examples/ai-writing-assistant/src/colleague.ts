import { getYjsProviderForRoom } from "@weft/yjs";
import type { Scene } from "@weft/example-shared/comments";
import { XmlElement, XmlText } from "yjs";

const sentence = " They are part of every plan.";

/** In previews, a colleague adds a sentence to the first paragraph, and deletes it again. */
export async function playColleague({ room, pause }: Scene): Promise<void> {
  const document = getYjsProviderForRoom(room).getYDoc();
  const fragment = document.getXmlFragment("default");
  while (fragment.length < 2) await pause(200);
  const paragraph = fragment.get(1);
  const text = paragraph instanceof XmlElement ? paragraph.get(paragraph.length - 1) : null;
  if (!(text instanceof XmlText)) return;
  const begin = text.length;
  for (const [index, letter] of Array.from(sentence).entries()) {
    text.insert(begin + index, letter, {});
    await pause(80);
  }
  await pause(2_500);
  text.delete(begin, sentence.length);
  await pause(2_000);
}
