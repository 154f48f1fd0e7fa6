/**
 * Serves the targets of links to files: bytes that users uploaded and that a browser must not treat as this site's.
 * They are sent in a sandbox that runs no scripts, and as downloads unless they were found to be a raster image.
 */
import { Readable } from "node:stream";
import { servedAs } from "@weft/collab";
import type { ByteRange } from "@weft/collab";
import type { FastifyReply, FastifyRequest } from "fastify";
import parseRange from "range-parser";
import { allowAnybody } from "./cors.ts";
import type { Services } from "./services.ts";

export function fileLinkRoutes({ linkedFiles, now }: Pick<Services, "linkedFiles" | "now">) {
  return [
    {
      template: "/files/{fileId}",
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { fileId } = request.params as { fileId: string };
        const { url = "" } = request.raw;
        const mark = url.indexOf("?");
        const query = new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
        allowAnybody(reply);
        const linked = await linkedFiles.follow(fileId, query);
        const { file, expiresAt } = linked;
        const range = rangeOf(request.headers.range, file.size);
        if (range === "unsatisfiable") {
          reply.header("Content-Range", `bytes */${file.size}`);
          return reply.code(416).send();
        }
        const { type, disposition } = servedAs(file);
        const bytes = await linkedFiles.read(linked, range);
        reply.headers({
          "Content-Type": type,
          "Content-Disposition": disposition,
          "Content-Length": range === undefined ? file.size : range.end - range.start + 1,
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          "X-Content-Type-Options": "nosniff",
          "Cross-Origin-Resource-Policy": "cross-origin",
          "Referrer-Policy": "no-referrer",
          "Accept-Ranges": "bytes",
          "Cache-Control": `private, max-age=${Math.floor((expiresAt - now()) / 1_000)}, immutable`,
        });
        if (range !== undefined)
          reply.code(206).header("Content-Range", `bytes ${range.start}-${range.end}/${file.size}`);
        // A stream is sent as it is: closing it closes its source, even before the first byte.
        return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false }));
      },
    },
  ];
}

/** One range. Several ranges, or an invalid one, are answered with the whole file (RFC 9110, 14.2). */
function rangeOf(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  if (header === undefined) return undefined;
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) return "unsatisfiable";
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  return ranges[0];
}
