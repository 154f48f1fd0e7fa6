import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { useNear } from "./use-near.ts";

export interface FilmPlayerProps {
  width: number;
  height: number;
}

/**
 * The film, which is in the light palette, with the browser's controls. Its poster loads when it is nearly in sight, and the film when it is played.
 */
export function FilmPlayer({ width, height }: FilmPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isNear = useNear(video);
  const [hasStarted, setHasStarted] = useState(false);
  const play = () => {
    // The button, which has the focus, disappears.
    video.current?.focus();
    // The browser's controls show why it does not play.
    void video.current?.play().catch(() => undefined);
  };
  return (
    <div className="relative">
      <video
        ref={video}
        src="/film/weft-light.webm"
        poster={isNear ? "/film/weft-light.webp" : undefined}
        controls
        preload="none"
        playsInline
        width={width}
        height={height}
        aria-label="Film of two people who use Weft"
        onPlay={() => setHasStarted(true)}
        className="block h-auto w-full -outline-offset-2"
      >
        <track kind="captions" src="/film/weft-light.vtt" srcLang="en" label="English" />
        <a href="/film/weft-light.webm">Download the film</a>
      </video>
      {isNear && !hasStarted && (
        <button
          type="button"
          aria-label="Play the film"
          onClick={play}
          // Leaves the controls free.
          className="group absolute inset-x-0 top-0 bottom-16 grid cursor-pointer place-items-center -outline-offset-2"
        >
          <span className="grid size-16 place-items-center rounded-full bg-accent-solid text-on-accent shadow-float transition-colors duration-(--quick) group-hover:bg-accent-solid-hover md:size-20">
            <Play className="ml-1 size-7 fill-current md:size-9" aria-hidden />
          </span>
        </button>
      )}
    </div>
  );
}
