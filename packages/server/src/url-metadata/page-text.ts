/** Bytes in which a page names its encoding, if it does. */
const prescanned = 1_024;
/** Characters of a `Content-Type`, or of a tag, that its encoding is looked for in. */
const headerLength = 512;
const byteOrderMarks = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/** The text of a page, in the encoding that it begins with, is sent with, or names in its first tags; else UTF-8. */
export function decodePage(bytes: Uint8Array, contentType = ""): string {
  const mark = byteOrderMarks.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
  const decoder = mark === undefined ? undefined : new TextDecoder(mark[0]);
  return (decoder ?? decoderOf(labelIn(contentType)) ?? decoderOf(labelInTags(bytes)) ?? new TextDecoder()).decode(
    bytes,
  );
}

function labelIn(text: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([\w.:-]{1,64})/i.exec(text.slice(0, headerLength))?.[1];
}

function labelInTags(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, prescanned)).toString("latin1");
  const label = labelIn(/<meta\s[^>]*charset[^>]*>/i.exec(start)?.[0] ?? "");
  // Tags that can be read as bytes are not in UTF-16, whatever they say.
  return label !== undefined && /^utf-?16/i.test(label) ? "utf-8" : label;
}

function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
