import * as Y from "yjs";
import type { Random } from "./random.ts";

export interface Recorded {
  readonly update: Uint8Array;
  readonly v2: boolean;
}

/** Updates of people who write text, markup, maps and lists, and never in the text of a victim; both encodings. */
export function recordUpdates(random: Random): readonly Recorded[] {
  const recorded: Recorded[] = [];
  const people = [1, 2, 3].map(() => {
    const document = new Y.Doc();
    document.clientID = random.between(1, 2 ** 32 - 1);
    document.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "others") recorded.push({ update, v2: false });
    });
    document.on("updateV2", (update: Uint8Array, origin: unknown) => {
      if (origin !== "others") recorded.push({ update, v2: true });
    });
    return document;
  });
  for (let edit = 0; edit < 120; edit++) {
    const document = random.pick(people);
    change(document, random, edit);
    if (random.chance(0.5)) for (const other of people) Y.applyUpdate(other, Y.encodeStateAsUpdate(document), "others");
  }
  for (const document of people)
    recorded.push(
      { update: Y.encodeStateAsUpdate(document), v2: false },
      { update: Y.encodeStateAsUpdateV2(document), v2: true },
    );
  return recorded;
}

function change(document: Y.Doc, random: Random, edit: number): void {
  const text = document.getText("text");
  const at = random.between(0, text.length);
  switch (random.between(0, 7)) {
    case 0:
    case 1:
      return text.insert(at, `${edit} é😀 `);
    case 2:
      return text.insert(at, "bold", { bold: random.chance(0.5), link: { href: `#${edit}` } });
    case 3:
      return text.delete(0, Math.min(text.length, random.between(0, 5)));
    case 4:
      return text.format(0, Math.min(text.length, 9), { italic: true });
    case 5:
      return void document.getMap("map").set(`key ${edit % 5}`, { list: [edit, null, true, 1.5], bytes: "x" });
    case 6:
      return document.getArray("list").push([new Y.Map([["n", edit]]), Uint8Array.of(edit), new Y.Text("nested")]);
    default: {
      const element = new Y.XmlElement("p");
      element.setAttribute("n", String(edit));
      element.insert(0, [new Y.XmlText("markup")]);
      return document.getXmlFragment("markup").push([element]);
    }
  }
}

/** The same with one to four changes: bytes altered, cut, put in or repeated; sometimes said to be of the other encoding. */
export function mutated(random: Random, { update, v2 }: Recorded): Recorded {
  let bytes = [...update];
  for (let count = random.between(1, 4); count > 0; count--) {
    const at = random.between(0, bytes.length - 1);
    const length = random.between(1, 8);
    const kind = random.between(0, 5);
    if (kind <= 1) bytes[at] = random.between(0, 255);
    else if (kind === 2) bytes.splice(at, length);
    else if (kind === 3) bytes.splice(at, 0, ...bytes.slice(at, at + length));
    // A number that is as large as numbers get.
    else if (kind === 4) bytes.splice(at, 1, 255, 255, 255, 255, random.between(0, 15));
    else bytes = bytes.slice(0, at + 1);
    if (bytes.length === 0) bytes = [0];
  }
  return { update: Uint8Array.from(bytes), v2: random.chance(0.95) ? v2 : !v2 };
}
