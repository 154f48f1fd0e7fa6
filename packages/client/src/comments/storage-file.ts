/** Loaded when a file has been uploaded for Storage, and with it the structures. */
import type { LiveFileData } from "../storage/live/structures.ts";
import { LiveFile } from "../storage/live/structures.ts";

export const storageFileOf = (data: LiveFileData): LiveFile => new LiveFile(data);
