import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compressed = promisify(brotliCompress);

/**
 * Assets and the shell are compressed at the highest level; pages, of which there are many, at a slightly lower one.
 */
export async function compressAll(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!/\.(html|js|css|json|data|svg|md|txt|xml)$/u.test(file)) continue;
    const content = await readFile(file);
    if (content.length < 1_024) continue;
    const quality = /\.(js|css)$|__spa-fallback\.html$/u.test(file) ? constants.BROTLI_MAX_QUALITY : 6;
    await writeFile(`${file}.br`, await compressed(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  }
}
