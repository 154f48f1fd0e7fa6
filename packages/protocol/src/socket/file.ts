import { z } from "zod";
import { StorageFileId } from "../ids.ts";

/** The contents of a LiveFile: a reference to a file that was uploaded before. */
export const FileData = z
  .object({ id: StorageFileId, name: z.string(), size: z.int().nonnegative(), mimeType: z.string() })
  .readonly();
export type FileData = z.output<typeof FileData>;
