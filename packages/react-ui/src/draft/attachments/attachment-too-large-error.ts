/** A file is larger than attachments may be: than this package allows, or than the server does. */
export class AttachmentTooLargeError extends Error {
  override name = "AttachmentTooLargeError";
  readonly origin: "client" | "server";

  constructor(message: string, origin: "client" | "server" = "client") {
    super(message);
    this.origin = origin;
  }
}
