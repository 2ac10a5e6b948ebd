import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import { isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { FurtherPlaces } from '@plumbline/contracts/report/found-place';
import type { CorpusIndex, StoredPassage } from '@plumbline/search/corpus-index';
import { readableText } from '@plumbline/text/readable-text';
import { needOfTask } from './needs.ts';
import { bestUnit, type InformationNeed, matchPassage, readableOf } from './passages/passage-reading.ts';

/** Passages that are looked at; of more it is only said that there are. */
const MOST_LOOKED_AT = 200;
const MOST_LINES = 20;
const LONGEST_LINE = 120;

/**
 * How many passages have all words of the question, beside those that are shown, and a line of each of the first twenty; null where
 * there are none more.
 *
 * @param shown ids of passages
 */
export async function furtherMatches(
  corpus: CorpusIndex,
  { anchor, corpusId }: { readonly anchor: QueryAnchor; readonly corpusId: string },
  shown: ReadonlySet<string>,
): Promise<FurtherPlaces | null> {
  const folders = foldersOf(corpusId);
  if (folders === null) return null;
  const { originalQuestion: query } = anchor;
  const need = await needOfTask(corpus, folders, anchor, query);
  const search = { corpusId: folders, query, language: questionLanguageOf(anchor), topK: MOST_LOOKED_AT };
  const { hits } = await corpus.search({ ...search, snippets: false });
  const ids = hits.filter(isPassageHit).map(({ passage }) => passage.passageId);
  const stored = await corpus.readPassages(folders, ids);
  const further = ids.flatMap((id) => {
    const found = stored.get(id);
    return found !== undefined && !shown.has(id) && hasAllWords(need, found) ? [found] : [];
  });
  if (further.length === 0) return null;
  return {
    count: further.length,
    isAtLeast: ids.length === MOST_LOOKED_AT,
    lines: further.slice(0, MOST_LINES).map((found) => lineOf(need, found)),
  };
}

function hasAllWords(need: InformationNeed, stored: StoredPassage): boolean {
  return matchPassage(need, readableOf(stored)).matchedWords.length === need.terms.length;
}

/** `rules/lamp.md · Oil: The keeper fills the lamp every evening.` */
function lineOf(need: InformationNeed, stored: StoredPassage): string {
  const { passage, source, text } = stored;
  const { start = 0, end = text.length } = bestUnit(need, readableOf(stored)) ?? {};
  const words = readableText(text.slice(start, end));
  const place = [source.locator, passage.headingPath.at(-1) ?? ''].filter(Boolean).join(' · ');
  return `${place}: ${words.length > LONGEST_LINE ? `${words.slice(0, LONGEST_LINE).trimEnd()} …` : words}`;
}
