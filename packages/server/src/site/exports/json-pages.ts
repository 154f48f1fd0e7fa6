import type { ExportedRoom, ExportPage } from "@weft/collab";

type File = ExportedRoom["files"][number];

/** A file of JSON, to be read by people too. */
export function jsonFile(name: string, value: unknown): File {
  return { name, pieces: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)] };
}

/** Files of a folder, `0001.json` and so on, with a page of items each; none when there are no items. */
export async function* jsonPages<Row, Place>(
  folder: string,
  read: (after: Place | undefined) => Promise<ExportPage<Row, Place>>,
  describe: (row: Row) => unknown,
): AsyncGenerator<File> {
  let after: Place | undefined;
  for (let number = 1; ; number++) {
    const { rows, next } = await read(after);
    if (rows.length > 0) yield jsonFile(`${folder}/${String(number).padStart(4, "0")}.json`, rows.map(describe));
    if (next === undefined) return;
    after = next;
  }
}
