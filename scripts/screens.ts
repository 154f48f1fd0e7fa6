/**
 * `npm run screens`: pictures of every component of `@weft/react-ui` and of the text editors, in `docs/screens`, with a page that shows them. `npm run
 * screens -- inbox thread-open` takes those of some scenes again. Fonts are those of this machine, which should have some for Arabic and
 * emoji.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "docs", "screens");
const forms = ["light", "dark", "phone", "rtl"] as const;
const titles: Readonly<Record<(typeof forms)[number], string>> = {
  light: "Light",
  dark: "Dark",
  phone: "Phone",
  rtl: "Right-to-left",
};

const scenes = process.argv.slice(2);
const { status } = spawnSync("vitest", ["run", "--config", "conformance/vitest.config.ts", "screens/"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, WEFT_SCREENS: folder, ...(scenes.length > 0 && { WEFT_SCENES: scenes.join() }) },
});
writeFileSync(join(folder, "components.md"), page());
spawnSync("oxfmt", [folder], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;

/** A table with a row for each scene. */
function page(): string {
  const pictures = new Set(readdirSync(folder));
  const names = [...pictures].filter((name) => name.endsWith("-light.webp")).map((name) => name.slice(0, -11));
  const cell = (name: string, form: (typeof forms)[number]) => {
    const file = `${name}-${form}.webp`;
    return pictures.has(file) ? `![${name}, ${titles[form].toLowerCase()}](${file})` : "";
  };
  const rows = names.toSorted().map((name) => [name, ...forms.map((form) => cell(name, form))]);
  return `# Pictures of the components

What \`@weft/react-ui\` and the text editors look like, with the server behind them. \`npm run screens\` takes these pictures.

${[["Scene", ...forms.map((form) => titles[form])], ["---", ...forms.map(() => "---")], ...rows]
  .map((row) => `| ${row.join(" | ")} |`)
  .join("\n")}
`;
}
