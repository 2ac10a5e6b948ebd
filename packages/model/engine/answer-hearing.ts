import { withoutTextMarks } from '@plumbline/text/text-marks';
import { Tokenizer, TokenType } from '@streamparser/json';
import { removeThoughts, mayBeThought } from './model-thoughts.ts';
import type { ReasoningCall, ReasoningStep } from './reasoner.ts';

/** Name of the fields that hold what people read. */
const TEXT_FIELD = 'text';

/** Separates the texts of two fields. */
const BETWEEN_FIELDS = '\n';

/** How many braces of the prose before an answer are tried as its beginning. */
const MAX_BEGINNINGS = 8;

/** Models write line breaks into strings, where JSON allows none; outside of strings a space does no harm. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Passes the text of an answer on while the model writes it. */
export interface AnswerHearing {
  /** What was heard so far is void: another request is sent, or the answer cannot be used. */
  readonly forget: () => void;
  /** The next piece of the answer as the model writes it. */
  readonly add: (piece: string) => void;
  /** Passes on what was not heard of the whole answer: all of it where it came from the store or in one piece. */
  readonly settle: (answer: string) => void;
}

/** @returns undefined if there is no listener */
export function createAnswerHearing(
  { writes }: Pick<ReasoningStep<never, unknown>, 'writes'>,
  { onText, onReset }: Pick<ReasoningCall, 'onText' | 'onReset'>,
): AnswerHearing | undefined {
  if (onText === undefined) return undefined;
  const createReader = writes === 'markdown' ? createMarkdownReader : createTextFieldReader;
  let read = createReader();
  let heard = '';

  function say(text: string): void {
    if (text === '') return;
    heard += text;
    onText?.(text);
  }

  function forget(): void {
    if (heard !== '') onReset?.();
    heard = '';
    read = createReader();
  }

  return {
    forget,
    add: (piece) => say(read(piece)),
    settle(answer) {
      const whole = writes === 'markdown' ? spokenText(answer) : createTextFieldReader()(answer);
      if (!whole.startsWith(heard)) forget();
      say(whole.slice(heard.length));
    },
  };
}

/** Takes the next piece of an answer, and returns the text that it adds. */
type TextFieldReader = (piece: string) => string;

/**
 * Reads the string fields named `text` from the pieces of a JSON answer, at any depth, with their escapes decoded.
 * Thoughts and prose may precede the object, and it may be in a fence. Reading ends where its JSON is damaged.
 */
export function createTextFieldReader(): TextFieldReader {
  let before = '';
  let beginnings = 0;
  let object: ObjectReader | undefined;
  let hasText = false;

  return (piece) => {
    if (hasText) return object?.read(piece) ?? '';
    before += piece;
    // Nothing else can begin an object, or end the thoughts before it.
    if (object === undefined && !/[{>]/.test(piece)) return '';
    let text = object?.read(piece) ?? '';
    while (text === '' && object?.isOver() !== false && beginnings < MAX_BEGINNINGS) {
      before = fromBrace(object === undefined ? before : before.slice(1));
      object = before.startsWith('{') ? createObjectReader() : undefined;
      if (object === undefined) return '';
      beginnings += 1;
      text = object.read(before);
    }
    hasText = text !== '';
    return text;
  };
}

/** The text from its first brace after the thoughts; the whole text if it has no brace. */
function fromBrace(text: string): string {
  const spoken = removeThoughts(text.trim());
  // The end of a piece may be a space within a string.
  const end = text.slice(text.trimEnd().length);
  return spoken.includes('{') ? `${spoken.slice(spoken.indexOf('{'))}${end}` : text;
}

interface ObjectReader {
  readonly read: TextFieldReader;
  /** Behind the closing brace, or behind what is no JSON. */
  readonly isOver: () => boolean;
}

function createObjectReader(): ObjectReader {
  const tokenizer = new Tokenizer({ emitPartialTokens: true });
  const fields = createFieldWatch();
  let isOver = false;
  let depth = 0;
  tokenizer.onError = () => {
    isOver = true;
  };
  tokenizer.onToken = (found) => {
    if (isOver) return;
    fields.see(found);
    if (found.token === TokenType.LEFT_BRACE || found.token === TokenType.LEFT_BRACKET) depth += 1;
    if (found.token === TokenType.RIGHT_BRACE || found.token === TokenType.RIGHT_BRACKET) depth -= 1;
    isOver = depth <= 0;
  };
  return {
    read(piece) {
      if (!isOver) tokenizer.write(piece.replaceAll(CONTROL_CHARACTERS, ' '));
      return fields.takeText();
    },
    isOver: () => isOver,
  };
}

type SeenToken = Parameters<Tokenizer['onToken']>[0];

/** Collects what the tokens add to the text fields. */
function createFieldWatch() {
  let name: unknown = '';
  let isValue = false;
  let heardLength = 0;
  let hasText = false;
  let added = '';

  function hear(value: string): void {
    const news = value.slice(heardLength).toWellFormed();
    if (news === '') return;
    const isFirst = heardLength === 0 && hasText;
    added += isFirst ? `${BETWEEN_FIELDS}${news}` : news;
    hasText = true;
    heardLength = value.length;
  }

  return {
    see({ token, value, partial = false }: SeenToken): void {
      const isText = isValue && token === TokenType.STRING && name === TEXT_FIELD;
      if (isText) hear(String(value));
      if (partial) return;
      if (token === TokenType.STRING && !isValue) name = value;
      isValue = token === TokenType.COLON;
      heardLength = 0;
    },
    takeText(): string {
      const text = added;
      added = '';
      return text;
    },
  };
}

/** What is said below one of these headings is no part of the answer's text. */
const BELOW_TEXT = /^#{1,6}[ \t]*\**(?:limits?(?:ations?)?|next|follow[- ]?ups?)\b[\s\S]*/imu;
const HEADING_MARKS = /^#{1,6}[ \t]+/gmu;
/** May become emphasis or a heading: what follows decides. */
const OPEN_SIGNS = /(?<![\s*`])[\s*`]+$/u;
const OPEN_HEADING = /(?<![^\n])[ \t]*#[^\n]*$/u;
/** In characters: what is longer than any mark is text. */
const LONGEST_MARK = 700;
const OPENING = /[[【]/u;
const CLOSING = /[\]】]/u;

/** Reads the text of an answer in Markdown from its pieces: without thoughts, marks, headings and what is open. */
export function createMarkdownReader(): (piece: string) => string {
  let all = '';
  let said = '';
  return (piece) => {
    all += piece;
    const text = spokenText(decidedPart(all));
    if (!text.startsWith(said)) return '';
    const news = text.slice(said.length);
    said = text;
    return news;
  };
}

/** The text of a whole answer. */
export function spokenText(markdown: string): string {
  const text = markdown.trimStart();
  if (mayBeThought(text)) return '';
  return withoutTextMarks(removeThoughts(text).replace(BELOW_TEXT, ''))
    .replaceAll('**', '')
    .replace(HEADING_MARKS, '')
    .trim();
}

function decidedPart(text: string): string {
  let decided = text;
  let before;
  do {
    before = decided;
    decided = decided.replace(OPEN_SIGNS, '').replace(OPEN_HEADING, '');
    decided = decided.slice(0, startOfOpenMark(decided));
  } while (decided !== before);
  return decided;
}

/** Where brackets begin that are still open, or that close at the end: an address may follow them. */
function startOfOpenMark(text: string): number {
  let start = text.length;
  let closed = 0;
  const closesAtEnd = CLOSING.test(text.slice(-1));
  for (let at = text.length - 1; at >= Math.max(0, text.length - LONGEST_MARK); at -= 1) {
    if (CLOSING.test(text.charAt(at))) closed += 1;
    else if (OPENING.test(text.charAt(at))) {
      if (closed === 0 || (closed === 1 && closesAtEnd && start === text.length)) start = at;
      closed = Math.max(0, closed - 1);
    }
  }
  return start;
}
