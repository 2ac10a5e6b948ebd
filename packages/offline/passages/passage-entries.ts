import { sourceOfAll } from '@plumbline/language/word-patterns';
import { withoutMarkup } from '@plumbline/text/html-tags';
import type { Block } from '@plumbline/text/markdown-blocks';

// A sentence that begins like this refers to the one before it.
const OPENS_LEANING = new RegExp(String.raw`^(?:${sourceOfAll(({ leaningOpenings }) => leaningOpenings)})\b`, 'iu');

// "There is", "Es gibt", "Das Gericht", "Sie können": these words do not refer to an earlier sentence.
const STANDS_ALONE = new RegExp(`^(?:${sourceOfAll(({ independentOpenings }) => independentOpenings)})`, 'iu');
// "Sets the limit", "Defaults to 30": earlier text names the subject.
const WITHOUT_SUBJECT = new RegExp(`^(?:${sourceOfAll(({ subjectlessOpenings }) => subjectlessOpenings)})`, 'iu');

/** Offsets into a passage, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A list entry with its indented continuation, a term with its definitions, or a paragraph. */
export interface Entry extends Span {
  readonly isListItem: boolean;
  /** Column at which the content begins; larger for deeper nesting. */
  readonly column: number;
  readonly blocks: number;
}

export function entriesOf(passage: string, blocks: readonly Block[]): Entry[] {
  const entries: Entry[] = [];
  for (const block of blocks) {
    if (block.kind !== 'prose') continue;
    const previous = entries.at(-1);
    const marker = passage.slice(block.lineStart, block.start);
    if (previous !== undefined && continuesEntry(passage, previous, block)) {
      entries[entries.length - 1] = { ...previous, end: block.end, blocks: previous.blocks + 1 };
    } else {
      const isListItem = /<li\b/i.test(marker) || /[^\s>]/.test(withoutMarkup(marker));
      const column = block.start - block.lineStart;
      entries.push({ start: block.start, end: block.end, isListItem, column, blocks: 1 });
    }
  }
  return entries;
}

function continuesEntry(passage: string, entry: Entry, { lineStart, start }: Block): boolean {
  const marker = passage.slice(lineStart, start);
  const between = passage.slice(entry.end, start);
  // "term", and on the next line ": definition".
  if (/^[ \t]*:[ \t]+$/.test(marker)) return !entry.isListItem && between.trim() === ':';
  return entry.isListItem && /^\s{2,}$/.test(marker) && between.trim() === '';
}

export function isComplete(text: string): boolean {
  return /[.!?][)"”“'*`_\]]*$/u.test(text);
}

/** Whether a statement does not name its subject: it begins with a pronoun, with a verb or in mid-sentence. */
export function lacksSubject(statement: string): boolean {
  if (STANDS_ALONE.test(statement)) return false;
  return (
    OPENS_LEANING.test(statement) || WITHOUT_SUBJECT.test(statement) || /^\p{Ll}+(?!\p{L}|[-_./:(=])/u.test(statement)
  );
}
