import { statementOf } from '@plumbline/contracts/evidence/claim';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { wordCoverage } from '@plumbline/evidence/claims';
import type { PartEvidence, PartPassage } from '@plumbline/evidence/statement-rules';
import { splitSentences } from '@plumbline/language/sentences';
import type { PlacedWords } from './cited-passages.ts';
import type { OpenStatement } from './shown-part.ts';

/** A quotation for the control shares less than this of the statement's words. */
const UNRELATED_BELOW = 0.1;
/** Of another subject than any report; the second one for a report about ferries. */
const UNRELATED: readonly string[] = [
  'The ferry to the northern islands leaves the pier at dawn, before the fishermen return.',
  'Rye loaves leave the village oven while the baker’s daughter feeds her geese.',
];

/** A statement beside a quotation of another subject: who agrees to it agrees to everything. */
export interface ControlStatement {
  readonly text: string;
  readonly words: PlacedWords;
}

/** A statement of the batch beside the first sentence of a passage that has least of its words. */
export function controlFor(batch: readonly OpenStatement[], { passages, anchor }: PartEvidence): ControlStatement {
  const quotations = passages.filter(({ finding }) => !isUntrusted(finding)).flatMap(firstSentence);
  const isUnrelated = ({ claim }: OpenStatement, text: string): boolean =>
    wordCoverage(statementOf(claim), anchor.language, text).share < UNRELATED_BELOW;
  const cited = batch.filter(({ words }) => words.length > 0);
  const candidates = cited.length > 0 ? cited : batch;
  for (const one of candidates) {
    const own = new Set([...one.words.map(({ passage }) => passage), ...one.found].map(({ place }) => place));
    const words = quotations.find(({ place, text }) => !own.has(place) && isUnrelated(one, text));
    if (words !== undefined) return { text: statementOf(one.claim, true), words };
  }
  const [one] = candidates;
  const text = UNRELATED.find((words) => one === undefined || isUnrelated(one, words)) ?? UNRELATED[0] ?? '';
  const around = { start: 0, text, language: 'en' };
  const words = { place: '', textHash: '', start: 0, text, around };
  return { text: one === undefined ? '' : statementOf(one.claim, true), words };
}

function firstSentence({ text, start, place, language, finding }: PartPassage): PlacedWords[] {
  const [first] = splitSentences(text, language).filter(({ kind }) => kind === 'prose');
  if (first === undefined) return [];
  const words = { start: start + first.start, text: text.slice(first.start, first.end) };
  return [{ place, textHash: finding.passageSpan.textHash, ...words, around: { start, text, language } }];
}
