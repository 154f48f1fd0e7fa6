export interface PageHead {
  readonly title: string;
  readonly description: string;
}

/** The shell with the title and description of a page that is drawn in it, for readers that run no scripts. */
export function withHead(shell: string, { title, description }: PageHead): string {
  const full = escaped(`${title} · Weft`);
  const descriptionTag =
    description === "" ? "" : `<meta name="description" content="${escaped(description)}" data-from-server/>`;
  return shell
    .replace(/(?<=<title>)[^<]*(?=<\/title>)/, () => full)
    .replace(/(?<=<meta property="og:title" content=")[^"]*(?=")/, () => full)
    .replace("</head>", () => `${descriptionTag}</head>`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
