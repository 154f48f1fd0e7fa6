import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";

test.each([
  [0, "0.0 KB"],
  [52, "0.1 KB"],
  [512, "0.5 KB"],
  [1_023, "1.0 KB"],
  [1_024, "1.0 KB"],
  [1_536, "1.5 KB"],
  [1_048_524, "1023.9 KB"],
  [1_048_575, "1024.0 KB"],
  [1_048_576, "1.0 MB"],
  [268_435_456, "256.0 MB"],
  [1_073_741_823, "1024.0 MB"],
  [1_073_741_824, "1.0 GB"],
  [5_368_709_120, "5.0 GB"],
  [1_099_511_627_776, "1024.0 GB"],
])("%i bytes read %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
