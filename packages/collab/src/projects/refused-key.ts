import { WeftError } from "@weft/protocol";
import type { ErrorCode, ProjectId } from "@weft/protocol";

/** A key that belongs to a project and does not open it: it has ended, or came from where it may not be used. */
export class RefusedKey extends WeftError {
  readonly project: ProjectId;
  constructor(code: ErrorCode, project: ProjectId) {
    super(code);
    this.project = project;
  }
}
