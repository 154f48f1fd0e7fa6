import data from "emojibase-data/en/data.json";
import messages from "emojibase-data/en/messages.json";

const files: Readonly<Record<string, unknown>> = { "data.json": data, "messages.json": messages };

/** The data of the emoji picker, which it would otherwise load from another site. */
export const dynamic = "force-static";
export const dynamicParams = false;

export function generateStaticParams(): { file: string }[] {
  return Object.keys(files).map((file) => ({ file }));
}

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return Response.json(files[(await params).file]);
}
