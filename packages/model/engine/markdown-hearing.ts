import { withoutTextMarks } from '@plumbline/text/text-marks';
import { mayBeThought, removeThoughts } from './model-thoughts.ts';

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
