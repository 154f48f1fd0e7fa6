import type { FastifyInstance } from "fastify";

/** Only flushed commits, to measure the cost of one: `commit` makes one. */
export function serveCommits(app: FastifyInstance, commit: (id: string) => void): void {
  let commits = 0;
  app.post<{ Params: { count: string } }>("/commits/:count", (request, reply) => {
    for (let i = Number(request.params.count); i > 0; i--) commit(`commit-${commits++}`);
    return reply.send({});
  });
}
