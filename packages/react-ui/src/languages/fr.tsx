import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("fr");
const reactions = counted({ one: "# réaction", other: "# réactions" });

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "Gras",
  italic: "Italique",
  strikethrough: "Barré",
  code: "Code",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "Annuler",
  redo: "Rétablir",
  bold: "Gras",
  italic: "Italique",
  underline: "Souligné",
  strikethrough: "Barré",
  code: "Code",
  comment: "Ajouter un commentaire",
  ai: "Demander à l’IA",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "Texte",
  heading1: "Titre 1",
  heading2: "Titre 2",
  heading3: "Titre 3",
  bulletList: "Liste à puces",
  numberedList: "Liste numérotée",
  blockquote: "Citation",
  codeBlock: "Bloc de code",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "Améliorer le style",
  fix: "Corriger les fautes",
  shorten: "Raccourcir",
  lengthen: "Ajouter des détails",
  continue: "Continuer le texte",
  summarize: "Résumer",
  explain: "Expliquer",
};

const toolStatuses = { pending: "En cours", success: "Terminé", error: "Échoué", cancelled: "Annulé" } as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      {user} vous a mentionné{room === undefined ? null : <> dans {room}</>}
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "Auteur inconnu" : <>Modifications de {list}</>;
}

/** French. */
export const fr: AllOverrides = {
  locale: "fr",
  dir: "ltr",
  USER_SELF: "vous",
  USER_UNKNOWN: "Anonyme",
  LIST_REMAINING: counted({ one: "# autre", other: "# autres" }),
  LIST_REMAINING_USERS: counted({ one: "# autre personne", other: "# autres personnes" }),
  LIST_REMAINING_COMMENTS: counted({ one: "# autre commentaire", other: "# autres commentaires" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "Rechercher…",
  EMOJI_PICKER_EMPTY: "Aucun emoji trouvé.",
  EMOJI_PICKER_ERROR: () => "Les emojis n’ont pas pu être chargés.",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "Choisir une couleur de peau",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "Le fichier est trop volumineux" : `Plus de ${maxSize}`),
  ATTACHMENT_ERROR: () => "Le fichier n’a pas pu être envoyé.",
  COPY_TO_CLIPBOARD: "Copier",
  COMPOSER_INSERT_MENTION: "Mentionner quelqu’un",
  COMPOSER_INSERT_EMOJI: "Insérer un emoji",
  COMPOSER_ATTACH_FILES: "Joindre des fichiers",
  COMPOSER_REMOVE_ATTACHMENT: "Retirer la pièce jointe",
  COMPOSER_RETRY_ATTACHMENT: "Renvoyer la pièce jointe",
  COMPOSER_PLACEHOLDER: "Écrire un commentaire…",
  COMPOSER_SEND: "Envoyer",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(modifié)",
  COMMENT_DELETED: "Ce commentaire a été supprimé.",
  COMMENT_MORE: "Plus",
  COMMENT_EDIT: "Modifier le commentaire",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "Modifier le commentaire…",
  COMMENT_EDIT_COMPOSER_CANCEL: "Annuler",
  COMMENT_EDIT_COMPOSER_SAVE: "Enregistrer",
  COMMENT_DELETE: "Supprimer le commentaire",
  COMMENT_DELETE_ATTACHMENT: "Supprimer la pièce jointe",
  COMMENT_ADD_REACTION: "Ajouter une réaction",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      Ont réagi avec {emoji} : {list}
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "Fil de discussion",
  THREAD_RESOLVE: "Résoudre le fil",
  THREAD_UNRESOLVE: "Rouvrir le fil",
  THREAD_SUBSCRIBE: "S’abonner au fil",
  THREAD_UNSUBSCRIBE: "Se désabonner du fil",
  THREAD_NEW_INDICATOR: "Nouveau",
  THREAD_NEW_INDICATOR_DESCRIPTION: "Nouveaux commentaires",
  THREAD_SHOW_MORE_COMMENTS: counted({ one: "Afficher # autre commentaire", other: "Afficher # autres commentaires" }),
  THREAD_COMPOSER_PLACEHOLDER: "Répondre au fil…",
  THREAD_COMPOSER_SEND: "Répondre",
  INBOX_NOTIFICATION_MORE: "Plus",
  INBOX_NOTIFICATION_MARK_AS_READ: "Marquer comme lue",
  INBOX_NOTIFICATION_DELETE: "Supprimer la notification",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room, count) => (
    <>
      {list} {count === 1 ? "a commenté" : "ont commenté"} dans {room ?? "un fil"}
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "Restaurer",
  HISTORY_VERSION_PREVIEW_LOADING: "Chargement de la version…",
  HISTORY_VERSION_PREVIEW_EMPTY: "Cette version est vide.",
  HISTORY_VERSION_PREVIEW_ERROR: () => "La version n’a pas pu être chargée.",
  AI_COMPOSER_PLACEHOLDER: "Posez une question…",
  AI_COMPOSER_SEND: "Envoyer",
  AI_COMPOSER_ABORT: "Arrêter",
  AI_CHAT_MESSAGE_DELETED: "Ce message a été supprimé.",
  AI_CHAT_MESSAGE_THINKING: "Réflexion…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "Raisonnement…" : "Raisonnement"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "Recherche en cours :" : "Recherche :"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "Sources",
  AI_CHAT_MESSAGE_RETRY: "Réessayer",
  AI_CHAT_MESSAGE_PREVIOUS: "Version précédente",
  AI_CHAT_MESSAGE_NEXT: "Version suivante",
  AI_CHAT_MESSAGES: "Messages",
  AI_CHAT_LOADING: "Chargement des messages…",
  AI_CHAT_SCROLL_TO_BOTTOM: "Aller au dernier message",
  AI_CHAT_MESSAGES_ERROR: () => "Les messages n’ont pas pu être chargés.",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "Arguments",
  AI_TOOL_INSPECTOR_RESULT: "Résultat",
  AI_TOOL_CONFIRMATION_CONFIRM: "Confirmer",
  AI_TOOL_CONFIRMATION_CANCEL: "Annuler",
  TEXT_EDITOR_TOOLBAR: "Mise en forme",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "Type de bloc",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "Chargement des suggestions…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `Demandez n’importe quoi à ${name}…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `Dites à ${name} quoi changer…`,
  AI_TOOLBAR_SEND: "Envoyer",
  AI_TOOLBAR_THINKING: (name) => `${name} réfléchit…`,
  AI_TOOLBAR_CANCEL: "Arrêter",
  AI_TOOLBAR_ACCEPT: "Accepter",
  AI_TOOLBAR_INSERT: "Insérer en dessous",
  AI_TOOLBAR_RETRY: "Réessayer",
  AI_TOOLBAR_DISCARD: "Abandonner",
  AI_TOOLBAR_ERROR: () => "L’IA n’a pas pu répondre. Réessayez.",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "Modifier le texte" : "Compléter le texte"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
