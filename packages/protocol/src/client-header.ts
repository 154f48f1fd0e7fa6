/** The request header that our own SDKs send. Lower case, as Node gives header names. */
export const clientHeader = "weft-client";
