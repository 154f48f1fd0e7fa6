"use client";

import { useEffect, useId, useRef, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import styles from "./dialog.module.css";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  /** The button that opens the dialog. */
  readonly trigger: ComponentProps<"button">;
  readonly children: (close: () => void) => ReactNode;
}

/** A button, and the modal dialog that it opens. The content is created anew each time. */
export function Dialog({ title, trigger, children }: DialogProps) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) element.current?.showModal();
  }, [isOpen]);
  const close = () => element.current?.close();
  return (
    <>
      <button type="button" {...trigger} onClick={() => setOpen(true)} />
      {isOpen && (
        <dialog ref={element} className={styles.dialog} aria-labelledby={titleId} onClose={() => setOpen(false)}>
          <div className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <button type="button" className="icon-button" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          {children(close)}
        </dialog>
      )}
    </>
  );
}
