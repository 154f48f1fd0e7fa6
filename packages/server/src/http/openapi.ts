import { getOpenApi, openApiDocument } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { Encoded, implement, routes } from "./route.ts";

/** The description of the API, with this server's own address. Generated once, on the first request. */
export function openApiRoutes(endpoints: readonly Endpoint[], publicUrl: string) {
  let document: Encoded | undefined;
  return routes(
    implement(
      getOpenApi,
      () => (document ??= new Encoded([Buffer.from(JSON.stringify(openApiDocument(endpoints, publicUrl)))])),
    ),
  );
}
