export type { CSSProperties } from "react";

declare module "react" {
  /** The custom properties that components set and stylesheets read. */
  interface CSSProperties {
    "--dye"?: string;
    "--done"?: string;
    "--total-scale-factor"?: string;
  }
}
