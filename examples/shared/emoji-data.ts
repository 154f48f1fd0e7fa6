import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

const files = ["en/data.json", "en/messages.json"] as const;

/**
 * Serves the data of the emoji picker beside the page, at `emoji/`: the picker would load it from another site, and the
 * pages of a Weft server connect to their own server only. It is loaded when the picker is first opened.
 */
export function emojiData(): Plugin {
  let base = "/";
  return {
    name: "emoji-data",
    configResolved(config) {
      base = config.base;
    },
    configureServer({ middlewares }) {
      for (const file of files)
        middlewares.use(`${base}emoji/${file}`, (_request, response) => {
          response.setHeader("content-type", "application/json");
          response.end(contentOf(file));
        });
    },
    generateBundle() {
      for (const file of files) {
        const source = contentOf(file);
        this.emitFile({ type: "asset", fileName: `emoji/${file}`, source });
        this.emitFile({ type: "asset", fileName: `emoji/${file}.br`, source: brotliCompressSync(source) });
      }
    },
  };
}

function contentOf(file: (typeof files)[number]): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`emojibase-data/${file}`)));
}
