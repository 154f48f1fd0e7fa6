/** The calls by which files are uploaded, for every kind of file of a room, back ends and clients alike. */
import { z } from "zod";
import { bytes, endpoint } from "../endpoint.ts";
import type { Needs } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";

const PartNumber = z.int().min(1);
const UploadPart = z
  .strictObject({ partNumber: PartNumber, etag: z.string() })
  .meta({ id: "UploadPart", description: "Send it when you complete the upload." });
/** Clients send back what they were given, members that we do not know included. */
const CompleteUpload = z.object({ parts: z.array(z.object({ partNumber: PartNumber, etag: z.string() })).min(1) });

const fileName = StorableText.min(1).max(limits.storageFileNameLength);
const fileSize = z
  .string()
  .regex(/^\d{1,15}$/, "must be an integer of at least 0.")
  .transform(Number)
  .optional()
  .meta({ description: "Size of the whole file in bytes. If set, the upload must have this size." });

/** Who calls: a back end, or a user from a client. */
export interface UploadSide<A extends "secret" | "user"> {
  readonly auth: A;
  readonly prefix: "/v2" | "/v2/c";
  /** What is added to the ids of the endpoints. */
  readonly suffix: "" | "-as-user";
  readonly needs?: Needs;
  readonly ofUser?: true;
  /** To users, a room that is missing looks like one that they may not enter. */
  readonly missing: readonly ErrorCode[];
}

/** What is uploaded. */
export interface UploadedKind<
  P extends z.ZodRawShape,
  Q extends z.ZodRawShape,
  F extends z.ZodType,
  S extends z.ZodType,
> {
  readonly tag: string;
  /** Of the endpoints' ids: `upload-<file>`, `upload-<upload>-part`. */
  readonly names: { readonly file: string; readonly upload: string };
  /** As summaries call it, with its article. */
  readonly noun: string;
  /** The template of one file, below the prefix. */
  readonly template: `/${string}`;
  /** The parameters of that template. What an id looks like is for the handlers to check: malformed ones answer 400. */
  readonly path: P;
  /** Query parameters of the calls that make a file. */
  readonly query: Q;
  readonly file: F;
  readonly started: S;
  /** Why an upload can be refused when it begins, beside what holds for all kinds. */
  readonly quotas?: readonly ErrorCode[];
  /** Why a part, or the completion of an upload, can be refused. */
  readonly refusals: readonly ErrorCode[];
}

export function uploadEndpoints<
  const A extends "secret" | "user",
  const P extends z.ZodRawShape,
  const Q extends z.ZodRawShape,
  F extends z.ZodType,
  S extends z.ZodType,
>(
  { auth, prefix, suffix, needs, ofUser, missing }: UploadSide<A>,
  { tag, names, noun, template, path, query, file, started, quotas = [], refusals }: UploadedKind<P, Q, F, S>,
) {
  const at = `${prefix}${template}` as const;
  const asUser = auth === "user" ? " as user" : "";
  const named = z.object({ ...path, name: fileName });
  const uploading = { ...path, uploadId: z.string() };
  return {
    upload: endpoint({
      id: `upload-${names.file}${suffix}`,
      route: `PUT ${at}/upload/{name}`,
      tag,
      summary: `Upload ${noun}${asUser}`,
      description: "Repeating the call with the same id, name and size returns the same response.",
      auth,
      needs,
      ofUser,
      path: named,
      query: z.object({ ...query, fileSize }),
      body: bytes("The file."),
      bodyLimit: "storageFilePart",
      returns: file,
      errors: [...missing, "CONFLICT", "PROJECT_FULL", ...quotas],
    }),
    start: endpoint({
      id: `start-${names.upload}-upload${suffix}`,
      route: `POST ${at}/multipart/{name}`,
      tag,
      summary: `Start multipart upload of ${noun}${asUser}`,
      description: "An upload that is not completed within a day is discarded.",
      auth,
      needs,
      ofUser,
      path: named,
      query: z.object({ fileSize }),
      returns: started,
      errors: [...missing, "CONFLICT", "PAYLOAD_TOO_LARGE", "PROJECT_FULL", ...quotas],
    }),
    complete: endpoint({
      id: `complete-${names.upload}-upload${suffix}`,
      route: `POST ${at}/multipart/{uploadId}/complete`,
      tag,
      summary: `Complete multipart upload of ${noun}${asUser}`,
      auth,
      needs,
      ofUser,
      path: z.object(uploading),
      query: z.object(query),
      body: CompleteUpload,
      returns: file,
      errors: [...missing, ...refusals],
    }),
    part: endpoint({
      id: `upload-${names.upload}-part${suffix}`,
      route: `PUT ${at}/multipart/{uploadId}/{partNumber}`,
      tag,
      summary: `Upload part of ${noun}${asUser}`,
      description: "Upload parts in any order or in parallel. Every part except the last must be 5 MiB.",
      auth,
      needs,
      ofUser,
      path: z.object({ ...uploading, partNumber: z.string() }),
      body: bytes("The part."),
      bodyLimit: "storageFilePart",
      returns: UploadPart,
      errors: [...missing, ...refusals],
    }),
    abort: endpoint({
      id: `abort-${names.upload}-upload${suffix}`,
      route: `DELETE ${at}/multipart/{uploadId}`,
      tag,
      summary: `Abort multipart upload of ${noun}${asUser}`,
      auth,
      needs,
      ofUser,
      path: z.object(uploading),
      returns: { empty: true },
      status: 204,
      errors: missing,
    }),
  } as const;
}
