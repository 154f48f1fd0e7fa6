import { z } from "zod";
import { isStorable, storableRule } from "./storable-text.ts";

/** A member of a request that is stored, or looked up, as text. */
export const StorableText = z.string().refine(isStorable, storableRule);

/** A name that a URL holds: clients resolve the segments `.` and `..` of a path before they send it. */
export const NameInPath = StorableText.refine((text) => text !== "." && text !== "..", "must not be `.` or `..`.");
