import { statementOf } from '@plumbline/contracts/evidence/claim';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { wordCoverage } from '@plumbline/evidence/claims';
import type { PartEvidence, PartPassage } from '@plumbline/evidence/statement-rules';
import { figuresIn } from '@plumbline/language/figures';
import { splitSentences } from '@plumbline/language/sentences';
import { readableText } from '@plumbline/text/readable-text';
import { type PlacedWords, placeWords } from './cited-passages.ts';
import type { OpenStatement } from './shown-part.ts';

/** A quotation of another subject shares less than this of a statement's words. */
const UNRELATED_BELOW = 0.1;
/** Of another subject than any report. */
export const UNRELATED = 'Rye loaves leave the village oven while the baker’s daughter feeds her geese.';
/** A shorter sentence may be a heading; a lead-in or a fragment of a list would not be true by itself. */
const SHORTEST_PLANTED = 25;
const WHOLE_SENTENCE = /^\p{Lu}[^:]*[.!]$/u;

/** A statement of which it is known what a judge has to say. */
interface ControlStatement {
  readonly text: string;
  readonly words?: PlacedWords;
}

/** What is wrong, true, and beside the question. */
export type ControlKind = 'changed' | 'planted' | 'stray';
export type Controls = ReadonlyMap<ControlKind, ControlStatement>;

/**
 * What a batch is judged with: a statement of it with one figure changed, or beside words of another subject where none has a figure;
 * a sentence of a source beside itself, where anything is cited; and a sentence about another subject.
 */
export function controlsFor(batch: readonly OpenStatement[], evidence: PartEvidence): Controls {
  const cited = fromTheMiddle(batch.filter(({ words }) => words.length > 0));
  const figured = cited.find((one) => changedFigure(one) !== null);
  const changed =
    figured === undefined ? besideAnother(cited.length > 0 ? cited : batch, evidence) : changedOf(figured);
  const [planted] = [...cited.filter((one) => one !== figured), ...cited].flatMap(plantedOf);
  return new Map<ControlKind, ControlStatement>([
    ['changed', changed],
    ...(planted === undefined ? [] : [['planted', planted] as const]),
    ['stray', { text: UNRELATED }],
  ]);
}

/** Those in the middle first: what stands first or last would be known by its place. */
function fromTheMiddle<Item>(items: readonly Item[]): Item[] {
  const middle = Math.floor(items.length / 2);
  return [...items.slice(middle), ...items.slice(0, middle)];
}

function changedOf(statement: OpenStatement): ControlStatement {
  const [first] = statement.words;
  const text = changedFigure(statement);
  if (first === undefined || text === null) throw new Error('the statement cites nothing, or has no figure');
  return { text, words: placeWords(first) };
}

/** Another figure for the first one that the cited words have, since other limits may be as true; null: it has none. */
function changedFigure({ claim: { text, placement, derivation }, words: [first] }: OpenStatement): string | null {
  if (placement?.form === 'table' || placement?.form === 'code' || derivation !== undefined) return null;
  const cited = figuresIn(first?.quote.text ?? '');
  // Of the number of a section only its heading would show that another one is wrong.
  const figures = text.matchAll(/(?<![\p{L}\d.,§]|§\s|\p{Lu}\p{L}*\.?\s)\d{1,6}(?![\p{L}\d])/gu);
  const match = figures.find(([figure]) => cited.has(figure));
  if (match === undefined) return null;
  const [figure] = match;
  const digit = (Number(figure.slice(0, 1)) % 9) + 1;
  return `${text.slice(0, match.index)}${digit}${text.slice(match.index + 1)}`;
}

function plantedOf({ words }: OpenStatement): ControlStatement[] {
  const [first] = words;
  if (first === undefined) return [];
  const [sentence] = splitSentences(first.quote.text, first.passage.language).filter(({ kind }) => kind === 'prose');
  if (sentence === undefined || sentence.end - sentence.start < SHORTEST_PLANTED) return [];
  const text = readableText(first.quote.text.slice(sentence.start, sentence.end));
  return WHOLE_SENTENCE.test(text) ? [{ text, words: placeWords(first) }] : [];
}

/** A statement beside the first sentence of a passage that has least of its words. */
function besideAnother(candidates: readonly OpenStatement[], { passages, anchor }: PartEvidence): ControlStatement {
  const quotations = passages.filter(({ finding }) => !isUntrusted(finding)).flatMap(firstSentence);
  const isUnrelated = ({ claim }: OpenStatement, text: string): boolean =>
    wordCoverage(statementOf(claim), anchor.language, text).share < UNRELATED_BELOW;
  for (const one of candidates) {
    const own = new Set([...one.words.map(({ passage }) => passage), ...one.found].map(({ place }) => place));
    const words = quotations.find(({ place, text }) => !own.has(place) && isUnrelated(one, text));
    if (words !== undefined) return { text: statementOf(one.claim, true), words };
  }
  const [one] = candidates;
  const around = { start: 0, text: UNRELATED, language: 'en' };
  const words = { place: '', textHash: '', start: 0, text: UNRELATED, around };
  return { text: one === undefined ? '' : statementOf(one.claim, true), words };
}

function firstSentence({ text, start, place, language, finding }: PartPassage): PlacedWords[] {
  const [first] = splitSentences(text, language).filter(({ kind }) => kind === 'prose');
  if (first === undefined) return [];
  const words = { start: start + first.start, text: text.slice(first.start, first.end) };
  return [{ place, textHash: finding.passageSpan.textHash, ...words, around: { start, text, language } }];
}
