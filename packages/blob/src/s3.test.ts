import { existsSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { Call } from "@20minutes/s3rver";
import { BlobsRefused } from "@weft/collab";
import { blobStoreSuite } from "@weft/collab/suites/blob-store.suite.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBucketBlobs } from "./s3.ts";
import type { BucketOptions } from "./s3.ts";

/** A server of the S3 protocol on the loopback address, with keys of its own. */
let service: S3rver;
let folder: string;
let origin: string;
let buckets = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "weft-s3-"));
  service = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory: folder });
  service.middleware.unshift(knowUploads);
  const { port } = (await service.run()) as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Behavior that S3 documents and this server lacks: aborting an upload, and completing one that does not exist. */
async function knowUploads(call: Call, next: () => Promise<void>): Promise<void> {
  const { uploadId } = call.query;
  if (typeof uploadId !== "string" || call.method === "PUT") return next();
  const upload = join(service.store.getResourcePath(call.path.split("/")[1]!, undefined, "uploads"), uploadId);
  if (existsSync(upload) && call.method === "POST") return next();
  call.type = "application/xml";
  call.status = existsSync(upload) ? 204 : 404;
  if (call.status === 404) call.body = "<Error><Code>NoSuchUpload</Code></Error>";
  rmSync(upload, { recursive: true, force: true });
}

async function openBucket(options: Partial<BucketOptions> = {}) {
  const endpoint = `${origin}/bucket-${buckets++}`;
  const name = endpoint.slice(origin.length + 1);
  await service.store.putBucket(name);
  const blobs = createBucketBlobs({
    endpoint,
    region: "us-east-1",
    accessKey: "S3RVER",
    secretKey: "S3RVER",
    direct: true,
    ...options,
  });
  return { blobs, endpoint, [Symbol.asyncDispose]: async () => {} };
}

blobStoreSuite(openBucket);

test("[BL4] a link to the bucket serves its blob to anyone with the requested headers, and no other blob", async () => {
  await using under = await openBucket();
  const { blobs } = under;
  await blobs.put("p/a", Buffer.from("bytes"));
  await blobs.put("p/b", Buffer.from("others"));
  const headers = { type: "text/plain", disposition: 'attachment; filename="a b.txt"' };
  const address = await blobs.address("p/a", headers, 3_600_000);
  const answer = await fetch(address!);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("bytes");
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(answer.headers.get("content-disposition")).toBe(headers.disposition);
  for (const altered of [
    address!.replace("/p/a?", "/p/b?"),
    address!.replace("text%2Fplain", "text%2Fhtml"),
    address!.replace("X-Amz-Expires=3600", "X-Amz-Expires=7200"),
  ]) {
    expect(altered).not.toBe(address);
    const refused = await fetch(altered);
    expect(refused.status).toBe(403);
    await refused.body?.cancel();
  }
  expect(
    await createBucketBlobs({ ...credentials(under.endpoint), direct: false }).address("p/a", headers, 1_000),
  ).toBe(undefined);
});

test("[BL3] a bucket that is missing or not accessible is refused at start in one sentence", async () => {
  await using under = await openBucket();
  const missing = createBucketBlobs(credentials(`${origin}/nobody`));
  await expect(missing.check()).rejects.toThrow(BlobsRefused);
  await expect(missing.check()).rejects.toThrow("it answers with status 404");
  const locked = createBucketBlobs({ ...credentials(under.endpoint), secretKey: "wrong" });
  await expect(locked.check()).rejects.toThrow("it answers with status 403");
  const away = createBucketBlobs(credentials("http://127.0.0.1:1/bucket"));
  await expect(away.check()).rejects.toThrow(BlobsRefused);
  await expect(away.put("p/a", Buffer.from("x"))).rejects.toThrow(
    expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }),
  );
});

function credentials(endpoint: string): BucketOptions {
  return { endpoint, region: "us-east-1", accessKey: "S3RVER", secretKey: "S3RVER", direct: true };
}
