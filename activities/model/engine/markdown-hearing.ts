import { withoutTextMarks } from '../../language/text/text-marks.ts';
import { removeThoughts } from './answer-reading.ts';

/** What is said below it is no part of the answer's text. */
const LIMITS = /^#{1,6}[ \t]*\**limits?(?:ations?)?\b[\s\S]*/imu;
const HEADING_MARKS = /^#{1,6}[ \t]+/gmu;
/** May become a mark, emphasis or a heading: what follows decides. */
const UNDECIDED =
  /(?:\s+|\*+|`|(?:^|\n)[ \t]*#[^\n]*|[ \t]*`?[[【](?:[^\][【】]|[[【][^\][【】]*[\]】]?){0,700}[\]】]?)$/u;
const THOUGHT = '<think>';

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
  if (THOUGHT.startsWith(text.slice(0, THOUGHT.length)) && text.length < THOUGHT.length) return '';
  return withoutTextMarks(removeThoughts(text).replace(LIMITS, ''))
    .replaceAll('**', '')
    .replace(HEADING_MARKS, '')
    .trim();
}

function decidedPart(text: string): string {
  let decided = text;
  for (let cut = UNDECIDED.exec(decided); cut !== null && cut[0] !== ''; cut = UNDECIDED.exec(decided)) {
    decided = decided.slice(0, cut.index);
  }
  return decided;
}
