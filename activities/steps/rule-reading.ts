import type { ExtractQuotesInput } from '@plumbline/contracts/activities';
import { citationKeyOf } from '@plumbline/contracts/evidence/citation-key';
import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { needsOf } from '@plumbline/offline/needs';
import {
  bestUnit,
  createUnitFinder,
  type InformationNeed,
  matchPassage,
  readableOf,
} from '@plumbline/offline/passages';
import { type PresentReading, toFinding } from '@plumbline/quotes/passages';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { readableText } from '@plumbline/text/readable-text';

/** Finds the place of each passage that has most of the words of its tasks, whatever it means. */
export async function readByRule(
  corpus: CorpusIndex,
  { anchor, corpusId, tasks }: ExtractQuotesInput,
  present: readonly PresentReading[],
): Promise<Finding[]> {
  const texts = tasks.map(({ text }) => text);
  const needs = await needsOf(corpus, foldersOf(corpusId), anchor, texts);
  const needOf = new Map(tasks.map(({ taskId }, index) => [taskId, needs[index] ?? { terms: [] }]));
  return present.flatMap((one) => {
    const taskIds = one.reading.taskIds ?? tasks.map(({ taskId }) => taskId);
    const served = taskIds.filter((taskId) => needOf.has(taskId));
    return placeIn(one, served, needOf) ?? [];
  });
}

function placeIn(
  one: PresentReading,
  taskIds: readonly string[],
  needOf: ReadonlyMap<string, InformationNeed>,
): Finding | null {
  const { stored, untrusted } = one;
  const passage = readableOf(stored);
  const found = taskIds.flatMap((taskId) => {
    const need = needOf.get(taskId) ?? { terms: [] };
    const unit = bestUnit(need, passage);
    return unit === null ? [] : [{ taskId, need, unit }];
  });
  const [best, ...others] = found.toSorted((a, b) => b.unit.share - a.unit.share);
  if (best === undefined) return null;
  const { start, end } = best.unit;
  const around = createUnitFinder(stored.text, passage.language)({ start, end });
  // Around words of an untrusted passage may be the orders that must not be repeated.
  const quote = quoteOf(one, { start, end }, untrusted.length > 0 ? { start, end } : around);
  const finding = toFinding(one, {
    taskId: best.taskId,
    information: readableText(quote.text),
    relevance: null,
    // More than the best unit may be shown, with all of its words marked.
    relevanceReason: matchPassage(best.need, passage).matchedWords.join(', '),
    quotes: [quote],
  });
  return others.length === 0 ? finding : { ...finding, alsoServes: others.map(({ taskId }) => taskId) };
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param number of the quote, from 1 */
export function quoteOf(read: Omit<PresentReading, 'untrusted'>, quoted: Span, unit = quoted, number = 1): Quote {
  const { reading, stored } = read;
  const { passage, source, text } = stored;
  const place = (span: Span) => ({ start: passage.start + span.start, end: passage.start + span.end });
  return {
    key: citationKeyOf(reading.findingId, number),
    text: text.slice(quoted.start, quoted.end),
    sourceId: passage.sourceId,
    textHash: source.text.sha256,
    page: passage.page,
    ...(passage.recognised !== undefined && { recognised: passage.recognised }),
    ...place(quoted),
    reason: '',
    ...((unit.start !== quoted.start || unit.end !== quoted.end) && { unit: place(unit) }),
  };
}
