/** Protocol versions, newest last: the number in the socket's path and what it brought. */
export const versions = [
  { version: 7, brought: "The whole Storage tree in one STORAGE_STATE frame." },
  { version: 8, brought: "The Storage tree in STORAGE_CHUNK frames, closed by STORAGE_STREAM_END." },
] as const;
export type ProtocolVersion = (typeof versions)[number]["version"];

/**
 * Changes to the shape of messages, newest last: the newest protocol version at the time, what changed, and the
 * fingerprint that `version.test.ts` takes of both unions. A change that clients of that version do not understand asks
 * for a new version.
 */
export const messageShapes: readonly MessageShape[] = [
  { version: 8, fingerprint: "fe40634770da1927", change: "The messages of versions 7 and 8, as first recorded." },
  { version: 8, fingerprint: "fe3a0f4c9c256e3c", change: "Events of threads and comments, 400 to 409." },
  { version: 8, fingerprint: "dc4c68f82badffb4", change: "Answers to requests about feeds, and changes of feeds." },
  { version: 8, fingerprint: "6760363d22463595", change: "Which ops were decided, for clients that ask, 202 and 212." },
];

interface MessageShape {
  readonly version: ProtocolVersion;
  readonly fingerprint: string;
  readonly change: string;
}

/** The version in a socket path such as `/v8`, or undefined if it is not answered. */
export function protocolVersion(path: string): ProtocolVersion | undefined {
  return versions.find(({ version }) => path === `/v${version}`)?.version;
}
