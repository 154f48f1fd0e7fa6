import { useEffect, useState } from "react";
import type { CodeToken } from "./colour-code.ts";

/** The lines of a piece of code, each in tokens. Undefined while they are not known: the code is then shown as it is. */
export function useColouredCode(
  code: string,
  language: string | undefined,
): readonly (readonly CodeToken[])[] | undefined {
  const [coloured, setColoured] = useState<{ code: string; lines: readonly (readonly CodeToken[])[] }>();
  useEffect(() => {
    if (language === undefined) return;
    let over = false;
    import("./colour-code.ts")
      .then(({ colourCode }) => colourCode(code, language))
      .then((lines) => over || lines === undefined || setColoured({ code, lines }))
      // Without colours it can still be read.
      .catch(() => {});
    return () => {
      over = true;
    };
  }, [code, language]);
  return coloured?.code === code ? coloured.lines : undefined;
}
