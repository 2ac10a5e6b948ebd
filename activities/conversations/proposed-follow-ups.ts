import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { wordCoverage } from '@plumbline/evidence/claims';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { findPassages, type SearchedCorpus } from '@plumbline/search/passages';

const MOST = 3;
/** Longer ones are no suggestion that is read at a glance, in characters. */
const LONGEST = 160;
/** Passages in which an answer is looked for. */
const LOOKED_AT = 5;
/** Share of the words of a question that one passage has, if it may answer. */
const ANSWERING_SHARE = 0.6;

/**
 * Of the questions that a model thinks a person asks next, those that a search finds a passage for.
 *
 * @param proposed in the language of the question
 * @param known texts of sources that no search of the documents finds: items of a catalogue, notes
 */
export async function answerableFollowUps(
  corpus: SearchedCorpus['corpus'],
  { corpusId, anchor }: { readonly corpusId: string; readonly anchor: QueryAnchor },
  proposed: readonly string[],
  known: readonly string[],
): Promise<string[]> {
  const asked = bareWords(anchor.originalQuestion);
  const distinct = new Map(proposed.map((text) => [bareWords(text), text.trim()]));
  const usable = [...distinct].filter(
    ([words, text]) =>
      words !== asked &&
      text.length <= LONGEST &&
      /[?？؟]$/u.test(text) &&
      // A document may have planted it.
      !/:\/\/|www\./iu.test(text) &&
      injectionSignalsIn(text).length === 0 &&
      wordCoverage(text, anchor.language, '').missing.length > 0, // "And then?" is answered by everything
  );
  const checked = await Promise.all(
    usable.slice(0, 2 * MOST).map(async ([, text]) => {
      const texts = [...known, ...(await textsFor({ corpus, corpusId, language: anchor.language }, text))];
      const isAnswerable = texts.some((other) => wordCoverage(text, anchor.language, other).share >= ANSWERING_SHARE);
      return isAnswerable ? [text] : [];
    }),
  );
  return checked.flat().slice(0, MOST);
}

async function textsFor(searched: SearchedCorpus, query: string): Promise<string[]> {
  if (searched.corpusId === '') return [];
  const found = await findPassages(searched, [query], LOOKED_AT);
  return found.map(({ passage, source, text }) => [source.title, ...passage.headingPath, text].join('\n'));
}
