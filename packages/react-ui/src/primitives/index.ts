"use client";
/** Parts without styles, for components of your own. */
export type { ComposerBodyMark, ComposerBodyMarks } from "../overrides/overrides.ts";
