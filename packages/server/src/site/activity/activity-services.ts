import { openMessages, openProjectRooms } from "@weft/collab";
import type {
  Activity,
  Cursors,
  MessageRecords,
  Messages,
  ProjectRecord,
  ProjectRooms,
  Rooms,
  Teams,
} from "@weft/collab";
import { plans } from "@weft/protocol";
import type { Limits, Plan } from "@weft/protocol";
import type { Logger } from "pino";
import type { Mailer } from "../mail.ts";
import type { Recorder } from "./recorder.ts";
import type { Watchers } from "./watchers.ts";

/** What the routes of activity, usage and messages ask of the rest of the server. */
export interface ActivityServices {
  readonly log: Activity;
  readonly rooms: ProjectRooms;
  readonly messages: Messages;
  readonly recorder: Recorder;
  readonly watchers: Watchers;
  /** What the plan of a project's team includes. */
  planOf(project: Pick<ProjectRecord, "team">): Promise<Plan>;
}

export interface ActivityParts {
  readonly activity: Activity;
  readonly recorder: Recorder;
  readonly watchers: Watchers;
  readonly messages: MessageRecords;
  readonly rooms: Pick<Rooms, "list" | "find" | "scopesOf">;
  readonly teams: Pick<Teams, "team">;
  readonly mailer: Mailer;
  /** Where messages are mailed to; undefined where nobody reads mails. */
  readonly supportEmail: string | undefined;
  readonly cursors: Cursors;
  readonly limits: Limits;
  readonly log: Logger;
  readonly now: () => number;
}

export function openActivityServices(parts: ActivityParts): ActivityServices {
  const { activity, recorder, watchers, mailer, supportEmail, limits, log, cursors, now } = parts;
  // Without SMTP a mail would only say again, in the log, what is kept already.
  const to = mailer.leaves ? supportEmail : undefined;
  return {
    log: activity,
    recorder,
    watchers,
    rooms: openProjectRooms(parts.rooms, activity, recorder),
    messages: openMessages({
      records: parts.messages,
      cursors,
      limits,
      now,
      ...(to === undefined ? undefined : { mail: (mail) => mailer.send({ to, ...mail }) }),
      mailFailed: (err) => log.warn({ err }, "a message could not be mailed; it is kept"),
    }),
    async planOf({ team }) {
      const found = team === undefined ? undefined : await parts.teams.team(team);
      return plans[found?.plan ?? "SelfHosted"];
    },
  };
}
