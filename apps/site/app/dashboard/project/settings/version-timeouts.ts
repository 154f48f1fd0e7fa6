/** After how long without a further change a version is made by itself; the server takes 30 to 300 seconds. */
export const versionTimeouts = [
  { value: "off", label: "Never" },
  { value: "30", label: "After 30 seconds" },
  { value: "60", label: "After 1 minute" },
  { value: "120", label: "After 2 minutes" },
  { value: "300", label: "After 5 minutes" },
] as const;

export function timeoutText(timeout: number | false): string {
  return timeout === false ? "off" : String(timeout);
}

/** The choices, with the present one among them whatever it is. */
export function timeoutOptions(timeout: number | false): { value: string; label: string }[] {
  const options: { value: string; label: string }[] = [...versionTimeouts];
  const text = timeoutText(timeout);
  return options.some(({ value }) => value === text)
    ? options
    : [...options, { value: text, label: `After ${text} seconds` }];
}
