/** A file whose first letters, name or type say something else than its contents. */
export interface LyingFile {
  readonly about: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly is: "text" | "image" | "other";
}

/** Beginnings of texts that are signatures of other formats, too. */
const beginnings: readonly string[] = [
  "BMI is weight in kilograms divided by height squared.",
  "BM",
  "solid state drives are fast.",
  "MZ is a signature of programs.",
  "ID3 tags hold the title of a song.",
  "GIF or PNG?",
  "GIF89a is a version of GIF.",
  "WEBVTT\n\n00:00.000 --> 00:01.000\nHello",
  "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR",
  "BEGIN:VCARD\nVERSION:4.0\nEND:VCARD",
  "070707,1",
  "%PDF is how these files begin.",
  "%PDF-1.7 is the version of 2008.",
  "RIFF is a format of containers.",
  "OggS is a mark.",
  "fLaC is how FLAC is spelled here.",
  "Rar! said the lion.",
  "FWS and CWS are signatures of Flash.",
  "II*is not TIFF",
  "MThd starts a MIDI file.",
  "wOFF and wOF2 are fonts.",
  "8BPS is Photoshop.",
  "SIMPLE  =                    T of FITS",
  "LZIP is a program.",
  "BZh is bzip2.",
  "!<arch> is ar.",
  "{\\rtf is how RTF begins.",
  "gimp xcf is GIMP.",
  "PK is short for primary key.",
  "ftypisom is a brand.",
];

const text = (start: string): LyingFile => ({
  about: `a text that begins with ${JSON.stringify(start.slice(0, 24))}`,
  name: "notes.txt",
  type: "text/plain",
  bytes: new TextEncoder().encode(`${start} refund`),
  is: "text",
});
const png = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);
const bytes = (latin1: string) => Uint8Array.from(Buffer.from(latin1, "latin1"));

export const lyingFiles: readonly LyingFile[] = [
  ...beginnings.map(text),
  { about: "an image that is called a text", name: "photo.txt", type: "text/plain", bytes: png, is: "image" },
  { about: "an image that is called HTML", name: "photo.html", type: "text/html", bytes: png, is: "image" },
  {
    about: "HTML that is called an image",
    name: "page.png",
    type: "image/png",
    bytes: bytes("<!doctype html><p>refund</p><script>alert(1)</script>"),
    is: "text",
  },
  {
    about: "an SVG that is called a PNG",
    name: "drawing.png",
    type: "image/png",
    bytes: bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    is: "text",
  },
  {
    about: "an archive that is called a text",
    name: "a.txt",
    type: "text/plain",
    bytes: bytes("PK\x03\x04\x14\0\0\0\0\0"),
    is: "other",
  },
  {
    about: "a program that is called a text",
    name: "a.md",
    type: "text/markdown",
    bytes: bytes("MZ\x90\0\x03\0\0\0\x04\0"),
    is: "other",
  },
  { about: "noise", name: "noise.txt", type: "text/plain", bytes: bytes("\0\x01\x02\xfe\xff\0\0\x07"), is: "other" },
  {
    about: "a JPEG that ends early",
    name: "a.txt",
    type: "text/plain",
    bytes: bytes("\xff\xd8\xff\xe0\0\x10JFIF\0"),
    is: "image",
  },
];
