import type { FastifyInstance } from "fastify";

/** Flushed commits and nothing else, to know what one costs: `commit` makes one. */
export function serveCommits(app: FastifyInstance, commit: (id: string) => void): void {
  let commits = 0;
  app.post<{ Params: { count: string } }>("/commits/:count", (request, reply) => {
    for (let i = Number(request.params.count); i > 0; i--) commit(`commit-${commits++}`);
    return reply.send({});
  });
}
