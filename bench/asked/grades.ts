import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { type AskedQuestion, LOOKED_AT, type PlacedText, type Reply } from './asked-questions.ts';

/** Characters of an answer that count as stated. */
const MOST = 1_200;

/** `stated`: it claims something. `passages`: it shows places without a claim. */
export type Outcome = 'stated' | 'passages' | 'refused' | 'asked back';

/** What a question got, and whether that is right. */
export interface Grade {
  readonly question: AskedQuestion;
  readonly outcome: Outcome;
  /** Without marks; empty where nothing is stated. */
  readonly stated: string;
  readonly isRight: boolean;
  /** Whether an expected phrase is in the answer's text or its first five quotations. */
  readonly isShown: boolean;
  /** Whether it is in the first five passages of the search alone. */
  readonly isFound: boolean;
  /** Whether it can be read on the first screen of a terminal: 25 lines of 80 columns. */
  readonly isSeen: boolean;
  /** Whether the first screen says how many more passages have all words, and a line of each of the first twenty can be had. */
  readonly isCounted: boolean;
}

/** @param screen what a terminal shows first */
export function gradeOf(question: AskedQuestion, { answer, found }: Reply, screen: string): Grade {
  const outcome = outcomeOf(answer);
  const stated = outcome === 'stated' ? statedText(answer.summary) : '';
  const isMet = question.answer.length > 0 && question.answer.every((one) => new RegExp(one, 'iu').test(stated));
  const quoted = answer.citations
    .slice(0, LOOKED_AT)
    .map(({ locator, quote }): PlacedText => ({ locator, text: quote.text }));
  return {
    question,
    outcome,
    stated,
    isRight: stated !== '' && isMet,
    isShown: holdsPhrase(question, quoted) || isIn(question, answer.summary),
    isFound: holdsPhrase(question, found),
    isSeen: isIn(question, screen),
    isCounted: countsMore(answer, screen),
  };
}

function countsMore({ found }: AnswerResult, screen: string): boolean {
  const further = found?.further ?? null;
  if (further === null) return false;
  return new RegExp(`\\b${further.count} more\\b`).test(screen) && further.lines.length === Math.min(further.count, 20);
}

function outcomeOf({ summary, citations, needsClarification }: AnswerResult): Outcome {
  if (needsClarification) return 'asked back';
  if (citations.length === 0 || summary.trim() === '') return 'refused';
  if (summary.trimStart().startsWith('#')) return 'passages';
  return /\[\d+\]/.test(summary.split(/\n{2,}/)[0] ?? '') ? 'stated' : 'refused';
}

/** The text up to its first heading, without the notes that follow the last citation, without marks. */
function statedText(summary: string): string {
  const blocks = summary.trim().split(/\n{2,}/);
  const heading = blocks.findIndex((block) => block.startsWith('#'));
  const lead = heading === -1 ? blocks : blocks.slice(0, heading);
  const last = lead.findLastIndex((block) => /\[\d+\]/.test(block));
  return lead
    .slice(0, last + 1)
    .join(' ')
    .normalize('NFC')
    .replaceAll(/\s*\[\d+\]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST);
}

function holdsPhrase({ expect }: AskedQuestion, passages: readonly PlacedText[]): boolean {
  return passages.some(({ locator, text }) => {
    const words = bare(text);
    return expect.some(({ file, phrase }) => isSameFile(locator, file) && words.includes(bare(phrase)));
  });
}

function isIn({ expect }: AskedQuestion, summary: string): boolean {
  const words = bare(summary);
  return expect.some(({ phrase }) => words.includes(bare(phrase)));
}

function isSameFile(locator: string, file: string): boolean {
  return locator === file || locator.endsWith(`/${file}`);
}

/** By letters and digits alone. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
