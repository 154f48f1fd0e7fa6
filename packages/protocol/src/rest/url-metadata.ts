import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";

/** What a page says about itself. */
export const UrlMetadata = z
  .strictObject({
    title: z.string().optional(),
    description: z.string().optional(),
    image: z.string().optional().meta({ description: "The address of a picture for previews." }),
    icon: z.string().optional().meta({ description: "The address of the page's icon." }),
  })
  .meta({ id: "UrlMetadata", description: "Members that the page does not state are absent." });
export type UrlMetadata = z.output<typeof UrlMetadata>;

export const getUrlMetadataAsUser = endpoint({
  id: "get-url-metadata-as-user",
  route: "GET /v2/c/urls/metadata",
  tag: "URLs",
  summary: "Get URL metadata as user",
  description:
    "The server reads the page without credentials. Answers are kept for a while. The operator's setting `WEFT_OUTBOUND` decides which addresses are read; other addresses are refused with 422.",
  auth: "personal",
  query: z.object({
    url: z.string().min(1).max(limits.urlLength).meta({ description: "The absolute address of the page." }),
  }),
  returns: z.strictObject({ metadata: UrlMetadata }),
  errors: ["PAGE_UNREACHABLE"],
});

export const urlMetadataEndpoints = [getUrlMetadataAsUser] as const;
