import { nanoid } from "../random-id.ts";
import type { LocalAttachment } from "./types.ts";

/** What a file is until it has been uploaded. */
export function prepareAttachment(file: File): LocalAttachment {
  const { name, size, type } = file;
  return { type: "localAttachment", status: "idle", id: `at_${nanoid()}`, name, size, mimeType: type, file };
}
