import * as emails from "@weft/emails";
import * as node from "@weft/node";
import { expect, test } from "vitest";
import { emailCode } from "./email-code.ts";

const packages: Readonly<Record<string, object>> = { "@weft/emails": emails, "@weft/node": node };
const kinds = ["thread", "textMention"] as const;
const formats = ["ready", "react", "html"] as const;

test.each(kinds.flatMap((kind) => formats.map((format) => [kind, format] as const)))(
  "the code for %s as %s imports what the packages export, and names the server",
  (kind, format) => {
    const code = emailCode({ kind, format, serverUrl: "https://weft.example.com", brand: 'The "Plan"' });
    const imports = [...code.matchAll(/^import \{ (.*) \} from "(@weft\/.*)";$/gmu)];
    expect(imports).toHaveLength(2);
    for (const [, names, from] of imports)
      for (const name of names!.split(", ")) {
        expect(packages[from!]).toHaveProperty(name);
        expect(code.split(name).length).toBeGreaterThan(2);
      }
    expect(code).toContain('baseUrl: "https://weft.example.com"');
    expect(code.includes(String.raw`brand: { name: "The \"Plan\"" }`)).toBe(format === "ready");
  },
);
