import styles from "./avatar.module.css";

/** The picture of a person, next to their name. */
export function Avatar({ src }: { readonly src: string }) {
  return <img src={src} alt="" width="32" height="32" className={styles.avatar} />;
}
