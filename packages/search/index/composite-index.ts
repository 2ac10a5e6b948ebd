import { type CorpusMember, corpusMembers, isWebCorpus } from '@plumbline/contracts/evidence/corpus-set';
import { fuseRankings } from '@plumbline/contracts/evidence/rank-fusion';
import type { PassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { Passage, Source, SourceState } from '@plumbline/contracts/evidence/source';
import { CorpusUnavailableError, PassageNotFoundError } from '@plumbline/documents/errors';
import {
  type CorpusIndex,
  type PassageIndex,
  type SearchScale,
  type StoredPassage,
  wordFrequency,
} from './corpus-index.ts';
import { isIdentifier } from './passage-query.ts';
import { addStatistics, type TermStatistics } from './passage-ranking.ts';
import { correctedNotes, fuseWithMeaning, searchWords } from './passage-search.ts';

/** Separates a folder's label from an id of its index: `norms:4f0c…`. */
const ID_SEPARATOR = ':';

/**
 * Joins the folders and the pages of a run that a corpus id lists into one index. If there are several folders, ids and
 * locators carry the label of their folder, so that equal files in two folders stay apart.
 *
 * @param pages null for a reader without web pages
 */
export function createCompositeIndex(folders: CorpusIndex, pages: PassageIndex | null): CorpusIndex {
  const indexOf = ({ indexId }: CorpusMember): PassageIndex => {
    if (!isWebCorpus(indexId)) return folders;
    if (pages === null)
      throw new CorpusUnavailableError(indexId, 'consists of web pages, which only a worker can read.');
    return pages;
  };
  const members: Members = (corpusId, read) =>
    Promise.all(corpusMembers(corpusId).map((member) => read(indexOf(member), member)));

  return {
    update: (request) => folders.update(request),
    statistics: (...asked) => folders.statistics(...asked),
    search: (request) => searchMembers(members, folders, request),
    ...readingOf(members),
    wordFrequencies: (corpusId, words, language) => frequenciesIn(members, corpusId, words, language),
  };
}

async function frequenciesIn(
  members: Members,
  ...[corpusId, words, language]: Parameters<PassageIndex['wordFrequencies']>
): ReturnType<PassageIndex['wordFrequencies']> {
  const each = await members(corpusId, (index, { indexId }) => index.wordFrequencies(indexId, words, language));
  const sum = (word: string, count: 'passages' | 'total'): number =>
    each.reduce((total, frequencies) => total + (frequencies.get(word)?.[count] ?? 0), 0);
  return new Map(words.map((word) => [word, wordFrequency(sum(word, 'passages'), sum(word, 'total'))]));
}

/** Queries every index of a corpus id concurrently; returns the answers in the order of the id. */
type Members = <Value>(
  corpusId: string,
  read: (index: PassageIndex, member: CorpusMember) => Promise<Value>,
) => Promise<Value[]>;

async function searchMembers(
  members: Members,
  folders: CorpusIndex,
  { corpusId, ...search }: Parameters<PassageIndex['search']>[0],
): ReturnType<PassageIndex['search']> {
  const searched = corpusMembers(corpusId).flatMap(({ indexId }) => (isWebCorpus(indexId) ? [] : indexId));
  const common = searched.length > 1 ? await commonScale(members, folders, { ...search, corpusId, searched }) : null;
  const results = await members(corpusId, async (index, member) => {
    const ofFolder = !isWebCorpus(member.indexId) && common !== null;
    const {
      hits,
      notes,
      similarities = new Map<string, number>(),
    } = await index.search({
      ...search,
      ...(ofFolder && { scale: common.scale }),
      corpusId: member.indexId,
    });
    const similar = [...similarities].map(
      ([id, similarity]) => [labelled(member, id, ID_SEPARATOR), similarity] as const,
    );
    return { ofFolder, hits: hits.map((hit) => labelHit(member, hit)), notes, similar };
  });
  // Pages of the web have scores of their own.
  const [together, apart] = [results.filter(({ ofFolder }) => ofFolder), results.filter(({ ofFolder }) => !ofFolder)];
  const rankings = [...(together.length === 0 ? [] : [rankTogether(together)]), ...apart.map(({ hits }) => hits)];
  const fused = fuseRankings(rankings, ({ passage }) => passage.passageId);
  const missing = await missingIdentifiers(members, corpusId, search);
  const notes = new Set([...missing, ...(common?.notes ?? []), ...results.flatMap((result) => result.notes)]);
  return { hits: fused.slice(0, search.topK), notes: [...notes] };
}

/** Else the best of a folder that knows nothing of a question would count as much as that of one that answers it. */
async function commonScale(
  members: Members,
  folders: CorpusIndex,
  asked: {
    readonly corpusId: string;
    readonly searched: readonly string[];
    readonly query: string;
    readonly language: string;
  },
): Promise<{ readonly scale: SearchScale; readonly notes: readonly string[] }> {
  const { language, searched } = asked;
  const measure = (words: readonly string[]) =>
    Promise.all(searched.map((indexId) => folders.statistics(indexId, words, language)));
  const words = searchWords(asked.query, language);
  const each = await measure(words);
  const suggested = new Map(each.flatMap(({ spellings }) => [...spellings]));
  const known = await frequenciesIn(members, asked.corpusId, [...suggested.keys()], language);
  const meant = new Map([...suggested].filter(([word]) => known.get(word)?.passages === 0));
  const all = [...words, ...meant.values()];
  const measured = meant.size === 0 ? each : await measure(all);
  const statistics = new Map<string, TermStatistics>();
  for (const [of, counts] of measured.flatMap(({ languages }) => [...languages])) {
    const before = statistics.get(of);
    statistics.set(of, before === undefined ? counts : addStatistics(before, counts));
  }
  return { scale: { words: all, statistics }, notes: correctedNotes(meant) };
}

/** By the scores of their words, which compare, and by the similarity of their vectors. */
function rankTogether(
  results: readonly {
    readonly hits: readonly PassageHit[];
    readonly similar: readonly (readonly [string, number])[];
  }[],
): PassageHit[] {
  const hits = results.flatMap((result) => result.hits).toSorted((a, b) => b.providerScore - a.providerScore);
  const similar = results.flatMap((result) => result.similar).toSorted(([, a], [, b]) => b - a);
  const byId = new Map(hits.map((hit) => [hit.passage.passageId, hit]));
  const byWords = hits.filter(({ providerScore }) => providerScore > 0).map(({ passage }) => passage.passageId);
  const ids =
    similar.length === 0
      ? byWords
      : fuseWithMeaning(
          byWords,
          similar.map(([id]) => id),
        );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Says so of each: passages about "V-1" and "V-11" look like an answer about "V-12". */
async function missingIdentifiers(
  members: Members,
  corpusId: string,
  { query, language }: { readonly query: string; readonly language: string },
): Promise<string[]> {
  const identifiers = searchWords(query, language).filter((word) => isIdentifier(word));
  if (identifiers.length === 0) return [];
  const frequencies = await frequenciesIn(members, corpusId, identifiers, language);
  return identifiers.flatMap((word) => (frequencies.get(word)?.passages === 0 ? `“${word}” is in no document` : []));
}

function readingOf(members: Members): Omit<PassageIndex, 'search' | 'wordFrequencies'> {
  return {
    readPassages: (corpusId, passageIds) => readMembers(members, corpusId, passageIds),
    async readPassage(corpusId, passageId) {
      const stored = (await readMembers(members, corpusId, [passageId])).get(passageId);
      if (stored === undefined) throw new PassageNotFoundError(passageId);
      return stored;
    },
    async passagesOf(corpusId, locator) {
      const found = await members(corpusId, async (index, member) => {
        const ownLocator = withoutLabel(member, locator, '/');
        const passages = ownLocator === null ? [] : await index.passagesOf(member.indexId, ownLocator);
        return passages.map((passage) => labelPassage(member, passage));
      });
      return found.flat();
    },
    async sourcesOf(corpusId) {
      const found = await members(corpusId, async (index, member) =>
        (await index.sourcesOf(member.indexId)).map((source) => labelSource(member, source)),
      );
      return found.flat();
    },
    sourceStatesOf: (corpusId, sourceIds) => statesOfMembers(members, corpusId, sourceIds),
    async skippedFilesOf(corpusId) {
      const found = await members(corpusId, async (index, member) =>
        (await index.skippedFilesOf(member.indexId)).map((file) => ({
          ...file,
          locator: labelled(member, file.locator, '/'),
        })),
      );
      return found.flat();
    },
  };
}

async function statesOfMembers(
  members: Members,
  corpusId: string,
  sourceIds: readonly string[],
): Promise<Map<string, SourceState>> {
  const found = await members(corpusId, async (index, member) => {
    const ownIds = sourceIds.flatMap((sourceId) => withoutLabel(member, sourceId, ID_SEPARATOR) ?? []);
    const states = await index.sourceStatesOf(member.indexId, ownIds);
    return [...states].map(
      ([sourceId, state]) => [labelled(member, sourceId, ID_SEPARATOR), labelState(member, state)] as const,
    );
  });
  return new Map(found.flat());
}

async function readMembers(
  members: Members,
  corpusId: string,
  passageIds: readonly string[],
): Promise<Map<string, StoredPassage>> {
  const found = await members(corpusId, async (index, member) => {
    const ownIds = passageIds.flatMap((passageId) => withoutLabel(member, passageId, ID_SEPARATOR) ?? []);
    const stored = ownIds.length === 0 ? [] : (await index.readPassages(member.indexId, ownIds)).values();
    return [...stored].map((entry) => labelStored(member, entry));
  });
  return new Map(found.flat().map((stored) => [stored.passage.passageId, stored]));
}

function labelled({ label }: CorpusMember, text: string, separator: string): string {
  return label === null ? text : `${label}${separator}${text}`;
}

/** An id or locator as the member itself writes it; null when it belongs to another folder. */
function withoutLabel({ label }: CorpusMember, text: string, separator: string): string | null {
  if (label === null) return text;
  const prefix = `${label}${separator}`;
  return text.startsWith(prefix) ? text.slice(prefix.length) : null;
}

function labelPassage(member: CorpusMember, passage: Passage): Passage {
  return {
    ...passage,
    passageId: labelled(member, passage.passageId, ID_SEPARATOR),
    sourceId: labelled(member, passage.sourceId, ID_SEPARATOR),
  };
}

function labelSource(member: CorpusMember, source: Source): Source {
  return {
    ...source,
    sourceId: labelled(member, source.sourceId, ID_SEPARATOR),
    locator: labelled(member, source.locator, '/'),
  };
}

/** Labels the folder as in locators, so that folders with the same name stay apart. */
function labelState({ label }: CorpusMember, state: SourceState): SourceState {
  return state.state === 'unseen' && label !== null ? { ...state, folder: label } : state;
}

function labelStored(member: CorpusMember, { passage, source, text }: StoredPassage): StoredPassage {
  return { passage: labelPassage(member, passage), source: labelSource(member, source), text };
}

function labelHit(member: CorpusMember, hit: PassageHit): PassageHit {
  const passageId = labelled(member, hit.passage.passageId, ID_SEPARATOR);
  return { ...hit, locator: labelled(member, hit.locator, '/'), passage: { ...hit.passage, passageId } };
}
