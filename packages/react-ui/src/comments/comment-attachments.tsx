import type { CommentAttachment, CommentData } from "@weft/client";
import { useClient } from "@weft/react";
import { useEffect, useState } from "react";
import type { MouseEvent, ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import { Attachment as AttachmentIcon, Warning } from "../icon.tsx";
import { FileSize } from "../primitives/file-size.tsx";
import { classNames } from "../ui/class-names.ts";

/** What `onAttachmentClick` receives: an attachment, and its address once it is known. */
export interface CommentAttachmentArgs {
  readonly attachment: CommentAttachment;
  /** It is valid for a limited time. */
  readonly url: string;
}

export interface CommentAttachmentsProps {
  readonly comment: CommentData<unknown>;
  readonly onAttachmentClick?: (args: CommentAttachmentArgs, event: MouseEvent<HTMLElement>) => void;
}

/** The files of a comment: images as they look, others as cards. A click opens a file in a new tab. */
export function CommentAttachments({ comment, onAttachmentClick }: CommentAttachmentsProps): ReactElement {
  const images = comment.attachments.filter(isImage);
  const files = comment.attachments.filter((attachment) => !isImage(attachment));
  const shared = { roomId: comment.roomId, onAttachmentClick };
  return (
    <div className="lb-comment-attachments">
      {images.length === 0 ? null : (
        <div className="lb-attachments lb-media-attachments">
          {images.map((attachment) => (
            <OneAttachment key={attachment.id} attachment={attachment} {...shared} />
          ))}
        </div>
      )}
      {files.length === 0 ? null : (
        <div className="lb-attachments lb-file-attachments">
          {files.map((attachment) => (
            <OneAttachment key={attachment.id} attachment={attachment} {...shared} />
          ))}
        </div>
      )}
    </div>
  );
}

function isImage({ mimeType }: CommentAttachment): boolean {
  // An SVG is a document, which may be anything.
  return /^image\/(?!svg)/.test(mimeType);
}

interface OneAttachmentProps extends Pick<CommentAttachmentsProps, "onAttachmentClick"> {
  readonly attachment: CommentAttachment;
  readonly roomId: string;
}

function OneAttachment({ attachment, roomId, onAttachmentClick }: OneAttachmentProps): ReactElement {
  const { url, error } = useAttachmentAddress(roomId, attachment.id);
  const [isBroken, setBroken] = useState(false);
  const texts = useOverrides();
  const isPreviewed = isImage(attachment) && url !== undefined && !isBroken;
  return (
    <a
      className={classNames("lb-attachment", isImage(attachment) ? "lb-media-attachment" : "lb-file-attachment")}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={attachment.name}
      data-preview={isPreviewed ? "" : undefined}
      data-error={error === undefined ? undefined : ""}
      onClick={(event) => {
        if (url !== undefined) onAttachmentClick?.({ attachment, url }, event);
      }}
    >
      {isPreviewed ? (
        <img
          className="lb-attachment-preview"
          src={url}
          alt={attachment.name}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <>
          <span className="lb-icon-container">{error === undefined ? <AttachmentIcon /> : <Warning />}</span>
          <span className="lb-attachment-details">
            <span className="lb-attachment-name">{attachment.name}</span>
            <span className="lb-attachment-description">
              {error === undefined ? <FileSize size={attachment.size} /> : texts.ATTACHMENT_ERROR(error)}
            </span>
          </span>
        </>
      )}
    </a>
  );
}

/** Addresses are valid for an hour at most. */
const refreshAfterMs = 25 * 60_000;

interface Address {
  readonly url?: string;
  readonly error?: Error;
}

/** Where a file is now, of a room that need not be the one around the component. */
function useAttachmentAddress(roomId: string, id: string): Address {
  const client = useClient();
  const [address, setAddress] = useState<Address>({});
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      timer = setTimeout(load, refreshAfterMs);
      addressOf(client, roomId, id).then(
        (url) => {
          if (!isOver) setAddress({ url });
        },
        (error: Error) => {
          if (!isOver) setAddress(({ url }) => (url === undefined ? { error } : { url }));
        },
      );
    };
    load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, roomId, id]);
  return address;
}

async function addressOf(client: ReturnType<typeof useClient>, roomId: string, id: string): Promise<string> {
  const room = client.getRoom(roomId);
  if (room !== null) return room.getAttachmentUrl(id);
  const { http } = await client.loadComments();
  const [url] = await http.getAttachmentUrls(roomId, [id]);
  if (url === null || url === undefined) throw new Error(`There is no attachment ${id} in the room ${roomId}.`);
  return url;
}
