import { create } from "content-disposition";
import type { BlobHeaders } from "./blob-store.ts";
import type { FileRecord } from "./upload-records.ts";

/** Types that a page could run, or lay over itself, when they come from an address that it trusts. */
const active = /html|xml|script|css|wasm|shockwave|\bmultipart\//;
const unknownType = "application/octet-stream";

/**
 * The headers with which a file is served. Only a file that was found to be a raster image is shown inline. Everything
 * else is a download, whatever its name says. An SVG keeps its type: as the source of an `<img>` it runs no script.
 */
export function servedAs({ name, mimeType, image }: Pick<FileRecord, "name" | "mimeType" | "image">): BlobHeaders {
  const named = mimeType === "image/svg+xml" || !active.test(mimeType) ? mimeType : "";
  return {
    type: image ?? (named || unknownType),
    // A client that saves it must not take a part of its name for a folder.
    disposition: create(name.toWellFormed().replaceAll(/[/\\]/g, "_"), {
      type: image === undefined ? "attachment" : "inline",
    }),
  };
}
