import type { LanguageId } from "./languages.ts";

/** A few lines of each language to begin with. */
export const samples: Readonly<Record<LanguageId, string>> = {
  typescript: `/** A plain weave: each weft thread goes over one warp thread and under the next. */
export function weave(warps: number, wefts: number): string {
  const rows = Array.from({ length: wefts }, (_, weft) =>
    Array.from({ length: warps }, (__, warp) => ((warp + weft) % 2 === 0 ? "━" : "┃")).join(""),
  );
  return rows.join("\\n");
}

// Open this file in a second window, and write in both.
console.log(weave(24, 6));
`,
  html: `<!doctype html>
<html lang="en">
  <head>
    <title>The loom</title>
  </head>
  <body>
    <!-- Open this file in a second window, and write in both. -->
    <h1>Warp and weft</h1>
    <p>The warp is stretched once; <em>the weft comes and goes.</em></p>
  </body>
</html>
`,
  css: `/* Open this file in a second window, and write in both. */
.loom {
  display: grid;
  grid-template-columns: repeat(24, 1fr);
  gap: 2px;
  color: #b93a1a;
}

.loom > :nth-child(2n) {
  opacity: 0.5;
}
`,
  python: `def weave(warps: int, wefts: int) -> str:
    """A plain weave: each weft thread goes over one warp thread and under the next."""
    rows = ("".join("━" if (warp + weft) % 2 == 0 else "┃" for warp in range(warps)) for weft in range(wefts))
    return "\\n".join(rows)


# Open this file in a second window, and write in both.
print(weave(24, 6))
`,
  markdown: `# Warp and weft

The warp is stretched **once**; the weft *comes and goes*.

- Open this file in a second window
- Write in both

> What is woven stays woven.
`,
  json: `{
  "warps": 24,
  "wefts": 6,
  "dyes": ["madder", "weld", "woad"],
  "plain": true
}
`,
};
