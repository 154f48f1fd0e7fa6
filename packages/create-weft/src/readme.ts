import type { Example } from "@weft/example-catalogue";

/** The README of an application made from an example; `more` is the example’s own, if it has one. */
export function readmeOf({ title, line, tryThis, reading, hasUsers = false }: Example, more: string): string {
  const readingList = reading.map(({ file, what }) => `- \`src/${file}\`: ${what}`).join("\n");
  return `# ${title}

${line}

## Run it

Start a Weft server, then:

\`\`\`sh
npm install
npm run dev
\`\`\`

Open the address that is printed in two windows. ${tryThis} \`?room=\` in the address names a room of its own.

## Settings

The settings are in \`.env\`; \`.env.example\` lists them all.

| variable | what it is |
| --- | --- |
| \`VITE_WEFT_URL\` | Your Weft server. |
| \`VITE_WEFT_PUBLIC_KEY\` | The public key of your project. Without one, the server's demo project is used. |
${hasUsers ? "| `WEFT_SECRET_KEY` | The secret key of the same project. It stays in the development server, which issues access tokens with it, as your back end would. |\n" : ""}
## Start reading

${readingList}

\`src/shared\` holds the frame around the page, the visitor's name, and how the page learns of its project.
${ownSections(more)}
\`npm run check\` checks types, \`npm run build\` writes the page to \`dist\`, and \`npm run preview\` serves it.
`;
}

/** What an example’s own README says beyond its title, as a section; commands run in the application itself. */
function ownSections(more: string): string {
  const text = more.replace(/^# .*\n+/u, "").replaceAll(/ -w @weft\/example-[\w-]+/gu, "");
  return text === "" ? "" : `\n## More\n\n${text}`;
}
