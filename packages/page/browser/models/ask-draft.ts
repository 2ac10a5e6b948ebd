import type { ServedSources } from '../api/api-types.ts';
import { commandIn } from './live-answer.ts';
import { limitFrom } from './run-changes.ts';

/** What somebody is about to ask, with the choices made so far. */
export interface AskDraft {
  /** What it is sent under: the same content has the same id, so that sending it twice starts one thing. */
  readonly sendId: string;
  readonly question: string;
  readonly kind: 'run' | 'conversation';
  /** Sources that were taken out, see {@link webKey}; what the server gets later is used. */
  readonly leftOut: readonly string[];
  /** Patterns of the only files to read, as typed; empty: all. */
  readonly include: string;
  /** Patterns of files not to read, as typed. */
  readonly exclude: string;
  readonly preset: 'quick' | 'standard' | 'deep';
  /** As typed, by their names in the settings; empty: the preset's value. */
  readonly limits: Readonly<Record<string, string>>;
  readonly clarify: 'auto' | 'always' | 'never';
  readonly approvesPlan: boolean;
  readonly isThorough: boolean;
}

export function emptyDraft(sendId: string): AskDraft {
  return {
    sendId,
    question: '',
    kind: 'conversation',
    leftOut: [],
    include: '',
    exclude: '',
    preset: 'standard',
    limits: {},
    clarify: 'auto',
    approvesPlan: false,
    isThorough: false,
  };
}

/** A draft that asks only these documents. @param folders names of all */
export function draftAsking(
  chosen: readonly { readonly folder: string; readonly path: string }[],
  folders: readonly string[],
): AskDraft {
  const include = chosen.map(({ path }) => `/${path.replaceAll(/[\\*?{}[\]!,]/g, '\\$&')}`).join(', ');
  const leftOut = folders.filter((name) => chosen.every(({ folder }) => folder !== name));
  return { ...emptyDraft(newSendId()), include, leftOut };
}

/** Where the browser keeps what is about to be asked. */
export const DRAFT = 'plumbline-draft';

export function keepDraft(draft: AskDraft): void {
  localStorage.setItem(DRAFT, JSON.stringify(draft));
}

/** What was kept of a draft; what does not fit is as in an empty one. */
export function draftFrom(stored: string | null, sendId: string): AskDraft {
  const empty = emptyDraft(sendId);
  const kept = readObject(stored);
  return {
    sendId: textOr(kept['sendId'], empty.sendId),
    question: textOr(kept['question'], ''),
    kind: kept['kind'] === 'run' ? 'run' : 'conversation',
    leftOut: Array.isArray(kept['leftOut']) ? kept['leftOut'].filter((name) => typeof name === 'string') : [],
    include: textOr(kept['include'], ''),
    exclude: textOr(kept['exclude'], ''),
    preset: oneOf(kept['preset'], ['quick', 'standard', 'deep'], 'standard'),
    limits: Object.fromEntries(
      Object.entries(readObject(JSON.stringify(kept['limits'] ?? {}))).map(([name, text]) => [name, textOr(text, '')]),
    ),
    clarify: oneOf(kept['clarify'], ['auto', 'always', 'never'], 'auto'),
    approvesPlan: kept['approvesPlan'] === true,
    isThorough: kept['isThorough'] === true,
  };
}

/** A search provider among the sources of a draft; a folder may have the same name. */
export function webKey(provider: string): string {
  return `web:${provider}`;
}

/** Undefined: all. */
function chosenOf(
  served: readonly string[],
  leftOut: readonly string[],
  keyOf: (name: string) => string = (name) => name,
): readonly string[] | undefined {
  const chosen = served.filter((name) => !leftOut.includes(keyOf(name)));
  return chosen.length === served.length ? undefined : chosen;
}

/** What is between the commas outside of braces; undefined: nothing. */
export function patternsOf(typed: string): readonly string[] | undefined {
  const parts = typed.match(/(?:\\.|\{(?:[^{}]|\{[^{}]*\})*\}|[^,])+/gu) ?? [];
  const patterns = parts.map((part) => part.trim()).filter((part) => part !== '');
  return patterns.length === 0 ? undefined : patterns;
}

/** The body of `POST /api/runs`. @param userId null: the token names the user */
export function runRequestOf(draft: AskDraft, { documents, web }: ServedSources, userId: string | null = null) {
  return {
    userId: userId ?? undefined,
    id: `research-${draft.sendId}`,
    question: draft.question,
    preset: draft.preset,
    documents: chosenOf(documents, draft.leftOut),
    include: patternsOf(draft.include),
    exclude: patternsOf(draft.exclude),
    web: chosenOf(web, draft.leftOut, webKey),
    settings: { clarify: draft.clarify, approvePlan: draft.approvesPlan, limits: limitsOf(draft) },
  };
}

/** The body of `POST /api/query/stream` for the first message of a conversation. @param userId null: the token names the user */
export function firstMessageOf(
  draft: AskDraft,
  { documents, catalogues, web }: ServedSources,
  userId: string | null = null,
) {
  const [message, research] = commandIn(draft.question);
  return {
    message,
    userId: userId ?? undefined,
    ...(research && { research }),
    messageId: draft.sendId,
    mode: draft.isThorough ? ('deep' as const) : ('quick' as const),
    documents: chosenOf(documents, draft.leftOut),
    include: patternsOf(draft.include),
    exclude: patternsOf(draft.exclude),
    catalogues: chosenOf(catalogues, draft.leftOut),
    web: chosenOf(web, draft.leftOut, webKey),
  };
}

/** What is no number is sent as it is written, so that the server says what is wrong with it. */
function limitsOf({ limits }: AskDraft): Record<string, number | string> {
  const given = Object.entries(limits).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(
    given.map(([name, text]) => {
      const number = limitFrom(name, Number(text.replace(',', '.')));
      return [name, Number.isNaN(number) ? text : number];
    }),
  );
}

/** The field of the form that the path of an issue names. */
export function fieldOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('.');
  if (first === 'message') return 'question';
  if (['documents', 'catalogues', 'web', 'corpusDirectories'].includes(first)) return 'sources';
  if (first !== 'settings') return first;
  return second === 'limits' ? `limits.${third}` : second;
}

function readObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[], fallback: Choice): Choice {
  return choices.find((choice) => choice === value) ?? fallback;
}

/** Browsers have `randomUUID` on secure addresses only. */
export function newSendId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
