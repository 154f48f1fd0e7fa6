/** Pages of the Weft server: of the one that serves this page, unless `VITE_WEFT_URL` names one. */
const weftUrl: string = import.meta.env["VITE_WEFT_URL"] ?? "";

export const galleryUrl = `${weftUrl}/examples/`;
export const aiProvidersUrl = `${weftUrl}/docs/platform/self-hosting/ai-providers`;
