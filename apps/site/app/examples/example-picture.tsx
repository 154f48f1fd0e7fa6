import { boardPictures } from "./board-pictures.tsx";
import { commentPictures } from "./comment-pictures.tsx";
import { editorPictures } from "./editor-pictures.tsx";
import { presencePictures } from "./presence-pictures.tsx";

const pictures = { ...editorPictures, ...boardPictures, ...commentPictures, ...presencePictures };

/** A small drawing of an example. */
export function ExamplePicture({ name, className = "h-48" }: { name: string; className?: string }) {
  return (
    <div className={`relative overflow-hidden bg-sunken text-line-strong ${className}`}>
      <svg
        viewBox="0 0 400 192"
        className="absolute inset-0 size-full"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
      >
        <defs>
          <pattern id={`warp-${name}`} width="20" height="192" patternUnits="userSpaceOnUse">
            <path d="M10 0v192" stroke="var(--line)" />
          </pattern>
        </defs>
        <rect width="400" height="192" fill={`url(#warp-${name})`} />
        {pictures[name]}
      </svg>
    </div>
  );
}
