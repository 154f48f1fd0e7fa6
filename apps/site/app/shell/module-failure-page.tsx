import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { PageMessage } from "../ui/page-message.tsx";
import { serverAnswers } from "./server-doubt.ts";

const everyMs = 3_000;

/** A page whose script did not come. It loads by itself once the server answers. */
export function ModuleFailurePage() {
  const [trying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    // A reload without a server would leave the app.
    if (await serverAnswers()) location.reload();
    else setTrying(false);
  };
  useEffect(() => {
    const timer = setInterval(() => void serverAnswers().then((answers) => answers && location.reload()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <PageMessage
      title="This page couldn't be loaded."
      action={
        <Button variant="primary" busy={trying} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      <p role="alert">The server can't be reached. The page loads as soon as the server answers.</p>
    </PageMessage>
  );
}
