import { createHash } from 'node:crypto';
import type {
  BriefingActivities,
  ReadDocumentsInput,
  ThemeDocuments,
} from '../../../workflows/contracts/briefings/briefing-activities.ts';
import type { Theme } from '../../../workflows/contracts/briefings/briefing-state.ts';
import { citationKeyOf, findingIdOf } from '../../../workflows/contracts/evidence/citation-key.ts';
import { type Finding, MIN_QUOTE_LENGTH, referenceTo } from '../../../workflows/contracts/evidence/evidence.ts';
import { mentions } from '../../briefings/judging/theme-words.ts';
import { toFinding } from '../../corpus/quotes/passage-finding.ts';
import type { StoredPassage } from '../../corpus/search-index/corpus-index.ts';
import { findPassages } from '../../corpus/search-index/stored-passages.ts';
import { injectionSignalsIn } from '../../language/injection/injection-signals.ts';
import { datesIn } from '../../language/text/dates.ts';
import { splitBlocks } from '../../language/text/markdown-blocks.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { entriesOf } from '../../offline-engine/passages/passage-entries.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Passages of the index that are looked at for each name of a theme. */
const MOST_HITS = 200;
/** Documents without a date that an output names; the others are counted. */
const MOST_UNDATED = 5;
/** Passages of a theme that an output shows; the others are counted. */
const MOST_SHOWN = 20;

/** A paragraph, list entry or table row of a document that names a theme or one of its actors, or stands below a heading that does. */
interface DocumentPassage {
  readonly stored: StoredPassage;
  /** Of its words in the stored text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly headings: readonly string[];
  /** ISO date; null: neither its headings nor its document have one. */
  readonly day: string | null;
  /** The same for the same words, wherever they stand. */
  readonly wordsId: string;
}

/** Reads in the documents of a briefing what they say of each theme, and tells what is new from what was read before. */
export function createReadDocuments({
  corpus,
}: Pick<ActivityDependencies, 'corpus'>): BriefingActivities['readDocuments'] {
  return async (input) => {
    const sources = await corpus.sourcesOf(input.corpusId);
    const themes = input.themes.map(async (theme, index) => {
      const names = [...new Set([theme.title, ...theme.actors])];
      const { corpusId, language } = input;
      // Together, the commonest word of a title would crowd out what names an actor alone.
      const stored = await findPassages({ corpus, corpusId, language }, names, MOST_HITS);
      const found = stored.flatMap((one) => passagesOf(one, theme.id, names));
      return reportOn(
        { input, theme, query: names.join(', '), taskId: `${input.slot.slotId.toLowerCase()}-d${index + 1}` },
        found,
      );
    });
    const undated = sources.filter(({ publishedAt }) => publishedAt === null).map(({ locator }) => locator);
    return {
      documents: sources.length,
      undated: { count: undated.length, first: undated.toSorted().slice(0, MOST_UNDATED) },
      themes: await Promise.all(themes),
    };
  };
}

interface Reading {
  readonly input: ReadDocumentsInput;
  readonly theme: Theme;
  readonly query: string;
  readonly taskId: string;
}

function reportOn({ input, theme, query, taskId }: Reading, found: readonly DocumentPassage[]): ThemeDocuments {
  const distinct = [...new Map(found.map((one) => [one.wordsId, one])).values()].toSorted(newestFirst);
  const known = new Set(input.known);
  const fresh = distinct.filter(({ wordsId }) => !known.has(wordsId));
  const shown = fresh.slice(0, MOST_SHOWN).map((passage, index) => {
    const finding = findingOf(passage, taskId, index + 1);
    const { text, headings, day } = passage;
    const citations = finding.quotes.map(({ key }) => key);
    return { finding, passage: { text, place: headings.join(' › '), day, citations } };
  });
  return {
    themeId: theme.id,
    findings: shown.map(({ finding }) => finding),
    wordsIds: distinct.map(({ wordsId }) => wordsId),
    said: {
      query,
      passages: shown.map(({ passage }) => passage),
      fresh: fresh.length,
      known: distinct.length - fresh.length,
    },
  };
}

/** Dated ones first; of one document in its order, of several the one that is named last: "1.3" before "1.2". */
function newestFirst(one: DocumentPassage, other: DocumentPassage): number {
  const names = [other, one].map(({ stored }) => stored.source.locator) as [string, string];
  return (
    (other.day ?? '').localeCompare(one.day ?? '') ||
    names[0].localeCompare(names[1], 'en', { numeric: true }) ||
    one.start - other.start
  );
}

function passagesOf(stored: StoredPassage, themeId: string, names: readonly string[]): DocumentPassage[] {
  const { passage, source, text } = stored;
  const blocks = splitBlocks(text);
  const rows = blocks.filter(({ kind }) => kind === 'table');
  return [...entriesOf(text, blocks), ...rows].flatMap(({ start, end }) => {
    const words = readableText(text.slice(start, end));
    const within = blocks.findLast((block) => block.kind === 'heading' && block.start < start);
    const own = within === undefined ? [] : [readableText(text.slice(within.start, within.end)).replaceAll('`', '')];
    const headings = [...new Set([...passage.headingPath, ...own])];
    if (words.length < MIN_QUOTE_LENGTH || !/\p{L}/u.test(words)) return [];
    const said = [...headings, words];
    if (!names.some((name) => said.some((text) => mentions(text, name)))) return [];
    const day = headings.toReversed().flatMap(daysIn)[0] ?? source.publishedAt?.slice(0, 10) ?? null;
    const wordsId = `${themeId}:${createHash('sha256').update(words).digest('hex').slice(0, 16)}`;
    return [{ stored, start: passage.start + start, end: passage.start + end, text: words, headings, day, wordsId }];
  });
}

/** "[1.4.0] - 2026-03-02", "2.45.0 / 2023-06-23". */
function daysIn(heading: string): string[] {
  return datesIn(heading).flatMap(({ year, month, day }) =>
    year === null || day === null ? [] : [[year, month, day].map((part) => String(part).padStart(2, '0')).join('-')],
  );
}

/** A finding whose one quote is the passage. */
function findingOf({ stored, start, end, text }: DocumentPassage, taskId: string, number: number): Finding {
  const { passage, source } = stored;
  const findingId = findingIdOf(taskId, number);
  const quote = {
    key: citationKeyOf(findingId, 1),
    text: stored.text.slice(start - passage.start, end - passage.start),
    sourceId: source.sourceId,
    textHash: source.text.sha256,
    page: passage.page,
    start,
    end,
    reason: '',
  };
  const reading = {
    hit: referenceTo({ locator: source.locator, passage }),
    hitScore: null,
    belowThreshold: false,
    findingId,
    depth: 0,
    origin: 'search',
  } as const;
  const untrusted = injectionSignalsIn(stored.text);
  return toFinding(
    { reading, stored, untrusted },
    { taskId, information: text, relevance: null, relevanceReason: '', quotes: [quote] },
  );
}
