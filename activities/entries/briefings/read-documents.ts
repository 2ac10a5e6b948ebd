import { createHash } from 'node:crypto';
import {
  type BriefingActivities,
  OUTSIDE_THEMES,
  type ReadDocuments,
  type ReadDocumentsInput,
  type ThemeDocuments,
} from '@plumbline/contracts/briefings/briefing-activities';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import { type Finding, MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';
import { referenceTo } from '@plumbline/contracts/evidence/search-hit';
import type { Source } from '@plumbline/contracts/evidence/source';
import { datesIn } from '@plumbline/language/figures';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { entriesOf } from '@plumbline/offline/passages';
import { toFinding } from '@plumbline/quotes/passages';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { findPassages } from '@plumbline/search/passages';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { readableText } from '@plumbline/text/readable-text';
import { mentions } from '../../briefings/judging/theme-words.ts';
import { quoteOf, type Span } from '../../steps/rule-reading.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Passages of the index that are looked at for each name of a theme. */
const MOST_HITS = 200;
/** Documents without a date that an output names; the others are counted. */
const MOST_UNDATED = 5;
/** Passages of a theme that a model is given; the others are counted. */
const MOST_REPORTED = 40;
/** Passages of a document that appears which are shown though nothing dates them since the last output. */
const MOST_OF_NEW_DOCUMENT = 3;
/** Documents that are read for what is outside the themes, the newest; the others are counted. */
const MOST_READ = 200;

const ADDRESSES = /https?:\/\/\S+/giu;

/** A paragraph, list entry or table row of a document, with its place in the stored text. */
interface DocumentPassage extends Span {
  readonly stored: StoredPassage;
  readonly text: string;
  readonly headings: readonly string[];
  /** ISO date; null: neither its headings nor its document have one. */
  readonly day: string | null;
  readonly isDatedByHeading: boolean;
  readonly isParagraph: boolean;
  /** Hash of its words: the same wherever they stand. */
  readonly words: string;
}

/**
 * Reads in the documents of a briefing what they say of each theme, and what the newest say of anything else, and tells what is new
 * from what was read before. A passage is on a theme if it or a heading above it names the theme or one of its actors.
 */
export function createReadDocuments({
  corpus,
}: Pick<ActivityDependencies, 'corpus'>): BriefingActivities['readDocuments'] {
  return async (input) => {
    const sources = await corpus.sourcesOf(input.corpusId);
    const themes = input.themes.map(async (theme, index): Promise<Reading> => {
      const names = [...new Set([theme.title, ...theme.actors])];
      // Together, the commonest word of a title would crowd out what names an actor alone.
      const stored = await findPassages({ corpus, ...input }, names, MOST_HITS);
      const found = stored.flatMap(passagesOf).filter((one) => isOn(one, names));
      return { input, themeId: theme.id, names, number: index + 1, found };
    });
    const readings = toldOnce(await Promise.all(themes), input.themes);
    const reported = readings.map(reportOn);
    const undated = sources.filter(({ publishedAt }) => publishedAt === null).map(({ locator }) => locator);
    return {
      documents: sources.length,
      undated: { count: undated.length, first: undated.toSorted().slice(0, MOST_UNDATED) },
      themes: reported,
      elsewhere: await readElsewhere(corpus, sources, input, readings, reported),
    };
  };
}

/** What documents since the last output say outside the themes. */
async function readElsewhere(
  corpus: ActivityDependencies['corpus'],
  sources: readonly Source[],
  input: ReadDocumentsInput,
  readings: readonly Reading[],
  reported: readonly ThemeDocuments[],
): Promise<ReadDocuments['elsewhere']> {
  const { corpusId, slot, since } = input;
  if (since === null) return null;
  const dated = sources
    .filter(({ publishedAt }) => publishedAt !== null && publishedAt >= since && publishedAt.slice(0, 10) <= slot.day)
    .toSorted((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''));
  // What has no date may have dated headings.
  const read = [...dated, ...sources.filter(({ publishedAt }) => publishedAt === null)].slice(0, MOST_READ);
  const passages = await Promise.all(read.map(({ locator }) => corpus.passagesOf(corpusId, locator)));
  const stored = await corpus.readPassages(
    corpusId,
    passages.flat().map(({ passageId }) => passageId),
  );
  const words = new Set(readings.flatMap((reading) => reading.found.map((one) => one.words)));
  const quotes = reported.flatMap(({ findings }) => findings.flatMap((finding) => finding.quotes));
  const isQuoted = ({ stored: { source }, start, end }: DocumentPassage): boolean =>
    quotes.some((one) => one.sourceId === source.sourceId && one.start <= start && end <= one.end);
  const found = [...stored.values()]
    .flatMap(passagesOf)
    .filter((one) => one.day !== null && one.day >= since && !words.has(one.words) && !isQuoted(one));
  const reading = { input, themeId: OUTSIDE_THEMES, names: [], number: readings.length + 1, found };
  return { ...reportOn(reading), unread: Math.max(0, dated.length - MOST_READ) };
}

/** What was found on a theme. */
interface Reading {
  readonly input: ReadDocumentsInput;
  readonly themeId: string;
  /** The title of the theme, and its actors; empty outside the themes. */
  readonly names: readonly string[];
  /** From 1, within the output. */
  readonly number: number;
  readonly found: readonly DocumentPassage[];
}

/**
 * A passage that several themes name stands once: below the theme that has most of its words, where a word that several themes have
 * counts as much less; else below the first. Where it stands is all that is decided.
 */
function toldOnce(readings: readonly Reading[], themes: readonly Theme[]): Reading[] {
  const hints = themes.map(hintsOf);
  const weightOf = (hint: string): number => 1 / hints.filter((others) => others.includes(hint)).length;
  const scoreOf = (said: string, theme: number): number =>
    (hints[theme] ?? []).reduce((sum, hint) => sum + (mentions(said, hint) ? weightOf(hint) : 0), 0);
  const found = readings.flatMap((reading, theme) => reading.found.map((passage) => ({ ...passage, theme })));
  const placeOf = [...Map.groupBy(found, ({ words }) => words)].map(([words, places]) => {
    const isShared = places.some(({ theme }) => theme !== places[0]?.theme);
    const scored = places.map(({ headings, text, theme }) => {
      return { theme, score: isShared ? scoreOf([...headings, text].join('\n'), theme) : 0 };
    });
    return [words, scored.toSorted((a, b) => b.score - a.score || a.theme - b.theme)[0]?.theme] as const;
  });
  const told = new Map(placeOf);
  return readings.map((reading, theme) => ({
    ...reading,
    found: reading.found.filter(({ words }) => told.get(words) === theme),
  }));
}

/** What tells a theme from others: its names, the words of its title, its tags and the terms of its mechanism. */
function hintsOf({ title, actors, tags, mechanism }: Theme): string[] {
  const terms = mechanism.flatMap(({ cause, effect }) => [...cause, ...effect]);
  const words = title.split(/[^\p{L}\p{N}]+/u);
  const hints = [title, ...words, ...actors, ...tags.map((tag) => tag.replaceAll('-', ' ')), ...terms];
  return [...new Set(hints.map((hint) => hint.toLowerCase()))].filter((hint) => hint.length > 2);
}

function reportOn({ input, themeId, names, number, found }: Reading): ThemeDocuments {
  const taskId = `${input.slot.slotId.toLowerCase()}-d${number}`;
  const idOf = ({ words }: DocumentPassage): string => `${themeId}:${words}`;
  // A backfill must not know what came after its day.
  const written = found.filter(({ day }) => day === null || day <= input.slot.day);
  // Of the same words, those below a date tell most: "1.4.0 - 2026-03-02" in a changelog, "Release" elsewhere.
  const byDate = written.toSorted((one, other) => Number(one.isDatedByHeading) - Number(other.isDatedByHeading));
  const distinct = [...new Map(byDate.map((one) => [one.words, one])).values()].toSorted(newestFirst);
  // What was told of a theme is no news outside of it.
  const knownHere = (id: string): string => (themeId === OUTSIDE_THEMES ? `${themeId}:${id.split(':')[1]}` : id);
  const known = new Set(input.known.map(knownHere));
  const fresh = distinct.filter((one) => !known.has(idOf(one)));
  const read = new Set(distinct.filter((one) => known.has(idOf(one))).map(({ stored }) => stored.source.locator));
  const since = input.since ?? input.slot.day;
  const told = spread(known.size === 0 ? fresh : tellingOf(fresh, { read, names, since }));
  const shown = told.map((passage, index) => {
    const { text, headings, day } = passage;
    const rest = day !== null && day >= since ? restOf(passage, told) : [];
    const finding = findingOf(passage, rest, taskId, index + 1);
    const citations = finding.quotes.slice(0, 1).map(({ key }) => key);
    return { finding, rest, passage: { text, place: headings.join(' › '), day, citations } };
  });
  const passages = shown.map(({ passage }) => passage);
  return {
    themeId,
    findings: shown.map(({ finding }) => finding),
    wordsIds: [...new Set([...distinct, ...shown.flatMap(({ rest }) => rest)].map(idOf))],
    said: { query: names.join(', '), passages, fresh: fresh.length, known: distinct.length - fresh.length },
  };
}

/**
 * What is shown of what is new; the rest is counted. What follows a paragraph below its heading goes on with it: paragraphs, and
 * entries if it names the theme itself. Of a document that appears, unless it is short, only what is dated since the last output is news.
 *
 * @param read documents of which something was known
 */
function tellingOf(
  fresh: readonly DocumentPassage[],
  { read, names, since }: Pick<Reading, 'names'> & { readonly read: ReadonlySet<string>; readonly since: string },
): DocumentPassage[] {
  const sizes = Map.groupBy(fresh, ({ stored }) => stored.source.locator);
  // The first below each heading.
  const paragraphs = fresh.filter(({ isParagraph }) => isParagraph).toSorted((a, b) => b.start - a.start);
  const openings = new Map(paragraphs.map((one) => [changeOf(one), one]));
  return fresh.filter((one) => {
    const { locator } = one.stored.source;
    const isShort = (sizes.get(locator)?.length ?? 0) <= MOST_OF_NEW_DOCUMENT;
    const opening = openings.get(changeOf(one)) ?? one;
    const goesOn = opening.start < one.start && (one.isParagraph || isOn({ ...opening, headings: [] }, names));
    return !goesOn && (read.has(locator) || isShort || (one.day !== null && one.day >= since));
  });
}

function changeOf({ stored, headings }: DocumentPassage): string {
  return [stored.source.locator, ...headings].join('\n');
}

/** What stands below a paragraph, up to the next passage that is shown: it goes on with the same, for a model to read. */
function restOf(above: DocumentPassage, shown: readonly DocumentPassage[]): DocumentPassage[] {
  const next = shown.filter((one) => one.stored === above.stored && one.start > above.start).map((one) => one.start);
  const below = passagesOf(above.stored).filter((one) => one.start >= above.end && one.end <= Math.min(...next));
  return above.isParagraph ? below : [];
}

/** Of a day, of each document its first heading before its second, of each heading its first passage before all that. */
function spread(passages: readonly DocumentPassage[]): DocumentPassage[] {
  const documents = Map.groupBy(passages, ({ stored }) => stored.source.locator);
  const changes = [...documents.values()].flatMap((found) =>
    [...Map.groupBy(found, changeOf).values()].entries().toArray(),
  );
  const placed = changes.flatMap(([heading, below]) =>
    below.map((passage, place) => ({ passage, day: passage.day ?? '', place, heading })),
  );
  return placed
    .toSorted((a, b) => b.day.localeCompare(a.day) || a.place - b.place || a.heading - b.heading)
    .slice(0, MOST_REPORTED)
    .map(({ passage }) => passage);
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

function isOn({ headings, text }: DocumentPassage, names: readonly string[]): boolean {
  return names.some((name) => [...headings, text].some((said) => mentions(said, name)));
}

function passagesOf(stored: StoredPassage): DocumentPassage[] {
  const { passage, source, text } = stored;
  const blocks = splitBlocks(text);
  const rows = blocks.filter(({ kind }) => kind === 'table');
  return [...entriesOf(text, blocks), ...rows].flatMap((unit) => {
    const { start, end } = unit;
    const isParagraph = 'isListItem' in unit && !unit.isListItem;
    const said = readableText(text.slice(start, end));
    const within = blocks.findLast((block) => block.kind === 'heading' && block.start < start);
    const own = within === undefined ? [] : [readableText(text.slice(within.start, within.end)).replaceAll('`', '')];
    const headings = [...new Set([...passage.headingPath, ...own])];
    // "Source: https://…" says nothing.
    if (said.replaceAll(ADDRESSES, '').length < MIN_QUOTE_LENGTH || !/\p{L}/u.test(said)) return [];
    const dated = headings.toReversed().flatMap(daysIn)[0];
    const day = dated ?? source.publishedAt?.slice(0, 10) ?? null;
    const words = createHash('sha256').update(said).digest('hex').slice(0, 12);
    const place = { start: passage.start + start, end: passage.start + end, headings };
    return [{ stored, ...place, text: said, day, isDatedByHeading: dated !== undefined, isParagraph, words }];
  });
}

/** "[1.4.0] - 2026-03-02", "2.45.0 / 2023-06-23". */
function daysIn(heading: string): string[] {
  return datesIn(heading).flatMap(({ year, month, day }) =>
    year === null || day === null ? [] : [[year, month, day].map((part) => String(part).padStart(2, '0')).join('-')],
  );
}

/** A finding that quotes the passage, and then what goes on with it as a whole. */
function findingOf(
  passage: DocumentPassage,
  rest: readonly DocumentPassage[],
  taskId: string,
  number: number,
): Finding {
  const { stored, text } = passage;
  const hit = referenceTo({ locator: stored.source.locator, passage: stored.passage });
  const findingId = findingIdOf(taskId, number);
  const reading = { hit, hitScore: null, belowThreshold: false, findingId, depth: 0, origin: 'search' } as const;
  const below = { start: Math.min(...rest.map((one) => one.start)), end: Math.max(...rest.map((one) => one.end)) };
  const quotes = [passage, ...(rest.length === 0 ? [] : [below])].map(({ start, end }, index) => {
    const span = { start: start - stored.passage.start, end: end - stored.passage.start };
    return quoteOf({ reading, stored }, span, span, index + 1);
  });
  return toFinding(
    { reading, stored, untrusted: injectionSignalsIn(stored.text) },
    { taskId, information: text, relevance: null, relevanceReason: '', quotes },
  );
}
