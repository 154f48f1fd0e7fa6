import { finished } from "node:stream";
import { WeftError } from "@weft/protocol";
import type { Limits, ProjectId } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { HeldMemory } from "../held-memory.ts";

/** A JSON body up to this is not counted: most are one small piece that is parsed as soon as it has arrived. */
const uncounted = 16 * 1_024;

/**
 * A JSON body that is announced to be longer than this is put together while it arrives, once an eighth of it is there: to copy
 * all of it at its end would hold the event loop.
 */
const gatheredFrom = 1_024 * 1_024;
const gatheredAfter = 1 / 8;

/** Reads bodies. What has arrived of one counts against its caller and the caller's project until the call is answered. */
export interface BodyReader {
  /**
   * Rejects with PAYLOAD_TOO_LARGE, with SERVICE_UNAVAILABLE beyond the share of its owners, and with BAD_REQUEST if it is
   * not of the announced length. `isFile`: it may take longer than JSON, so it is watched from the beginning.
   */
  read(request: FastifyRequest, reply: FastifyReply, longest: number, isFile: boolean): Promise<Buffer>;
}

export interface BodyOwner {
  /** The key under which the caller is counted. */
  readonly caller: string;
  readonly project: ProjectId | undefined;
}

export function createBodyReader(
  memory: HeldMemory,
  limits: Pick<Limits, "unreadInputPerCaller" | "unreadInputPerProject">,
  ownerOf: (request: FastifyRequest) => BodyOwner,
): BodyReader {
  const hold = (request: FastifyRequest, reply: FastifyReply, moved: () => number | undefined) => {
    const { caller, project } = ownerOf(request);
    const holding = memory.hold(
      [
        { name: caller, share: limits.unreadInputPerCaller },
        project === undefined ? undefined : { name: `project ${project}`, share: limits.unreadInputPerProject },
      ],
      { moved, end: () => request.raw.destroy() },
    );
    finished(reply.raw, () => holding[Symbol.dispose]());
    return holding;
  };

  return {
    read: (request, reply, longest, isFile) =>
      new Promise((resolve, reject) => {
        const { raw } = request;
        const announced = Number(request.headers["content-length"] ?? Number.NaN);
        if (announced > longest) return reject(new WeftError("PAYLOAD_TOO_LARGE"));
        const pieces: Buffer[] = [];
        let gathered: Buffer | undefined;
        let size = 0;
        let whole = false;
        const moved = () => (whole ? undefined : size);
        let holding = isFile ? hold(request, reply, moved) : undefined;
        const stop = (settle: () => void) => {
          raw.off("data", take).off("end", end).off("error", fail);
          settle();
        };
        const take = (piece: Buffer) => {
          size += piece.length;
          if (size > longest) return stop(() => reject(new WeftError("PAYLOAD_TOO_LARGE")));
          if (holding === undefined && size > uncounted) holding = hold(request, reply, moved);
          if (holding?.resize(size) === false) return stop(() => reject(new WeftError("SERVICE_UNAVAILABLE")));
          if (gathered !== undefined) piece.copy(gathered, size - piece.length);
          else pieces.push(piece);
          if (gathered !== undefined || isFile || !(announced > gatheredFrom) || size < announced * gatheredAfter)
            return;
          gathered = Buffer.allocUnsafeSlow(announced);
          for (let at = 0; pieces.length > 0;) at += pieces.shift()!.copy(gathered, at);
        };
        const end = () =>
          stop(() => {
            whole = true;
            if (size !== announced && !Number.isNaN(announced))
              return reject(new WeftError("BAD_REQUEST", { message: "The body is not as long as was announced." }));
            // Copied even if it is one piece: that would keep all of the buffer that the socket was read into.
            resolve(gathered ?? Buffer.concat(pieces, size));
          });
        const fail = (cause: Error) => stop(() => reject(new WeftError("BAD_REQUEST", { cause })));
        raw.on("data", take).on("end", end).on("error", fail);
      }),
  };
}
