/**
 * Protocol versions, newest last: the number in the socket's path and what it brought. A change to the shape of a
 * message asks for a new line here (a test fingerprints both unions).
 */
export const versions = [
  { version: 7, brought: "The whole Storage tree in one STORAGE_STATE frame." },
  { version: 8, brought: "The Storage tree in STORAGE_CHUNK frames, closed by STORAGE_STREAM_END." },
] as const;

export type ProtocolVersion = (typeof versions)[number]["version"];

/** The version in a socket path such as `/v8`, or undefined if it is not answered. */
export function protocolVersion(path: string): ProtocolVersion | undefined {
  return versions.find(({ version }) => path === `/v${version}`)?.version;
}
