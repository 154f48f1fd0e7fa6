import { useMemo } from "react";
import { useOverrides } from "../config.tsx";
import { englishTextEditor } from "../languages/english-text-editor.ts";
import type { AllOverrides } from "../overrides/text-editor-overrides.ts";

/**
 * The texts of components and of parts for text editors here: the given ones, those of the configuration, and English ones.
 *
 * @example
 * const texts = useTextEditorOverrides();
 * texts.TEXT_EDITOR_COMMAND("bold"); // "Bold"
 */
export function useTextEditorOverrides(overrides?: Partial<AllOverrides>): AllOverrides {
  const texts = useOverrides(overrides);
  return useMemo(() => ({ ...englishTextEditor, ...texts }), [texts]);
}
