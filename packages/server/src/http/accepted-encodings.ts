/** No client needs a longer header; a longer one accepts nothing, and is answered uncompressed. */
const longestHeader = 200;

/** The encodings of an `Accept-Encoding` header, without those that it excludes by `q=0`. */
export function acceptedEncodings(header: string | readonly string[] | undefined): ReadonlySet<string> {
  const text = String(header ?? "");
  if (text.length > longestHeader) return new Set();
  return new Set(
    text
      .toLowerCase()
      .split(",")
      .map((part) => part.split(";").map((member) => member.trim()))
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name!),
  );
}
