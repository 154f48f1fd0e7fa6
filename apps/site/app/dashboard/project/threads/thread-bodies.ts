import type { AttachmentLink, Comment, Thread, ThreadInboxNotification, UserSubscription } from "@weft/protocol";
import type { z } from "zod";

/** Threads and what belongs to them, as the REST API answers them. */
export type ThreadBody = z.output<typeof Thread>;
export type CommentEntry = z.output<typeof Comment>;
export type SubscriptionBody = z.output<typeof UserSubscription>;
export type ThreadNotificationBody = z.output<typeof ThreadInboxNotification> & { readonly userId: string };
export type AttachmentLinkBody = z.output<typeof AttachmentLink>;
export type ThreadMetadata = ThreadBody["metadata"];
