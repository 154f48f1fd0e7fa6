/**
 * Messages of users to the operator of the server.
 *
 *   form ──► message and its email, in one transaction
 */
import { randomBytes } from "node:crypto";
import type { sendFeedback, sendSales, sendSupport, StaffMessage } from "@weft/protocol";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { z } from "zod";
import type { Cursors } from "../cursor.ts";
import { dateKey, datedFrom, keysetPage } from "../keyset-page.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { MessageFilter, MessageRecord, MessageRecords } from "./message-records.ts";

export interface Messages {
  /** Stores a message that a person sent, and drops those of scripts. */
  support(form: z.output<NonNullable<typeof sendSupport.body>>): Promise<void>;
  sales(form: z.output<NonNullable<typeof sendSales.body>>): Promise<void>;
  feedback(form: z.output<NonNullable<typeof sendFeedback.body>>): Promise<void>;
  /** Newest first. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  list(
    search: MessageFilter & { readonly cursor?: string },
  ): Promise<{ readonly data: readonly StaffMessage[]; readonly nextCursor: string | null }>;
  /** NOT_FOUND. */
  setState(id: string, state: MessageRecord["state"]): Promise<StaffMessage>;
}

/** A message as it is mailed to the operator. */
export interface MessageMail {
  readonly subject: string;
  readonly text: string;
  readonly replyTo: string;
}

export interface MessagesOptions {
  readonly records: MessageRecords;
  readonly cursors: Cursors;
  /** The job that emails a message to the operator; undefined if messages are not emailed. */
  readonly mail?: (mail: MessageMail) => NewJob;
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createMessages(options: MessagesOptions): Messages {
  return new KeptMessages(options);
}

/** Lists of messages belong to no project. */
const scope = { project: "", list: "messages" };
type Written = Pick<MessageRecord, "kind" | "name" | "email" | "message" | "route" | "details">;

class KeptMessages implements Messages {
  readonly #options: MessagesOptions;
  readonly #limits: Limits;

  constructor(options: MessagesOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
  }

  async support({
    firstName,
    lastName,
    email,
    message,
    honeypot,
  }: z.output<NonNullable<typeof sendSupport.body>>): Promise<void> {
    if (honeypot !== "") return;
    await this.#keep({ kind: "support", name: `${firstName} ${lastName}`, email, message, route: null, details: {} });
  }

  async sales(form: z.output<NonNullable<typeof sendSales.body>>): Promise<void> {
    const { firstName, lastName, email, message, extra, route, companySize, role, hasBookedMeeting } = form;
    if (extra !== "") return;
    const details = { companySize, role, hasBookedMeeting };
    await this.#keep({ kind: "sales", name: `${firstName} ${lastName}`, email, message, route, details });
  }

  async feedback(form: z.output<NonNullable<typeof sendFeedback.body>>): Promise<void> {
    const { user, message, route, wasItHelpful, sentFromFeedbackButton, sentFromAi } = form;
    const details = { wasItHelpful, sentFromFeedbackButton, sentFromAi };
    await this.#keep({ kind: "feedback", name: user.name, email: user.email, message, route, details });
  }

  async list({ cursor, ...filter }: MessageFilter & { readonly cursor?: string }) {
    const { records, cursors } = this.#options;
    const { items, nextCursor } = await keysetPage({
      cursors,
      scope,
      limit: this.#limits.pageSize,
      cursor,
      read: (limit, after) => records.list(filter, { limit, after: datedFrom(after) }),
      keyOf: dateKey,
    });
    return { data: items.map(describe), nextCursor };
  }

  async setState(id: string, state: MessageRecord["state"]): Promise<StaffMessage> {
    const message = await this.#options.records.update(id, { state });
    if (message === undefined) throw new WeftError("NOT_FOUND");
    return describe(message);
  }

  async #keep(written: Written): Promise<void> {
    const { records, now, mail } = this.#options;
    const id = `msg_${randomBytes(12).toString("hex")}`;
    const jobs = mail === undefined ? [] : [mail(mailOf(written))];
    await records.insert({ ...written, id, at: now(), state: "open", mailed: jobs.length > 0 }, { jobs });
  }
}

const subjects = { support: "Support", sales: "Sales", feedback: "Feedback" } as const;

function mailOf({ kind, name, email, message, route, details }: Written): MessageMail {
  const facts = Object.entries({ ...details, ...(route === null ? undefined : { route }) })
    .map(([fact, value]) => `${fact}: ${value}`)
    .join("\n");
  return {
    // A name may hold line breaks, and a header must not.
    subject: `${subjects[kind]}: ${name}`.replaceAll(/\s+/g, " "),
    text: `${name} <${email}> wrote:\n\n${message}\n${facts === "" ? "" : `\n${facts}\n`}`,
    replyTo: email,
  };
}

function describe({ at, ...message }: MessageRecord): StaffMessage {
  return { ...message, details: { ...message.details }, at: new Date(at).toISOString() };
}
