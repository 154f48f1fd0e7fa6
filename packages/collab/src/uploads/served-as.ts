import { create } from "content-disposition";
import type { BlobHeaders } from "./blob-store.ts";
import type { FileRecord } from "./upload-records.ts";

/** Types that a page could run, or lay over itself, when they come from an address that it trusts. */
const active = /html|xml|script|css|wasm|shockwave|\bmultipart\//;
const unknownType = "application/octet-stream";

/**
 * With which headers a file's bytes go out. Only what was found to be a raster image is shown in place; everything else
 * is saved, whatever its name says. An SVG keeps its type, since as the source of an `<img>` it runs nothing.
 */
export function servedAs({ name, mimeType, image }: Pick<FileRecord, "name" | "mimeType" | "image">): BlobHeaders {
  const named = mimeType === "image/svg+xml" || !active.test(mimeType) ? mimeType : "";
  return {
    type: image ?? (named || unknownType),
    // Whoever saves it must not take a part of its name for a folder.
    disposition: create(name.toWellFormed().replaceAll(/[/\\]/g, "_"), {
      type: image === undefined ? "attachment" : "inline",
    }),
  };
}
