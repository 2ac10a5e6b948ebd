import { withoutMarkup } from '@plumbline/text/html-tags';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import { sourceOfAll, wordSet } from '../languages/word-patterns.ts';
import { capitalisedMonths } from './figures.ts';

/** One sentence, or one unit outside prose. Offsets are UTF-16 code units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: Block['kind'];
  /** The paragraph, list item or table row around it, to quote if the sentence alone lacks its subject. */
  readonly block: { readonly start: number; readonly end: number };
}

// Words with a full stop inside a sentence. Deliberately without those that often end one ("etc.", "usw.").
const ABBREVIATIONS = wordSet(({ abbreviations }) => abbreviations);
const ARE_WORDS = new RegExp(`^(?:${sourceOfAll(({ abbreviationsThatAreWords }) => abbreviationsThatAreWords)})$`);

const MONTHS = new RegExp(String.raw`^(?:${capitalisedMonths()})\b`);

// German ordinals follow an article or a preposition: "am 1. Januar", "die 18. Verordnung", "zum 3. Kapitel".
const ORDINAL_LEAD = new RegExp(
  String.raw`(?:^|[\s(])(?:${sourceOfAll(({ ordinalLeads }) => ordinalLeads)})\s+\d{1,3}\.$`,
  'iu',
);

// Intl.Segmenter does not end a sentence before a lower-case letter; documentation starts sentences with code.
const BEFORE_CODE = /[.!?]["'”)\]*`]*\s+(?=[*_([]*`)/gu;

// "… times out. **Default:** `4e3`.": a value without its subject is not a sentence of its own.
const ENDS_QUOTED = /[.!?…]["”“»’]$/u;
const LABELLED_VALUE = /^\*\*[^*`]{1,30}\*\*:?\s+`[^`]{1,300}`[.;,]?(?:\s|$)/u;

// Code, a template, a link and the mark of a note are undivided: full stops in them end nothing.
const INDIVISIBLE = /(`{1,2})[^`]{1,300}\1|\[![A-Z]+\]|\{\{[^{}]{1,300}\}\}|\[[^\][]{1,300}\]\([^()]{1,300}\)/gu;

const REACH = 80;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Splits Markdown or plain text into sentences with exact offsets.
 *
 * A block boundary ends a sentence; a line break inside a paragraph does not. Intl.Segmenter proposes the boundaries
 * (Unicode Standard Annex 29); those after abbreviations and ordinals are dropped. What is struck out or hidden is no sentence, and
 * none begins or ends within it.
 *
 * @param language ISO 639-1 code, or `und`
 */
export function splitSentences(source: string, language: string): Span[] {
  const text = withoutUnsaid(source);
  return splitBlocks(text).flatMap((block): Span[] => {
    const { start, end, kind } = block;
    return kind === 'prose' ? sentencesOf(text, block, language) : [{ start, end, kind, block: { start, end } }];
  });
}

function sentencesOf(text: string, block: Block, language: string): Span[] {
  // For the segmenter a line break ends a sentence, and an image continues the sentence before it. Spaces replace both,
  // and tags, without changing offsets.
  const paragraph = withoutMarkup(text.slice(block.start, block.end))
    .replace(/[\r\n\u2028\u2029]/g, ' ')
    .replace(INDIVISIBLE, (whole) => whole.replace(/[.!?…]/g, 'x'));
  const spans: Span[] = [];
  let start = 0;
  for (const border of [...proposedBorders(paragraph, language), paragraph.length]) {
    const sentence = paragraph.slice(start, border);
    if (sentence.trim() === '') continue;
    if (border < paragraph.length && continues(sentence.trimEnd(), paragraph.slice(border, border + REACH))) continue;
    const lead = sentence.length - sentence.trimStart().length;
    spans.push({
      start: block.start + start + lead,
      end: block.start + start + sentence.trimEnd().length,
      kind: 'prose',
      block: { start: block.start, end: block.end },
    });
    start = border;
  }
  return spans;
}

function proposedBorders(paragraph: string, language: string): number[] {
  const borders = new Set<number>();
  for (const { index } of segmenterFor(language).segment(paragraph)) {
    // "**Copies.** Keep them.": what closes the emphasis belongs to its sentence.
    if (index > 0)
      borders.add(index + (/^[*_]+(?:\s+|$)/.exec(paragraph.slice(index, index + REACH))?.[0].length ?? 0));
  }
  for (const match of paragraph.matchAll(BEFORE_CODE)) borders.add(match.index + match[0].length);
  return [...borders].sort((a, b) => a - b);
}

function segmenterFor(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    const locale = /^[a-z]{2,3}$/.test(language) && language !== 'und' ? language : 'en';
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/** Whether `right` continues the sentence, as after an abbreviation or an ordinal. */
function continues(sentence: string, right: string): boolean {
  const next = right.trimStart();
  // “Does it sync?” rules it out: a question or sentence that is quoted within another one.
  if (LABELLED_VALUE.test(next) || (ENDS_QUOTED.test(sentence) && /^\p{Ll}/u.test(next))) return true;
  // At the start of a line Markdown escapes the full stop, so that an ordinal begins no list.
  const left = sentence.replace(/\\(?=\.$)/, '');
  if (!left.endsWith('.')) return false;
  const ordinal = /(?:^|[\s(])\d{1,3}\.$/.test(left);
  if (ordinal) {
    // "v. 12. 3. 2019": the day before its month, and the month before its year.
    const isDate =
      /^\d{1,2}\.\s?\d{4}\b/u.test(next) || (/\b\d{1,2}\.\s\d{1,2}\.$/u.test(left) && /^\d{4}\b/u.test(next));
    return isDate || MONTHS.test(next) || /^\p{Ll}/u.test(next) || ORDINAL_LEAD.test(left);
  }

  const word = /(?<!\p{L})(\p{L}+)\.$/u.exec(left)?.[1];
  if (word === undefined) return false;
  // A single letter is an initial or part of "z. B.", "i. V. m.", "e.g."; after a digit it is a unit or a section ("§ 5
  // a.").
  if (word.length === 1) return /(?:^|[\s(.„"'])\p{L}\.$/u.test(left);
  return (ABBREVIATIONS.has(word.toLowerCase()) && !ARE_WORDS.test(word)) || /\bet al\.$/u.test(left);
}
