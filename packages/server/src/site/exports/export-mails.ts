import type { ExportOutcome, NewJob } from "@weft/collab";
import type { SiteServices } from "../site-services.ts";

type Told = Pick<SiteServices, "publicUrl" | "people" | "mailer" | "teams">;

/**
 * The mail that reports the outcome of an export to the user who requested it; none if they have left the team,
 * deleted their account or turned these emails off.
 */
export async function mailsOfExport({ record, project }: ExportOutcome, site: Told): Promise<readonly NewJob[]> {
  const person = await site.people.person(record.requestedBy);
  if (person === undefined || project.team === undefined) return [];
  if ((await site.teams.membership(project.team, person.id)) === undefined) return [];
  if ((await site.people.settings(person.id)).preferences.exports === false) return [];
  const page = `${site.publicUrl}/dashboard/${project.team}/projects/${encodeURIComponent(project.id)}/settings?export=${record.id}`;
  const mail =
    record.state === "done"
      ? {
          subject: `Your export of ${project.name} is ready`,
          text: `The export of the project ${project.name} (${record.roomsDone} rooms) is ready.\n\nDownload it within seven days:\n${page}\n\nThe link works for signed-in members of the team.\n`,
        }
      : {
          subject: `Your export of ${project.name} failed`,
          text: `The project ${project.name} could not be exported. ${record.failure ?? ""}\n\nThe project's settings:\n${page}\n`,
        };
  return [site.mailer.job({ to: person.email, ...mail })];
}
