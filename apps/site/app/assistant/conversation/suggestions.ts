/** Three questions to begin with, by the page. */
export function suggestedQuestions(pathname: string): readonly string[] {
  if (/^\/dashboard\/[^/]+\/projects\//u.test(pathname))
    return ["Why are my rooms empty?", "Show my usage", "How do I get an access token for my users?"];
  if (pathname.startsWith("/docs"))
    return ["Summarize this page", "Show me an example of this", "What should I read next?"];
  return ["How do I get started?", "Create a project for me", "Which examples are there?"];
}
