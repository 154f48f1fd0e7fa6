import { createFolderBlobs } from "@weft/blob";
import type { BlobStore } from "@weft/collab";
import { BlobsRefused } from "@weft/collab";
import type { Config } from "./config.ts";
import { StartRefused, blobsOf } from "./config.ts";

/** Opens the blob store of the settings, after writing and deleting a test byte. Throws `StartRefused`. */
export async function openBlobs(config: Config): Promise<BlobStore> {
  const place = blobsOf(config);
  const blobs =
    place.kind === "folder"
      ? createFolderBlobs(place.folder)
      : (await import("@weft/blob/bucket")).createBucketBlobs(place);
  try {
    await blobs.check();
  } catch (cause) {
    if (!(cause instanceof BlobsRefused)) throw cause;
    throw new StartRefused(`${cause.message} See WEFT_BLOBS.`, { cause });
  }
  return blobs;
}
