export type { CSSProperties } from "react";

declare module "react" {
  /** The custom properties that components set and stylesheets read. */
  interface CSSProperties {
    "--dye"?: string;
    "--done"?: string;
    "--days"?: number;
    "--weeks"?: number;
    "--rows"?: number;
    "--total-scale-factor"?: string;
  }
}
