/**
 * Blobs in an S3 bucket, or in a bucket of a compatible service. Requests are signed and sent by s3mini: it has no
 * dependencies (the official SDK brings 25 packages and 22 MB, minio 33 and 16 MB), is maintained, and parses the few XML
 * answers, which aws4fetch does not.
 */
import { S3mini } from "s3mini";
import { BlobsRefused } from "@weft/collab";
import type { BlobHeaders, BlobPart, BlobStore, ByteRange } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import { orUnavailable, unavailable } from "./unavailable.ts";

export interface BucketOptions {
  /** The bucket's URL, with its name: `https://s3.eu-west-1.amazonaws.com/files`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Whether links point to the bucket itself. Otherwise the server serves the bytes. */
  readonly direct: boolean;
}

export function createBucketBlobs(options: BucketOptions): BlobStore {
  return new BucketBlobs(options);
}

/** Timeout of a write. */
const writeTimeoutMs = 30_000;

class BucketBlobs implements BlobStore {
  readonly #options: BucketOptions;
  readonly #writer: S3mini;
  /** No deadline for the whole answer: its reader may be slow. */
  readonly #reader: S3mini;

  constructor(options: BucketOptions) {
    const { endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey } = options;
    this.#options = options;
    this.#reader = new S3mini({ endpoint, region, accessKeyId, secretAccessKey });
    this.#writer = new S3mini({
      endpoint,
      region,
      accessKeyId,
      secretAccessKey,
      requestAbortTimeout: writeTimeoutMs,
    });
  }

  async check(): Promise<void> {
    try {
      await this.#writer.putObject("weft-probe", "x");
      await this.#writer.deleteObject("weft-probe");
    } catch (cause) {
      const { endpoint } = this.#options;
      throw new BlobsRefused(`Files cannot be written to ${endpoint} (${reasonOf(cause)}).`, { cause });
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await orUnavailable(this.#writer.putObject(keyOf(name), bytes));
  }

  async read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    try {
      const answer =
        range === undefined
          ? await this.#reader.getObjectRaw(keyOf(name))
          : await this.#reader.getObjectRaw(keyOf(name), false, range.start, range.end + 1);
      return answer.body ?? undefined;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw unavailable(error);
    }
  }

  async delete(name: string): Promise<void> {
    await orUnavailable(this.#writer.deleteObject(keyOf(name)).catch(unlessMissing));
  }

  async startParts(name: string): Promise<string> {
    return orUnavailable(this.#writer.getMultipartUploadId(keyOf(name)));
  }

  async putPart(name: string, session: string, number: number, bytes: Uint8Array): Promise<string> {
    const { etag } = await orUnavailable(this.#writer.uploadPart(keyOf(name), session, bytes, number));
    return etag;
  }

  async joinParts(name: string, session: string, parts: readonly BlobPart[]): Promise<void> {
    const key = keyOf(name);
    try {
      const joined = await this.#writer.completeMultipartUpload(
        key,
        session,
        parts.map(({ number: partNumber, tag: etag }) => ({ partNumber, etag })),
      );
      // The service may find out that it cannot after it has begun to answer with 200.
      if (!joined.etag) throw new Error("The parts were not joined.");
    } catch (error) {
      if (/EntityTooSmall/.test(bodyOf(error)))
        throw new WeftError("UNPROCESSABLE_ENTITY", {
          message: "Every part but the last must have 5 MiB.",
          cause: error,
        });
      // Joined before: names are used once, so what lies there is this.
      if (statusOf(error) === 404 && (await orUnavailable(this.#writer.objectExists(key))) === true) return;
      throw unavailable(error);
    }
  }

  async dropParts(name: string, session: string): Promise<void> {
    await orUnavailable(this.#writer.abortMultipartUpload(keyOf(name), session).catch(unlessMissing));
  }

  async address(name: string, { type, disposition }: BlobHeaders, lifetimeMs: number): Promise<string | undefined> {
    if (!this.#options.direct) return undefined;
    return this.#reader.getPresignedUrl("GET", keyOf(name), lifetimeMs / 1_000, {
      "response-content-type": type,
      "response-content-disposition": disposition,
    });
  }
}

/** Keys are names, with each segment encoded: no service then takes a part of one for something else. */
function keyOf(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/").replaceAll("..", "%2E%2E");
}

function statusOf(error: unknown): number | undefined {
  const { status } = error as { readonly status?: unknown };
  return typeof status === "number" ? status : undefined;
}

function bodyOf(error: unknown): string {
  const { body } = error as { readonly body?: unknown };
  return typeof body === "string" ? body : "";
}

/** The message for operators, without the request, which contains credentials. */
function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `it answers with status ${status}`;
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "it does not answer";
}

function unlessMissing(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
