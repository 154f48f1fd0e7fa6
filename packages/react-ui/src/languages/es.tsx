import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("es");
const reactions = counted({ one: "# reacción", other: "# reacciones" });

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "Negrita",
  italic: "Cursiva",
  strikethrough: "Tachado",
  code: "Código",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "Deshacer",
  redo: "Rehacer",
  bold: "Negrita",
  italic: "Cursiva",
  underline: "Subrayado",
  strikethrough: "Tachado",
  code: "Código",
  comment: "Añadir un comentario",
  ai: "Preguntar a la IA",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "Texto",
  heading1: "Título 1",
  heading2: "Título 2",
  heading3: "Título 3",
  bulletList: "Lista con viñetas",
  numberedList: "Lista numerada",
  blockquote: "Cita",
  codeBlock: "Bloque de código",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "Mejorar la redacción",
  fix: "Corregir errores",
  shorten: "Acortar",
  lengthen: "Añadir detalles",
  continue: "Seguir escribiendo",
  summarize: "Resumir",
  explain: "Explicar",
};

const toolStatuses = { pending: "En curso", success: "Hecho", error: "Con error", cancelled: "Cancelado" } as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      {user} te mencionó{room === undefined ? null : <> en {room}</>}
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "Autor desconocido" : <>Cambios de {list}</>;
}

/** Spanish. */
export const es: AllOverrides = {
  locale: "es",
  dir: "ltr",
  USER_SELF: "tú",
  USER_UNKNOWN: "Anónimo",
  LIST_REMAINING: counted({ other: "# más" }),
  LIST_REMAINING_USERS: counted({ one: "# persona más", other: "# personas más" }),
  LIST_REMAINING_COMMENTS: counted({ one: "# comentario más", other: "# comentarios más" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "Buscar…",
  EMOJI_PICKER_EMPTY: "No se encontró ningún emoji.",
  EMOJI_PICKER_ERROR: () => "No se pudieron cargar los emojis.",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "Elegir un tono de piel",
  ATTACHMENT_TOO_LARGE: (maxSize) =>
    maxSize === undefined ? "El archivo es demasiado grande" : `Más grande que ${maxSize}`,
  ATTACHMENT_ERROR: () => "No se pudo subir el archivo.",
  COPY_TO_CLIPBOARD: "Copiar",
  COMPOSER_INSERT_MENTION: "Mencionar a alguien",
  COMPOSER_INSERT_EMOJI: "Insertar emoji",
  COMPOSER_ATTACH_FILES: "Adjuntar archivos",
  COMPOSER_REMOVE_ATTACHMENT: "Quitar el archivo adjunto",
  COMPOSER_RETRY_ATTACHMENT: "Volver a subir el archivo adjunto",
  COMPOSER_PLACEHOLDER: "Escribe un comentario…",
  COMPOSER_SEND: "Enviar",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(editado)",
  COMMENT_DELETED: "Este comentario se ha eliminado.",
  COMMENT_MORE: "Más",
  COMMENT_EDIT: "Editar comentario",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "Editar comentario…",
  COMMENT_EDIT_COMPOSER_CANCEL: "Cancelar",
  COMMENT_EDIT_COMPOSER_SAVE: "Guardar",
  COMMENT_DELETE: "Eliminar comentario",
  COMMENT_DELETE_ATTACHMENT: "Eliminar archivo adjunto",
  COMMENT_ADD_REACTION: "Añadir una reacción",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      Reaccionaron con {emoji}: {list}
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "Hilo",
  THREAD_RESOLVE: "Resolver el hilo",
  THREAD_UNRESOLVE: "Reabrir el hilo",
  THREAD_SUBSCRIBE: "Suscribirse al hilo",
  THREAD_UNSUBSCRIBE: "Cancelar la suscripción al hilo",
  THREAD_NEW_INDICATOR: "Nuevo",
  THREAD_NEW_INDICATOR_DESCRIPTION: "Comentarios nuevos",
  THREAD_SHOW_MORE_COMMENTS: counted({ one: "Mostrar # comentario más", other: "Mostrar # comentarios más" }),
  THREAD_COMPOSER_PLACEHOLDER: "Responder al hilo…",
  THREAD_COMPOSER_SEND: "Responder",
  INBOX_NOTIFICATION_MORE: "Más",
  INBOX_NOTIFICATION_MARK_AS_READ: "Marcar como leída",
  INBOX_NOTIFICATION_DELETE: "Eliminar notificación",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room, count) => (
    <>
      {list} {count === 1 ? "comentó" : "comentaron"} en {room ?? "un hilo"}
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "Restaurar",
  HISTORY_VERSION_PREVIEW_LOADING: "Cargando la versión…",
  HISTORY_VERSION_PREVIEW_EMPTY: "Esta versión está vacía.",
  HISTORY_VERSION_PREVIEW_ERROR: () => "No se pudo cargar la versión.",
  AI_COMPOSER_PLACEHOLDER: "Pregunta lo que quieras…",
  AI_COMPOSER_SEND: "Enviar",
  AI_COMPOSER_ABORT: "Detener",
  AI_CHAT_MESSAGE_DELETED: "Este mensaje se ha eliminado.",
  AI_CHAT_MESSAGE_THINKING: "Pensando…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "Razonando…" : "Razonamiento"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "Buscando" : "Búsqueda:"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "Fuentes",
  AI_CHAT_MESSAGE_RETRY: "Volver a intentarlo",
  AI_CHAT_MESSAGE_PREVIOUS: "Versión anterior",
  AI_CHAT_MESSAGE_NEXT: "Versión siguiente",
  AI_CHAT_MESSAGES: "Mensajes",
  AI_CHAT_LOADING: "Cargando mensajes…",
  AI_CHAT_SCROLL_TO_BOTTOM: "Ir al mensaje más reciente",
  AI_CHAT_MESSAGES_ERROR: () => "No se pudieron cargar los mensajes.",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "Argumentos",
  AI_TOOL_INSPECTOR_RESULT: "Resultado",
  AI_TOOL_CONFIRMATION_CONFIRM: "Confirmar",
  AI_TOOL_CONFIRMATION_CANCEL: "Cancelar",
  TEXT_EDITOR_TOOLBAR: "Formato",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "Tipo de bloque",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "Cargando sugerencias…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `Pregunta lo que quieras a ${name}…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `Dile a ${name} qué cambiar…`,
  AI_TOOLBAR_SEND: "Enviar",
  AI_TOOLBAR_THINKING: (name) => `${name} está pensando…`,
  AI_TOOLBAR_CANCEL: "Detener",
  AI_TOOLBAR_ACCEPT: "Aceptar",
  AI_TOOLBAR_INSERT: "Insertar debajo",
  AI_TOOLBAR_RETRY: "Reintentar",
  AI_TOOLBAR_DISCARD: "Descartar",
  AI_TOOLBAR_ERROR: () => "La IA no ha podido responder. Inténtalo de nuevo.",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "Cambiar el texto" : "Añadir al texto"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
