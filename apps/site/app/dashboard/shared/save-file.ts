/** Gives the browser a file to save. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A text as a part of a file name. */
export function fileNameOf(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, "-").slice(0, 80);
}
