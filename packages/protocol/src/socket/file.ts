import { z } from "zod";
import { StorageFileId } from "../ids.ts";

/** What a LiveFile says of its file, which its client uploaded before. */
export const FileData = z
  .object({ id: StorageFileId, name: z.string(), size: z.int().nonnegative(), mimeType: z.string() })
  .readonly();
export type FileData = z.output<typeof FileData>;
