import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { UndeclaredRoute } from "../../http/part.ts";
import { accountOf, admit } from "../admission.ts";
import type { SiteContext } from "../site-context.ts";

/** The file of an export, as a link that a browser follows, for signed-in members of the project's team. */
export function exportFileRoutes({ site }: Pick<SiteContext, "site">): readonly UndeclaredRoute[] {
  return [
    {
      template: "/internal/projects/{projectId}/exports/{exportId}/file",
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const path = request.params as { readonly exportId: string };
        const account = await accountOf(request, reply, site);
        const { project, membership } = await admit("member", account, { ...path }, site);
        const record = await site.exports.file(project!.id, path.exportId);
        const actor = { person: account!.person, address: request.ip };
        const target = { kind: "project", id: project!.id, name: project!.name };
        await site.teams.note(membership!.team.id, actor, "project.exportDownloaded", target);
        const day = new Date(record.finishedAt ?? record.requestedAt).toISOString().slice(0, 10);
        const name = `${project!.name.replaceAll(/[^a-zA-Z\d]+/g, "-").replaceAll(/^-|-$/gu, "") || "project"}-${day}.zip`;
        reply.header("Cache-Control", "no-store");
        const elsewhere = await site.exports.address(record, name);
        if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
        const bytes = await site.exports.read(record);
        reply.headers({
          "Content-Type": "application/zip",
          "Content-Disposition": `attachment; filename="${name}"`,
          "Content-Length": record.size ?? 0,
          "X-Content-Type-Options": "nosniff",
          "Content-Security-Policy": "default-src 'none'; sandbox",
        });
        return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false }));
      },
    },
  ];
}
