/** The attachments of a comment that is being written. Files are uploaded as soon as they are chosen. */
import type {
  CommentAttachment,
  CommentLocalAttachment,
  CommentMixedAttachment,
  UploadAttachmentOptions,
} from "@weft/client";
import { WeftError } from "@weft/client";
import { AttachmentTooLargeError } from "./attachment-too-large-error.ts";

export const maxAttachments = 10;
/** In bytes. */
export const maxAttachmentSize = 1_024 ** 3;

/** Where files are uploaded to: a room. */
export interface AttachmentUploads {
  prepareAttachment(file: File): CommentLocalAttachment;
  uploadAttachment(attachment: CommentLocalAttachment, options?: UploadAttachmentOptions): Promise<CommentAttachment>;
}

/** The same object until something of it changes. */
export interface DraftAttachmentsState {
  readonly attachments: readonly CommentMixedAttachment[];
  /** Which part of a file has been uploaded, from 0 to 1, by the ids of attachments that are uploaded in several parts. */
  readonly progress: ReadonlyMap<string, number>;
}

export class DraftAttachments {
  readonly #uploads: () => AttachmentUploads | null;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  #state: DraftAttachmentsState;

  constructor(uploads: () => AttachmentUploads | null, initial: readonly CommentAttachment[] = []) {
    this.#uploads = uploads;
    this.#state = { attachments: initial, progress: new Map() };
  }

  get state(): DraftAttachmentsState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Those that the server has. */
  get uploaded(): readonly CommentAttachment[] {
    return this.#state.attachments.filter((attachment) => attachment.type === "attachment");
  }

  /** How many more there may be. */
  get room(): number {
    return Math.max(0, maxAttachments - this.#state.attachments.length);
  }

  /** Adds as many of the files as there may be, and uploads them. */
  add(files: readonly File[]): void {
    const uploads = this.#uploads();
    if (uploads === null) return;
    const added = files.slice(0, this.room).map((file) => uploads.prepareAttachment(file));
    this.#set([...this.#state.attachments, ...added]);
    for (const attachment of added) void this.#upload(uploads, attachment);
  }

  /** Uploads again what failed. */
  retry(id: string): void {
    const uploads = this.#uploads();
    const failed = this.#state.attachments.find((attachment) => attachment.id === id);
    if (uploads === null || failed?.type !== "localAttachment" || failed.status !== "error") return;
    void this.#upload(uploads, failed);
  }

  remove(id: string): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
    this.#set(this.#state.attachments.filter((attachment) => attachment.id !== id));
  }

  clear(): void {
    this.abortUploads();
    this.#set([]);
  }

  /** For attachments that are not shown any more. */
  abortUploads(): void {
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
  }

  async #upload(uploads: AttachmentUploads, prepared: CommentLocalAttachment): Promise<void> {
    const { id, name, size, mimeType, file } = prepared;
    const attachment = { type: "localAttachment", id, name, size, mimeType, file } as const;
    if (size > maxAttachmentSize) {
      const error = new AttachmentTooLargeError(`${name} is larger than attachments may be.`, "client");
      return this.#replace({ ...attachment, status: "error", error });
    }
    const running = new AbortController();
    this.#running.set(id, running);
    this.#replace({ ...attachment, status: "uploading" });
    try {
      const uploaded = await uploads.uploadAttachment(
        { ...attachment, status: "uploading" },
        { signal: running.signal, onProgress: (sent, of) => this.#progressed(id, of === 0 ? 1 : sent / of) },
      );
      if (this.#running.get(id) === running) this.#replace(uploaded);
    } catch (error) {
      if (this.#running.get(id) === running) this.#replace({ ...attachment, status: "error", error: failureOf(error) });
    } finally {
      if (this.#running.get(id) === running) this.#running.delete(id);
    }
  }

  #progressed(id: string, part: number): void {
    if (!this.#running.has(id)) return;
    this.#state = { ...this.#state, progress: new Map([...this.#state.progress, [id, part]]) };
    this.#notify();
  }

  #replace(now: CommentMixedAttachment): void {
    this.#set(this.#state.attachments.map((attachment) => (attachment.id === now.id ? now : attachment)));
  }

  #set(attachments: readonly CommentMixedAttachment[]): void {
    const uploading = new Set(attachments.filter(isUploading).map(({ id }) => id));
    const progress = new Map([...this.#state.progress].filter(([id]) => uploading.has(id)));
    this.#state = { attachments, progress };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether it may still become an attachment without anything being done. */
export function isUploading(attachment: CommentMixedAttachment): boolean {
  return attachment.type === "localAttachment" && attachment.status !== "error" && attachment.status !== "uploaded";
}

function failureOf(error: unknown): Error {
  if (error instanceof WeftError && error.status === 413) return new AttachmentTooLargeError(error.message, "server");
  return error instanceof Error ? error : new Error(String(error));
}
