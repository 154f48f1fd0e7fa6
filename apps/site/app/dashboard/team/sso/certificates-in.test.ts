import { expect, test } from "vitest";
import { certificatesIn } from "./certificates-in.ts";

const one = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
const two = "-----BEGIN CERTIFICATE-----\r\nBBBB\r\n-----END CERTIFICATE-----";

test.for([
  ["", []],
  [`  ${one}\n`, [one]],
  [`${one}\n\n${two}`, [one, two]],
  ["AAAA\nBBBB", ["AAAA\nBBBB"]],
  // What is left over is for the server to refuse.
  [`${one}\nmore`, [one, "more"]],
] as const)("%j holds %j", ([text, certificates]) => {
  expect(certificatesIn(text)).toEqual(certificates);
});
