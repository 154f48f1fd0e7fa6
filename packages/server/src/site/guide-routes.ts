import { createAiGuide, deleteAiGuide, getAiGuide } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** Guides that staff create with the assistant. */
export const guideRoutes = siteRoutesOf(
  implementSite(createAiGuide, ({ body }, { guides }) => guides.create(body)),

  implementSite(getAiGuide, ({ path }, { guides }) => guides.get(path.slug)),

  implementSite(deleteAiGuide, ({ path }, { guides }) => guides.delete(path.slug)),
);
