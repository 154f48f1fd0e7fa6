declare module "@20minutes/s3rver" {
  /** A request, as the server's middleware sees it. */
  export interface Call {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, unknown>>;
    type: string;
    status: number;
    body: unknown;
  }

  /** The parts of the test server that tests use; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
    });
    readonly store: {
      putBucket(name: string): Promise<unknown>;
      getResourcePath(bucket: string, key: undefined, resource: "uploads"): string;
    };
    readonly middleware: ((call: Call, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
