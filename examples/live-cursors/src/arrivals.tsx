import { useOthersListener } from "@weft/react";
import { dyeColour, readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { useRef, useState } from "react";

interface News {
  readonly id: number;
  readonly visitor: Visitor;
  readonly what: "joined" | "left";
}

/** Says who comes and goes: for a moment on the screen, and aloud for those who cannot see it. */
export function Arrivals() {
  const [news, setNews] = useState<News | null>(null);
  const lastId = useRef(0);
  useOthersListener((event) => {
    if (event.type !== "enter" && event.type !== "leave") return;
    const visitor = readVisitor(event.user.presence.visitor);
    setNews({ id: ++lastId.current, visitor, what: event.type === "enter" ? "joined" : "left" });
  });
  return (
    <div className="arrivals" aria-live="polite">
      {news && (
        <p key={news.id} className="arrival" style={{ "--dye": dyeColour(news.visitor) }}>
          {news.visitor.name} {news.what}
        </p>
      )}
    </div>
  );
}
