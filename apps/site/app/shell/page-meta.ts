import type { MetaDescriptor } from "react-router";

/** The head of a page: `export const meta = () => pageMeta({ title, description })`. */
export function pageMeta({
  title,
  description,
  indexed = true,
}: {
  title: string;
  description?: string;
  indexed?: boolean;
}): MetaDescriptor[] {
  const full = title.includes("Weft") ? title : `${title} · Weft`;
  return [
    { title: full },
    { property: "og:title", content: full },
    { property: "og:type", content: "website" },
    ...(description === undefined
      ? []
      : [
          { name: "description", content: description },
          { property: "og:description", content: description },
        ]),
    ...(indexed ? [] : [{ name: "robots", content: "noindex" }]),
  ];
}
