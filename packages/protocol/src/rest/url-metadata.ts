import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";

/** What a page says about itself. */
export const UrlMetadata = z
  .strictObject({
    title: z.string().optional(),
    description: z.string().optional(),
    image: z.string().optional().meta({ description: "The URL of a preview image." }),
    icon: z.string().optional().meta({ description: "The URL of the page's icon." }),
  })
  .meta({ id: "UrlMetadata", description: "Properties that the page does not define are absent." });
export type UrlMetadata = z.output<typeof UrlMetadata>;

export const getUrlMetadataAsUser = endpoint({
  id: "get-url-metadata-as-user",
  route: "GET /v2/c/urls/metadata",
  tag: "URLs",
  summary: "Get URL metadata as user",
  description:
    "The server reads the page without credentials and caches the result. The server setting `WEFT_OUTBOUND` controls which addresses can be read. Other addresses are refused with 422.",
  auth: "personal",
  query: z.object({
    url: z.string().min(1).max(limits.urlLength).meta({ description: "The absolute URL of the page." }),
  }),
  returns: z.strictObject({ metadata: UrlMetadata }),
  errors: ["PAGE_UNREACHABLE"],
});

export const urlMetadataEndpoints = [getUrlMetadataAsUser] as const;
