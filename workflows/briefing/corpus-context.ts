import type { ReadCanon, ReadDocuments } from '@plumbline/contracts/briefings/briefing-activities';
import type { ContextDocument, ListedSource } from '@plumbline/contracts/briefings/briefing-canon';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { counted } from '@plumbline/contracts/common/counted';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { corpusIdOf, corpusMembers, isWebCorpus } from '@plumbline/contracts/evidence/corpus-set';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../calls/activity-failures.ts';
import { callActivity } from '../calls/activity-options.ts';
import { indexFolders } from '../deep-research/stages/index-documents.ts';
import { crossThemePairs, spansBoth } from '../domain/briefing/interactions.ts';
import { addDays } from '../domain/briefing/slots.ts';
import type { BriefingRun } from './briefing-run.ts';

const ISO_DAY = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u;

/** What searching and reading are about, as the parts of research take it. */
export interface BriefingSubject {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly sources: readonly ListedSource[];
}

/** Layer 2: what is known from documents, before anything is searched live. */
export interface CorpusContext extends ReadCanon, BriefingSubject {
  /** Best documents by theme. */
  readonly ofThemes: readonly { readonly theme: Theme; readonly documents: readonly ContextDocument[] }[];
  /** What the briefing's own documents say. */
  readonly documents: ReadDocuments;
  /** Best documents that span two themes. */
  readonly acrossThemes: readonly ContextDocument[];
}

/** Hits that one query brings back, before documents are joined. */
const TOP_K = 20;
const DOCUMENTS_PER_THEME = 3;
const DOCUMENTS_PER_PAIR = 2;
const RECORD = /(?:daily|weekly|on-demand)\/[^/]+\.json$/u;

/** Reads the canonical documents first, then what goes with the themes, then searches the folders. */
export async function readCorpus(run: BriefingRun): Promise<CorpusContext> {
  const { input, slot, settings, known, themes } = run;
  const days = known.previous?.suspectedReversals.map(({ firstSeen }) => firstSeen) ?? [];
  const read = await callActivity(
    'readCanon',
    {
      folder: input.folder,
      slot,
      isBackfill: input.isBackfill,
      themes,
      highConviction: settings.highConviction,
      days: olderThanAWeek(days, slot.day),
    },
    'read the canonical documents, briefs and earlier outputs',
  );
  const corpus = await indexFolders({
    researchId: run.researchId,
    request: {
      ...run.request,
      corpusDirectories: [...read.corpusDirectories],
      fileSelections: read.fileSelections?.slice(),
    },
  });
  const ofThemes = await Promise.all(
    themes.map(async (theme) => ({ theme, documents: await searchTheme(run, corpus, theme) })),
  );
  const acrossThemes = await searchAcross(run, corpus);
  const documents = await readDocuments(run, corpus, read.corpusDirectories);
  const { sources } = read.canon;
  return { ...read, sources, corpus, anchor: anchorOf(run), ofThemes, acrossThemes, documents };
}

/** Reads the folders of the settings: what an earlier output says is no news. */
async function readDocuments(
  { input, slot, settings, themes, known }: BriefingRun,
  { corpusId }: CorpusReport,
  directories: readonly string[],
): Promise<ReadDocuments> {
  const outputs = directories.indexOf(`${input.folder}/outputs`);
  const members = corpusMembers(corpusId).filter(({ indexId }, index) => index !== outputs && !isWebCorpus(indexId));
  if (members.length === 0) return { documents: 0, undated: { count: 0, first: [] }, themes: [], elsewhere: null };
  const place = { corpusId: corpusIdOf(members), slot, language: settings.language };
  // To a briefing about a few themes, the others would be outside.
  const since = input.themeIds === null ? (lastDayOf({ slot, known }) ?? addDays(slot.day, -1)) : null;
  const reading = { ...place, themes, known: known.readPassages, since };
  return callActivity('readDocuments', reading, `what documents say of ${counted(themes.length, 'theme')}`);
}

/** The day up to which the reader knows the news: of the last output, for a weekly a week ago; null: this is the first. */
export function lastDayOf({ slot, known }: Pick<BriefingRun, 'slot' | 'known'>): string | null {
  return slot.kind === 'weekly' ? addDays(slot.day, -7) : (known.previous?.slot.day ?? null);
}

async function searchTheme(run: BriefingRun, corpus: CorpusReport, theme: Theme): Promise<readonly ContextDocument[]> {
  const hits = await searchFolders(run, corpus, [theme.title, ...theme.actors].join(' '));
  return best(run, theme, hits, DOCUMENTS_PER_THEME);
}

/** The search ranks by words; the walk over tags prefers what spans a tag of each theme. */
async function searchAcross(run: BriefingRun, corpus: CorpusReport): Promise<readonly ContextDocument[]> {
  const found = await Promise.all(
    crossThemePairs(run.themes).map(async ({ pair, query }) => {
      const hits = await searchFolders(run, corpus, query);
      const spanning = hits.filter(({ title, snippet }) => spansBoth(`${title} ${snippet}`, pair));
      const [left, right] = pair;
      const younger = left.firstSeen > right.firstSeen ? left : right;
      return best(run, younger, spanning, DOCUMENTS_PER_PAIR);
    }),
  );
  return found.flat();
}

function best(
  { slot }: BriefingRun,
  theme: Theme,
  hits: readonly SearchHit[],
  most: number,
): readonly ContextDocument[] {
  const scope = { theme, slot };
  // A backfill must not read what it is to say, and a record says what its output says.
  const isOwn = ({ locator }: SearchHit): boolean => locator.includes(slot.slotId) || RECORD.test(locator);
  return documentsOf(hits, scope)
    .filter((hit) => !isOwn(hit))
    .slice(0, most)
    .map(({ locator, title, snippet }) => ({ path: locator, text: `${title}: ${snippet}` }));
}

/** A search that fails costs context, not the run. */
async function searchFolders(run: BriefingRun, corpus: CorpusReport, query: string): Promise<readonly SearchHit[]> {
  const { corpusId } = corpus;
  if (corpus.passages === 0) return [];
  const { language } = run.settings;
  try {
    const input = { corpusId, queries: [query], language, topK: TOP_K, snippets: true as const };
    const { hits } = await callActivity('searchFolder', input, `search the folders: "${query}"`);
    return hits;
  } catch (error) {
    if (isCancellation(error)) throw error;
    const cause = describeCause(error);
    run.accounts.gaps.push(createGap('search-failed', { subject: query.slice(0, 120), cause }));
    return [];
  }
}

function anchorOf({ settings, themes, slot }: BriefingRun): QueryAnchor {
  const question = `${settings.title}: what has changed in ${themes.map(({ title }) => title).join('; ')}?`;
  const assessment = {
    language: settings.language,
    keyEntities: [...new Set(themes.flatMap(({ actors }) => actors))],
    namedReferences: [],
    scope: question,
    knowledgeGaps: [],
    coverage: 0,
    questions: [],
    assumptions: [],
  };
  return freezeAnchor(question, assessment, [], slot.time);
}

/** Anything younger is in the digest. */
function olderThanAWeek(days: readonly string[], today: string): readonly string[] {
  const limit = addDays(today, -7);
  return [...new Set(days)].filter((day) => day < limit);
}

/**
 * Documents of the corpus for a theme: one hit for each, the first, dated between the theme's first day and the slot's. What has no
 * date is left out, and said in the footer.
 *
 * @param hits best first: words and meaning are fused where they are searched
 */
export function documentsOf(
  hits: readonly SearchHit[],
  { theme, slot }: { readonly theme: Pick<Theme, 'firstSeen'>; readonly slot: Pick<BriefingSlot, 'day'> },
): SearchHit[] {
  const dated = hits.filter((hit) => {
    const day = dayOf(hit);
    return day !== undefined && day >= theme.firstSeen && day <= slot.day;
  });
  return dated.filter(({ locator }, index) => dated.findIndex((hit) => hit.locator === locator) === index);
}

/** ISO date of its publication, or the one in its name. */
function dayOf({ publishedAt, locator }: SearchHit): string | undefined {
  return publishedAt?.match(ISO_DAY)?.[0] ?? locator.match(ISO_DAY)?.[0];
}
