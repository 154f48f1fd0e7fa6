/** Writes a PDF of plain pages: lines of text in Helvetica, and filled rectangles. Lengths are in points, from the top left. */
export interface TextLine {
  readonly kind: "text";
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly text: string;
}

export interface Box {
  readonly kind: "box";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, from 0 to 1. */
  readonly color: readonly [number, number, number];
}

export type Mark = TextLine | Box;

/** A4. */
export const pageSize = { width: 595, height: 842 } as const;

export function writePdf(title: string, pages: readonly (readonly Mark[])[]): string {
  const pageIds = pages.map((_, index) => 6 + index * 2);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    `<< /Title ${textOf(title)} >>`,
    ...pages.flatMap((marks, index) => {
      const content = marks.map(operatorsOf).join("\n");
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Contents ${pageIds[index]! + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

/** In a PDF, lengths go up from the bottom. */
function operatorsOf(mark: Mark): string {
  if (mark.kind === "box")
    return `${mark.color.join(" ")} rg ${mark.x} ${pageSize.height - mark.y - mark.height} ${mark.width} ${mark.height} re f`;
  const font = mark.bold ? "F2" : "F1";
  return `0.12 0.11 0.1 rg BT /${font} ${mark.size} Tf ${mark.x} ${pageSize.height - mark.y} Td ${textOf(mark.text)} Tj ET`;
}

/** The file is ASCII alone, so that its offsets are those of its bytes. */
function textOf(text: string): string {
  if (/[^ -~]/u.test(text)) throw new Error(`"${text}" has characters other than ASCII.`);
  return `(${text.replaceAll(/[\\()]/gu, String.raw`\$&`)})`;
}
