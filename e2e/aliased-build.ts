import { prepareBrowser } from "@weft/testkit/browser";

/** The examples and the server are built by then: `WEFT_TEST_ENTRY` names the server that serves them. */
export default async function build(): Promise<void> {
  await prepareBrowser();
}
