/**
 * The texts that the build has drawn, by address. Only the build fills it: a browser has the text in its page already, and
 * fetches that of others as HTML. So no text is in a script.
 */
export const drawnArticles = new Map<string, string>();
