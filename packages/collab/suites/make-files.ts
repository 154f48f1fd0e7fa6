import { crc32 } from "node:zlib";

/** A PDF with a line of text on each page, or one empty page. For tests. */
export function makePdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const pages = lines.length === 0 ? [""] : lines;
  const contents = pages.map((line) => (line === "" ? "" : `BT /F1 18 Tf 50 700 Td (${line}) Tj ET`));
  return pdfOfPages(contents.map((text) => ({ stream: text, filter: "" })));
}

/** A PDF of one page whose contents are what these bytes inflate to. For tests. */
export function makePackedPdf(deflated: Uint8Array): Uint8Array<ArrayBuffer> {
  return pdfOfPages([{ stream: Buffer.from(deflated).toString("latin1"), filter: " /Filter /FlateDecode" }]);
}

function pdfOfPages(pages: readonly { readonly stream: string; readonly filter: string }[]): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, n) => `${3 + 2 * n} 0 R`).join(" ");
  const font = 3 + 2 * pages.length;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap(({ stream, filter }, n) => {
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * n} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        `<< /Length ${stream.length}${filter} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  return pdfOf(objects);
}

/** A PDF with a line in a font that has no map of its characters: it names one of the predefined ones. For tests. */
export function makePdfWithCMap(cMap: string, ordering: string, codes: Uint8Array): Uint8Array<ArrayBuffer> {
  const content = `BT /F1 18 Tf 50 700 Td <${Buffer.from(codes).toString("hex")}> Tj ET`;
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  const descriptor =
    "/Type /FontDescriptor /FontName /F /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80";
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /${cMap} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /F /CIDSystemInfo ${system} /DW 1000 /FontDescriptor 7 0 R >>`,
    `<< ${descriptor} >>`,
  ]);
}

function pdfOf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(text + xref + trailer, "latin1"));
}

/** A Word document with a heading and paragraphs. For tests. */
export function makeDocx(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return zipFiles(makeDocxFiles(lines));
}

/** Its parts, by their names. */
export function makeDocxFiles([heading = "", ...paragraphs]: readonly string[]): Readonly<Record<string, string>> {
  const office = "http://schemas.openxmlformats.org";
  const style = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>';
  const paragraph = (text: string, before = "") => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = paragraph(heading, style) + paragraphs.map((text) => paragraph(text)).join("");
  return {
    "[Content_Types].xml": `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
}

/** Bytes that were deflated, and how long they say that they were before. */
export interface PackedFile {
  readonly deflated: Uint8Array;
  readonly declared: number;
}

/** An archive of texts that are not compressed, and of packed files. For tests. */
export function zipFiles(files: Readonly<Record<string, string | PackedFile>>): Uint8Array<ArrayBuffer> {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, file] of Object.entries(files)) {
    const isPacked = typeof file !== "string";
    const [path, bytes] = [Buffer.from(name), Buffer.from(isPacked ? file.deflated : Buffer.from(file))];
    // Version, flags, method, time, date, checksum, both sizes, and the lengths of the name and of nothing more.
    const entry = Buffer.alloc(26);
    entry.writeUInt16LE(20, 0);
    entry.writeUInt16LE(isPacked ? 8 : 0, 4);
    entry.writeUInt32LE(isPacked ? 0 : crc32(bytes), 10);
    entry.writeUInt32LE(bytes.length, 14);
    entry.writeUInt32LE(isPacked ? file.declared : bytes.length, 18);
    entry.writeUInt16LE(path.length, 22);
    pieces.push(Buffer.from("PK\x03\x04", "latin1"), entry, path, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), entry, rest, path);
    at += 4 + entry.length + path.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(files).length, place);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Uint8Array.from(Buffer.concat([...pieces, listed, end]));
}
