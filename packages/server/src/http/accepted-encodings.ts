/** The encodings of an `Accept-Encoding` header, without those that it excludes by `q=0`. */
export function acceptedEncodings(header: string | readonly string[] | undefined): ReadonlySet<string> {
  return new Set(
    String(header ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name!),
  );
}
