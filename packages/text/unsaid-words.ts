interface Range {
  readonly start: number;
  readonly end: number;
}

/** `~~…~~` (GFM 6.5), and the elements of HTML. A single tilde more often means "about". */
const MARKS = /(?<![~\\])~~(?!~)|<(\/?)(del|s|strike)(?=[\s>])[^<>]*>|`+|\n[ \t]*\r?\n/gi;
const MAY_BE_STRUCK = /~~|<(?:del|s|strike)[\s>]/i;
/** See {@link hiddenMark}. */
const HIDDEN = /\[hidden: [^\][]+\]/g;

/** Words that a document contains but does not show, as they are stored. @param part where one mark is around several pieces */
export function hiddenMark(words: string, part: { opens?: boolean; closes?: boolean } = {}): string {
  const { opens = true, closes = true } = part;
  const inside = words.trim().replaceAll('[', '(').replaceAll(']', ')');
  return `${opens ? '[hidden: ' : ''}${inside}${closes ? ']' : ''}`;
}

/**
 * What the source strikes out or hides, marks included: it does not say it.
 *
 * @returns in order and without overlap; offsets are UTF-16 code units, `end` exclusive
 */
export function unsaidSpans(text: string): Range[] {
  const hidden = [...text.matchAll(HIDDEN)].map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
  const struck = struckSpans(text);
  return hidden.length === 0 ? struck : merged([...struck, ...hidden]);
}

/** A paragraph's end closes no `~~`, and code has none. */
function struckSpans(text: string): Range[] {
  if (!MAY_BE_STRUCK.test(text)) return [];
  const spans: Range[] = [];
  const opened: Readonly<Record<string, number[]>> = { del: [], s: [], strike: [] };
  let tildes: number | undefined;
  let codeEnd = 0;
  const closings = createCodeClosings(text);
  for (const { 0: mark, 1: slash, 2: name = '', index } of text.matchAll(MARKS)) {
    const end = index + mark.length;
    if (index < codeEnd) continue;
    if (mark.startsWith('`')) codeEnd = closings(index, mark.length);
    else if (mark.startsWith('\n')) tildes = undefined;
    else if (name !== '' && slash === '') opened[name.toLowerCase()]?.push(index);
    else if (name !== '') {
      const start = opened[name.toLowerCase()]?.pop();
      if (start !== undefined) spans.push({ start, end });
    } else if (tildes !== undefined && /\S/.test(text[index - 1] ?? ' ')) {
      spans.push({ start: tildes, end });
      tildes = undefined;
    } else if (/\S/.test(text[end] ?? ' ')) tildes ??= index;
  }
  return merged(spans);
}

/**
 * The text with spaces in place of what its source strikes out or hides, so that all offsets stay, to look for
 * statements, quotations or figures.
 */
export function withoutUnsaid(text: string): string {
  const spans = unsaidSpans(text);
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n\r]/g, ' '));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

/** A stretch of a text, struck out or not, without the marks. */
export interface StruckPart {
  readonly text: string;
  readonly isStruck: boolean;
}

/** Cuts a text at its struck stretches, for formats that have a stroke of their own. Hidden words keep their mark. */
export function struckParts(text: string): StruckPart[] {
  const parts: StruckPart[] = [];
  let from = 0;
  for (const { start, end } of struckSpans(text)) {
    parts.push({ text: text.slice(from, start), isStruck: false });
    parts.push({ text: text.slice(start, end).replace(MARKS, withoutMark), isStruck: true });
    from = end;
  }
  return [...parts, { text: text.slice(from), isStruck: false }].filter((part) => part.text !== '');
}

function withoutMark(mark: string): string {
  return /^[~<]/.test(mark) ? '' : mark;
}

/** Finds the end of code opened by so many backticks (CommonMark 6.1); of none, where nothing closes it. */
function createCodeClosings(text: string): (start: number, length: number) => number {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length);
    if (known === undefined) runs.set(run.length, [index]);
    else known.push(index);
  }
  const next = new Map<number, number>();
  return (start, length) => {
    const known = runs.get(length) ?? [];
    let at = next.get(length) ?? 0;
    while (at < known.length && (known[at] ?? 0) <= start) at += 1;
    next.set(length, at);
    const closing = known[at];
    const isInParagraph = closing !== undefined && (length > 2 || !/\n[ \t]*\r?\n/.test(text.slice(start, closing)));
    return closing !== undefined && isInParagraph ? closing + length : 0;
  };
}

function merged(spans: readonly Range[]): Range[] {
  const outer: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = outer.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else outer.push({ start, end });
  }
  return outer;
}
