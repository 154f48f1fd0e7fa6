import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("pt");
const reactions = counted({ one: "# reação", other: "# reações" });

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "Negrito",
  italic: "Itálico",
  strikethrough: "Tachado",
  code: "Código",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "Desfazer",
  redo: "Refazer",
  bold: "Negrito",
  italic: "Itálico",
  underline: "Sublinhado",
  strikethrough: "Rasurado",
  code: "Código",
  comment: "Adicionar um comentário",
  ai: "Perguntar à IA",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "Texto",
  heading1: "Título 1",
  heading2: "Título 2",
  heading3: "Título 3",
  bulletList: "Lista com marcadores",
  numberedList: "Lista numerada",
  blockquote: "Citação",
  codeBlock: "Bloco de código",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "Melhorar a escrita",
  fix: "Corrigir erros",
  shorten: "Encurtar",
  lengthen: "Acrescentar detalhes",
  continue: "Continuar a escrever",
  summarize: "Resumir",
  explain: "Explicar",
};

const toolStatuses = {
  pending: "Em andamento",
  success: "Concluído",
  error: "Falhou",
  cancelled: "Cancelado",
} as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      {user} mencionou você{room === undefined ? null : <> em {room}</>}
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "Autor desconhecido" : <>Alterações de {list}</>;
}

/** Portuguese. */
export const pt: AllOverrides = {
  locale: "pt",
  dir: "ltr",
  USER_SELF: "você",
  USER_UNKNOWN: "Anônimo",
  LIST_REMAINING: counted({ other: "mais #" }),
  LIST_REMAINING_USERS: counted({ one: "mais # pessoa", other: "mais # pessoas" }),
  LIST_REMAINING_COMMENTS: counted({ one: "mais # comentário", other: "mais # comentários" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "Pesquisar…",
  EMOJI_PICKER_EMPTY: "Nenhum emoji encontrado.",
  EMOJI_PICKER_ERROR: () => "Não foi possível carregar os emojis.",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "Escolher um tom de pele",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "O arquivo é grande demais" : `Maior que ${maxSize}`),
  ATTACHMENT_ERROR: () => "Não foi possível enviar o arquivo.",
  COPY_TO_CLIPBOARD: "Copiar",
  COMPOSER_INSERT_MENTION: "Mencionar alguém",
  COMPOSER_INSERT_EMOJI: "Inserir emoji",
  COMPOSER_ATTACH_FILES: "Anexar arquivos",
  COMPOSER_REMOVE_ATTACHMENT: "Remover anexo",
  COMPOSER_RETRY_ATTACHMENT: "Enviar o anexo novamente",
  COMPOSER_PLACEHOLDER: "Escreva um comentário…",
  COMPOSER_SEND: "Enviar",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(editado)",
  COMMENT_DELETED: "Este comentário foi excluído.",
  COMMENT_MORE: "Mais",
  COMMENT_EDIT: "Editar comentário",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "Editar comentário…",
  COMMENT_EDIT_COMPOSER_CANCEL: "Cancelar",
  COMMENT_EDIT_COMPOSER_SAVE: "Salvar",
  COMMENT_DELETE: "Excluir comentário",
  COMMENT_DELETE_ATTACHMENT: "Excluir anexo",
  COMMENT_ADD_REACTION: "Adicionar reação",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      Reagiram com {emoji}: {list}
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "Conversa",
  THREAD_RESOLVE: "Resolver conversa",
  THREAD_UNRESOLVE: "Reabrir conversa",
  THREAD_SUBSCRIBE: "Seguir conversa",
  THREAD_UNSUBSCRIBE: "Deixar de seguir a conversa",
  THREAD_NEW_INDICATOR: "Novo",
  THREAD_NEW_INDICATOR_DESCRIPTION: "Comentários novos",
  THREAD_SHOW_MORE_COMMENTS: counted({ one: "Mostrar mais # comentário", other: "Mostrar mais # comentários" }),
  THREAD_COMPOSER_PLACEHOLDER: "Responder à conversa…",
  THREAD_COMPOSER_SEND: "Responder",
  INBOX_NOTIFICATION_MORE: "Mais",
  INBOX_NOTIFICATION_MARK_AS_READ: "Marcar como lida",
  INBOX_NOTIFICATION_DELETE: "Excluir notificação",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room, count) => (
    <>
      {list} {count === 1 ? "comentou" : "comentaram"} em {room ?? "uma conversa"}
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "Restaurar",
  HISTORY_VERSION_PREVIEW_LOADING: "A carregar a versão…",
  HISTORY_VERSION_PREVIEW_EMPTY: "Esta versão está vazia.",
  HISTORY_VERSION_PREVIEW_ERROR: () => "Não foi possível carregar a versão.",
  AI_COMPOSER_PLACEHOLDER: "Pergunte o que quiser…",
  AI_COMPOSER_SEND: "Enviar",
  AI_COMPOSER_ABORT: "Parar",
  AI_CHAT_MESSAGE_DELETED: "Esta mensagem foi excluída.",
  AI_CHAT_MESSAGE_THINKING: "Pensando…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "Raciocinando…" : "Raciocínio"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "Pesquisando" : "Pesquisa:"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "Fontes",
  AI_CHAT_MESSAGE_RETRY: "Tentar novamente",
  AI_CHAT_MESSAGE_PREVIOUS: "Versão anterior",
  AI_CHAT_MESSAGE_NEXT: "Próxima versão",
  AI_CHAT_MESSAGES: "Mensagens",
  AI_CHAT_LOADING: "Carregando mensagens…",
  AI_CHAT_SCROLL_TO_BOTTOM: "Ir para a mensagem mais recente",
  AI_CHAT_MESSAGES_ERROR: () => "Não foi possível carregar as mensagens.",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "Argumentos",
  AI_TOOL_INSPECTOR_RESULT: "Resultado",
  AI_TOOL_CONFIRMATION_CONFIRM: "Confirmar",
  AI_TOOL_CONFIRMATION_CANCEL: "Cancelar",
  TEXT_EDITOR_TOOLBAR: "Formatação",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "Tipo de bloco",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "A carregar sugestões…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `Pergunte qualquer coisa a ${name}…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `Diga a ${name} o que mudar…`,
  AI_TOOLBAR_SEND: "Enviar",
  AI_TOOLBAR_THINKING: (name) => `${name} está a pensar…`,
  AI_TOOLBAR_CANCEL: "Parar",
  AI_TOOLBAR_ACCEPT: "Aceitar",
  AI_TOOLBAR_INSERT: "Inserir abaixo",
  AI_TOOLBAR_RETRY: "Tentar novamente",
  AI_TOOLBAR_DISCARD: "Descartar",
  AI_TOOLBAR_ERROR: () => "A IA não conseguiu responder. Tente novamente.",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "Alterar o texto" : "Acrescentar ao texto"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
