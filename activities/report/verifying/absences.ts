import { createHash } from 'node:crypto';
import { findingIdIn, findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import { referenceTo } from '@plumbline/contracts/evidence/search-hit';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { WrittenPart } from '@plumbline/contracts/report/report-activities';
import { createPassageSignals, joinedSpan, toFinding } from '@plumbline/quotes/passages';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import type { CorpusIndex, StoredPassage } from '@plumbline/search/corpus-index';
import { findPassages } from '@plumbline/search/passages';

/** Hits of each search that are looked at. */
const SEARCHED = 10;
const MOST_SEARCHES = 3;
/** Passages that are read for one statement. */
const MOST_PASSAGES = 2;
/** Of all of them together, in characters. */
const MAX_LENGTH = 16_000;

/** What is read of the documents for statements about absence. */
export interface AbsenceTools {
  readonly corpus: Pick<CorpusIndex, 'search' | 'readPassages' | 'passagesOf'>;
  readonly corpusId: string;
  readonly texts: StoredTexts;
  readonly language: string;
  /** That the parts were written from. */
  readonly findings: readonly Finding[];
}

/** What the documents were searched for once more, and the best that was found, by the statement. */
export type Found = ReadonlyMap<Claim, readonly Finding[]>;

/**
 * Searches the documents with other words for what parts of a draft say that they leave out, as a reader would before saying so.
 * A passage that a part cites was read; the others count as found.
 */
export async function searchAbsences(parts: readonly WrittenPart[], tools: AbsenceTools): Promise<Found> {
  const claims = parts.flatMap((part) => part.claims);
  const cited = new Set(claims.flatMap(({ citations }) => citations.map(findingIdIn)));
  const own = new Set(tools.findings.flatMap((one) => (cited.has(one.findingId) ? one.passageId : [])));
  const known = new Map(tools.findings.map((finding) => [finding.passageId, finding]));
  const read = createReading(tools);
  const searched = claims.flatMap((claim) => (claim.absence === undefined ? [] : [[claim, claim.absence] as const]));
  const found = searched.map(async ([claim, absence]) => {
    const passages = await findPassages(tools, queriesIn(absence.searched), SEARCHED);
    const unread = passages.filter(({ passage }) => !own.has(passage.passageId)).slice(0, MOST_PASSAGES);
    const findings = await Promise.all(
      unread.map(async (one) => known.get(one.passage.passageId) ?? (await read(one))),
    );
    return [claim, findings.filter((finding) => !isUntrusted(finding))] as const;
  });
  return withinLength(await Promise.all(found));
}

function queriesIn(searched: string): string[] {
  const queries = searched.split(/[;；]/u).map((query) => query.trim());
  return [...new Set(queries)].filter((query) => query !== '').slice(0, MOST_SEARCHES);
}

/** A found passage as a finding of a task of the run, with what was cut off from it. Its id follows from the passage. */
function createReading({
  corpus,
  corpusId,
  texts,
  findings: [given],
}: AbsenceTools): (stored: StoredPassage) => Promise<Finding> {
  const signalsOf = createPassageSignals(texts);
  return async (stored) => {
    const { passage, source } = stored;
    const { text } = await texts.read(source.text.sha256);
    const all = await corpus.passagesOf(corpusId, source.locator);
    const id = `n${createHash('sha256').update(passage.passageId).digest('hex').slice(0, 12)}`;
    const reading = {
      hit: referenceTo({ locator: source.locator, passage }),
      hitScore: null,
      belowThreshold: false,
      findingId: findingIdOf(id, 1),
      depth: 0,
      origin: 'search',
    } as const;
    const content = {
      taskId: given?.taskId ?? '',
      information: stored.text,
      relevance: null,
      relevanceReason: '',
      quotes: [],
    };
    const finding = toFinding({ reading, stored, untrusted: await signalsOf(stored) }, content);
    const grown = text === null ? passage : joinedSpan(passage, all, text);
    return { ...finding, passageSpan: { ...finding.passageSpan, start: grown.start, end: grown.end } };
  };
}

/** The best of each statement first, as long as there is room. */
function withinLength(found: readonly (readonly [Claim, readonly Finding[]])[]): Found {
  let room = MAX_LENGTH;
  const ranked = takeInTurn(
    found.map(([, findings]) => findings),
    ({ findingId }) => findingId,
  );
  const fitting = ranked.filter(({ passageSpan: { start, end } }) => {
    const fits = end - start <= room;
    if (fits) room -= end - start;
    return fits;
  });
  const kept = new Set(fitting.map(({ findingId }) => findingId));
  return new Map(found.map(([claim, findings]) => [claim, findings.filter(({ findingId }) => kept.has(findingId))]));
}
