import type { ListedSource, TaxonomyTheme } from '@plumbline/contracts/briefings/briefing-canon';
import type { OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import { type BriefingItem, type LiveQuery, QUERY_ORIGINS } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { isActive, type Theme, type Watchpoint } from '@plumbline/contracts/briefings/briefing-state';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { SourceTier } from '@plumbline/contracts/evidence/source';
import { capitalisedWords, knownNames, namesParty, withActor } from './named-parties.ts';
import { addDays, slotOf } from './slots.ts';

const TOKEN = /\p{N}(?:[\p{N}.,:]*\p{N})?%?|\p{L}[\p{L}\p{N}'’-]*/gu;
const MIN_WORD_LENGTH = 5;

const TIME_SCOPE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)|\blast 24 hours\b|\bletzten 24 stunden\b/iu;

const DAY_MS = 86_400_000;

/** Most horizon scans of a run. */
const MAX_SCANS = 3;

/** How many actors a query about a whole theme names. */
const NAMED_ACTORS = 2;

export interface WantedQueriesInput {
  readonly kind: BriefingKind;
  readonly slot: BriefingSlot;
  /** All themes of the state, also those that are not active. */
  readonly themes: readonly Theme[];
  readonly taxonomy: readonly TaxonomyTheme[];
  readonly openIssues: readonly OpenIssue[];
  /** What SOURCES.md lists. */
  readonly sources: readonly ListedSource[];
  /** Of the themes' texts, ISO 639-1. */
  readonly language?: string;
}

type Draft = Pick<LiveQuery, 'text' | 'origin' | 'themeId' | 'taxonomyId'>;

/** What a run wants to ask the web, the most important query first, and what may not be asked. */
export function wantedQueries(input: WantedQueriesInput) {
  const { slot, themes, taxonomy, sources, language } = input;
  // The sort is stable: themes of the same conviction keep the order of the file.
  const active = themes.filter(isActive).toSorted((a, b) => b.conviction - a.conviction);
  const names = knownNames(themes, taxonomy);
  const judged = withoutRepetition([
    ...active.flatMap(focusOf),
    ...active.flatMap((theme) => sourceGapsOf(theme, input.openIssues)),
    ...active.flatMap(dueWatchpointsOf),
    ...(input.kind === 'daily' ? scansOf(taxonomy, themes) : []),
  ]).map((draft) => {
    // A sign is also looked for where nothing else is believed.
    const targetTiers: SourceTier[] = draft.origin === 'watchpoint' ? [1, 2, 3] : [1, 2];
    const query = { ...draft, ...queryScopeOf(slot), queryId: '', targetTiers, itemId: null };
    return { query, reason: admissionFault(query, names, language) ?? targetFault(sources) };
  });
  const admitted = judged.filter(({ reason }) => reason === null).map(({ query }) => query);
  const scans = admitted.filter(({ origin }) => origin === 'horizon').slice(0, MAX_SCANS);
  const wanted = [...admitted.filter(({ origin }) => origin !== 'horizon'), ...scans];
  return {
    wanted: wanted.map((query, index) => ({ ...query, queryId: `q${index + 1}` })),
    refused: judged.flatMap(({ query, reason }) => (reason === null ? [] : [{ text: query.text, reason }])),
  };
}

/** As many of the wanted queries as the budget allows; the lowest priorities are dropped. */
export function withinBudget(wanted: readonly LiveQuery[], left: number): { issued: LiveQuery[]; dropped: number } {
  const issued = wanted
    .toSorted((a, b) => QUERY_ORIGINS.indexOf(a.origin) - QUERY_ORIGINS.indexOf(b.origin))
    .slice(0, Math.max(0, left));
  return { issued, dropped: wanted.length - issued.length };
}

/** The one query for a reported item: more specific than the one that found it, and restricted to sources of tier 1. */
export function correctionQuery(item: BriefingItem, theme: Theme, slot: BriefingSlot, queryId: string): LiveQuery {
  return {
    queryId,
    text: withActor(keyWordsOf(item.text).join(' '), theme.actors),
    origin: 'correction',
    themeId: theme.id,
    taxonomyId: null,
    ...queryScopeOf(slot),
    targetTiers: [1],
    itemId: item.itemId,
  };
}

/** The one further query for a theme of high conviction that has too few confirmed items. */
export function coverageQuery(theme: Theme, slot: BriefingSlot, queryId: string): LiveQuery {
  return {
    queryId,
    text: withActors(theme, NAMED_ACTORS),
    origin: 'coverage',
    themeId: theme.id,
    taxonomyId: null,
    ...queryScopeOf(slot),
    targetTiers: [1, 2],
    itemId: null,
  };
}

function focusOf({ id, tomorrowsFocus }: Theme): Draft[] {
  return tomorrowsFocus.map((text) => ({ text, origin: 'focus', themeId: id, taxonomyId: null }));
}

function sourceGapsOf(theme: Theme, openIssues: readonly OpenIssue[]): Draft[] {
  return openIssues
    .filter(({ type, severity, themeId }) => type === 'source' && severity === 'high' && themeId === theme.id)
    .map(() => ({ text: withActors(theme, 1), origin: 'source-gap', themeId: theme.id, taxonomyId: null }));
}

function dueWatchpointsOf(theme: Theme): Draft[] {
  const isDue = ({ evidence, promoteAt }: Watchpoint) => evidence === promoteAt - 1;
  return theme.watchpoints.filter(isDue).map(({ text }) => ({
    text: withActor(text, theme.actors),
    origin: 'watchpoint',
    themeId: theme.id,
    taxonomyId: null,
  }));
}

/** Themes that a person closed may come back; active ones and candidates are known. */
function scansOf(taxonomy: readonly TaxonomyTheme[], themes: readonly Theme[]): Draft[] {
  const known = new Set(themes.filter(({ status }) => status !== 'closed').map(({ id }) => id));
  return taxonomy
    .filter(({ id }) => !known.has(id))
    .map((entry) => ({
      text: withActors(entry, NAMED_ACTORS),
      origin: 'horizon',
      themeId: null,
      taxonomyId: entry.id,
    }));
}

function withActors({ title, actors }: Pick<Theme, 'title' | 'actors'>, most: number): string {
  return [title, ...actors.slice(0, most)].join(' ');
}

function withoutRepetition(drafts: readonly Draft[]): Draft[] {
  const keys = drafts.map(({ text }) => bareWords(text));
  return drafts.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** The days that a slot's queries ask about, both inclusive: a daily one the last 24 hours, all others the last 7 days. */
function queryScopeOf(slot: BriefingSlot): { readonly since: string; readonly until: string } {
  const isDaily = slot.kind === 'daily' || slot.kind === 'deep-daily';
  const aDayBefore = new Date(Date.parse(slot.time) - DAY_MS).toISOString();
  const since = isDaily ? slotOf(slot.kind, aDayBefore, slot.timezone).day : addDays(slot.day, -7);
  return { since, until: slot.day };
}

/**
 * Why a query may not be asked, for people; null: it may. Every query names an actor, an institution or a place, and a time scope.
 *
 * @param names all actors of themes and taxonomy
 * @param language of the query, ISO 639-1
 */
export function admissionFault(
  query: Pick<LiveQuery, 'text' | 'since'>,
  names: readonly string[],
  language = 'en',
): string | null {
  if (!namesParty(query.text, names, language)) return 'it names no actor, institution or place';
  return query.since === null && !TIME_SCOPE.test(query.text) ? 'it has no time scope' : null;
}

/** A list of nothing that is believed leaves a query no target; an empty one leaves the choice to the house's list. */
function targetFault(sources: readonly ListedSource[]): string | null {
  const hasTarget = sources.length === 0 || sources.some(({ tier }) => tier !== 3);
  return hasTarget ? null : 'SOURCES.md lists no source of tier 1 or 2';
}

/** Domains that a query is restricted to where the provider can: those listed of its tiers, within what the briefing allows. */
export function targetDomainsOf(
  { targetTiers }: Pick<LiveQuery, 'targetTiers'>,
  sources: readonly ListedSource[],
  domainAllow: readonly string[],
): string[] {
  const isAllowed = (domain: string): boolean =>
    domainAllow.length === 0 || domainAllow.some((allowed) => `.${domain}`.endsWith(`.${allowed}`));
  return sources
    .filter(({ domain, tier }) => targetTiers.includes(tier) && isAllowed(domain))
    .map(({ domain }) => domain);
}

/** The words that tell a statement from others, in its own order: first its figures and names, then its longest words. */
export function keyWordsOf(text: string, most = 12): string[] {
  const names = new Set(capitalisedWords(text).map(({ word }) => word));
  const seen = new Set<string>();
  const candidates = [...text.matchAll(TOKEN)]
    .map(([word], place) => ({ word, place, isTelling: /\p{N}/u.test(word) || names.has(word) }))
    .filter(({ word, isTelling }) => {
      const isNew = !seen.has(word.toLowerCase());
      seen.add(word.toLowerCase());
      return isNew && (isTelling || word.length >= MIN_WORD_LENGTH || /^\p{Lu}{2,}$/u.test(word));
    });
  return candidates
    .toSorted((a, b) => Number(b.isTelling) - Number(a.isTelling) || b.word.length - a.word.length)
    .slice(0, most)
    .toSorted((a, b) => a.place - b.place)
    .map(({ word }) => word);
}
