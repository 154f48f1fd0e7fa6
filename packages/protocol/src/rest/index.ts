import { endpoint } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { JsonObject } from "../json.ts";
import { authEndpoints } from "./auth.ts";
import { documentEndpoints } from "./documents.ts";
import { roomEndpoints } from "./rooms.ts";
import { storageFileEndpoints } from "./storage-files.ts";
import { storageEndpoints } from "./storage.ts";
import { versionEndpoints } from "./versions.ts";

export * from "./auth.ts";
export * from "./documents.ts";
export * from "./rooms.ts";
export * from "./storage-files.ts";
export * from "./storage.ts";
export * from "./versions.ts";

export const getOpenApi = endpoint({
  id: "get-openapi",
  route: "GET /v2/openapi.json",
  tag: "Meta",
  summary: "Get this description of the API",
  auth: "none",
  returns: JsonObject,
});

/** Every REST endpoint, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  ...roomEndpoints,
  ...storageEndpoints,
  ...storageFileEndpoints,
  ...documentEndpoints,
  ...versionEndpoints,
  ...authEndpoints,
  getOpenApi,
];
