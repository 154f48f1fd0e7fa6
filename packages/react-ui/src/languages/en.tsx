import type { AllOverrides } from "../overrides/text-editor-overrides.ts";
import { englishTextEditor } from "./english-text-editor.ts";
import { english } from "./english.tsx";

/** English. */
export const en: AllOverrides = { ...english, ...englishTextEditor };
