import { errors } from "@weft/protocol";
import { WebSocket } from "ws";

/** The code with which `ws` closes after a message over the limit. */
const tooBig = 1009;
/** Fits into a close frame. */
const tooBigReason = "A frame is over the size limit. Send large changes in parts, and upload files.";

/**
 * A socket that ends permanently when its peer sends a message over the limit. Official clients reconnect after 1009, and
 * send the same message again for ever; after 4000 they stop, and report the reason to the application. The close is the
 * whole penalty: it concerns this connection, and the next one is accepted.
 */
export class AcceptedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === tooBig) super.close(errors.INVALID_FRAME.close, tooBigReason);
    else super.close(code, reason);
  }
}
