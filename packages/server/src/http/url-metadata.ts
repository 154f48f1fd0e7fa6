import { getUrlMetadataAsUser } from "@weft/protocol";
import { implement, routes } from "./route.ts";

export const urlMetadataRoutes = routes(
  implement(getUrlMetadataAsUser, async ({ person, query }, { urlMetadata }) => ({
    metadata: await urlMetadata.read(query.url, person.project),
  })),
);
