const KB = 1_024;
const MB = 1_024 * KB;
const GB = 1_024 * MB;

/** A size with one decimal, in KB under 1 MB, in MB under 1 GB, otherwise in GB; 1 KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  const [divisor, unit] = bytes < MB ? [KB, "KB"] : bytes < GB ? [MB, "MB"] : [GB, "GB"];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}
