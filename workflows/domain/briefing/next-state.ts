import type { RecentOutput } from '@plumbline/contracts/briefings/briefing-activities';
import type { TaxonomyTheme } from '@plumbline/contracts/briefings/briefing-canon';
import type { BriefingClaim, BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import type { Signal, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { type ConvictionEntry, isActive, type Theme } from '@plumbline/contracts/briefings/briefing-state';
import { isStanding } from './claim-conflicts.ts';
import { indexRelations, isConfirmed, states } from './facts.ts';
import { admissionFault, keyWordsOf } from './live-queries.ts';
import { distinct, knownNames, withActor } from './named-parties.ts';
import { daysBetween } from './slots.ts';

const MAX_GENERATED = 3;
const MAX_ENTRIES = 5;
const MAX_LENGTH = 300;

const CANDIDATE_CONVICTION = 5;
const WEEK_DAYS = 7;
const MAX_THEMES = 60;

export interface NextThemesInput {
  /** As the run found them. */
  readonly themes: readonly Theme[];
  readonly taxonomy: readonly TaxonomyTheme[];
  /** Of the themes that the run dealt with; their claims are updated. */
  readonly outputs: readonly Pick<ThemeOutput, 'themeId' | 'claims'>[];
  readonly items: readonly BriefingItem[];
  readonly watchpointHits: readonly WatchpointHit[];
  readonly signals: readonly Signal[];
  /** The last 7 days. */
  readonly recent: readonly Pick<RecentOutput, 'slot' | 'claims' | 'signals'>[];
  /** What the previous run added to the focus, by theme; all other entries are of people. */
  readonly previousFocus: ReadonlyMap<string, readonly string[]>;
  /** Further questions of a model, by theme. */
  readonly suggestions?: ReadonlyMap<string, readonly string[]>;
  readonly kind: BriefingKind;
  readonly slot: BriefingSlot;
  /** Of the themes' texts, ISO 639-1. */
  readonly language?: string;
  /** False: the web is not searched, and no question for it is added. */
  readonly isLive?: boolean;
}

export interface NextThemes {
  readonly themes: readonly Theme[];
  /** What this run added to the focus, by theme: `previousFocus` of the next. */
  readonly addedFocus: ReadonlyMap<string, readonly string[]>;
}

/** The themes as a run leaves them. The same state before gives the same state after, however often. */
export function nextThemes(input: NextThemesInput): NextThemes {
  const addedFocus = new Map<string, readonly string[]>();
  const names = knownNames(input.themes, input.taxonomy);
  const isAdmitted = (text: string): boolean =>
    input.isLive !== false && admissionFault({ text, since: input.slot.day }, names, input.language) === null;
  const themes = input.themes.map((theme): Theme => {
    const output = input.outputs.find(({ themeId }) => themeId === theme.id);
    if (output === undefined || !isActive(theme))
      return isPromoted(theme, input) ? { ...theme, status: 'ongoing' } : theme;
    const focus = nextFocusOf({
      theme,
      claims: output.claims,
      previousFocus: input.previousFocus.get(theme.id) ?? [],
      suggestions: input.suggestions?.get(theme.id) ?? [],
      isAdmitted,
    });
    addedFocus.set(theme.id, focus.added);
    return {
      ...theme,
      status: 'ongoing',
      tomorrowsFocus: focus.entries,
      watchpoints: raisedWatchpoints(theme, input.watchpointHits),
    };
  });
  return { themes: [...themes, ...candidatesOf(input)].slice(0, Math.max(MAX_THEMES, themes.length)), addedFocus };
}

/** What the conviction log gets for each active theme. */
export function convictionEntriesOf(
  themes: readonly Theme[],
  claims: readonly BriefingClaim[],
  items: readonly BriefingItem[],
  relations: readonly ItemRelation[],
  slot: Pick<BriefingSlot, 'day'>,
): ConvictionEntry[] {
  const index = indexRelations(relations);
  return themes.filter(isActive).map(({ id, conviction }) => {
    const own = claims.filter(({ themeId }) => themeId === id);
    const confirmed = items.filter((item) => item.themeId === id && isConfirmed(item));
    const contradicting = confirmed.filter((item) =>
      own.some(({ claimId }) => index.toClaim(item, claimId)?.relation === 'contradicts'),
    );
    return { day: slot.day, theme: id, conviction, confirmed: confirmed.length, contradicting: contradicting.length };
  });
}

/** A weekly run promotes a candidate that something of tier 1 or 2 confirmed in the week. */
function isPromoted({ id, status }: Theme, { kind, slot, items, signals, recent }: NextThemesInput): boolean {
  if (status !== 'candidate' || kind !== 'weekly') return false;
  const week = recent.filter((output) => daysBetween(output.slot.day, slot.day) <= WEEK_DAYS);
  const isSignal = (signal: Signal) => signal.taxonomyId === id && signal.outlets.length > 0;
  return (
    items.some((item) => (item.themeId === id || item.taxonomyId === id) && isConfirmed(item)) ||
    [...signals, ...week.flatMap((output) => output.signals)].some(isSignal) ||
    week.some(({ claims }) => claims.some((claim) => claim.themeId === id && isConfirmed(claim)))
  );
}

/** The evidence before, and each outlet that is new. */
function raisedWatchpoints({ id, watchpoints }: Theme, hits: readonly WatchpointHit[]): Theme['watchpoints'] {
  return watchpoints.map((watchpoint) => {
    const own = hits.filter(({ themeId, watchpointId }) => themeId === id && watchpointId === watchpoint.id);
    return { ...watchpoint, evidence: watchpoint.evidence + new Set(own.map(({ outlet }) => outlet)).size };
  });
}

/** A theme that people closed does not come back by itself. */
function candidatesOf({ themes, taxonomy, signals, slot }: NextThemesInput): Theme[] {
  const confirmed = new Set(signals.filter(({ isCandidate }) => isCandidate).map(({ taxonomyId }) => taxonomyId));
  return taxonomy
    .filter(({ id }) => confirmed.has(id) && !themes.some((theme) => theme.id === id))
    .map(({ id, title, tags, actors }) => ({
      id,
      // A taxonomy may be terser than the state allows: "AI".
      title: (title.trim().length < 3 ? `${title} (${id})` : title.trim()).slice(0, 160),
      status: 'candidate',
      conviction: CANDIDATE_CONVICTION,
      firstSeen: slot.day,
      tags: tags.slice(0, 20),
      actors: actors.filter((actor) => actor.trim().length >= 2 && actor.length <= 80).slice(0, 30),
      mechanism: [],
      tomorrowsFocus: [],
      watchpoints: [],
    }));
}

interface NextFocusInput {
  readonly theme: Theme;
  /** Of the theme, after the run. */
  readonly claims: readonly BriefingClaim[];
  /** What the previous run added for the theme; all other entries are of people. */
  readonly previousFocus: readonly string[];
  /** Further questions of a model. */
  readonly suggestions: readonly string[];
  readonly isAdmitted: (text: string) => boolean;
}

/**
 * What the next run asks about a theme: what people entered stays; what was contradicted, is only reported or is in conflict is
 * asked about, then what a model suggests. A theme without any of these asks for itself.
 *
 * @returns all entries, and those that this run added, which the next one replaces
 */
function nextFocusOf({ theme, claims, previousFocus, suggestions, isAdmitted }: NextFocusInput) {
  const people = theme.tomorrowsFocus.filter((entry) => !previousFocus.includes(entry));
  const asQuestion = (text: string) => withActor(text, theme.actors).slice(0, MAX_LENGTH).trim();
  const open = openClaims(claims).map(({ text }) => asQuestion(keyWordsOf(text).join(' ')));
  const generated = distinct(open.filter(isAdmitted)).slice(0, MAX_GENERATED);
  const suggested = suggestions
    .map((text) => text.trim())
    .filter((text) => text.length <= MAX_LENGTH && isAdmitted(text));
  const all = distinct([...people, ...generated, ...suggested]).slice(0, MAX_ENTRIES);
  const entries = all.length > 0 ? all : [asQuestion(theme.title)].filter(isAdmitted);
  return { entries, added: entries.filter((entry) => !people.includes(entry)) };
}

/** Of two conflicting claims, the first represents both. */
function openClaims(claims: readonly BriefingClaim[]): BriefingClaim[] {
  const asked = new Set<string>();
  return claims.filter((claim) => {
    const isOpen =
      claim.mark === 'contradicted' ||
      (isStanding(claim) && (claim.status === 'reported' || claim.conflictsWith.length > 0));
    if (!isOpen || claim.conflictsWith.some((other) => asked.has(other))) return false;
    asked.add(claim.claimId);
    return true;
  });
}

/** An outlet that confirmed a watchpoint and had not done so before. */
interface WatchpointHit {
  readonly themeId: string;
  readonly watchpointId: string;
  readonly outlet: string;
}

/**
 * Outlets whose confirmed items of this run state a watchpoint, by their words.
 *
 * @param earlierClaims of recent outputs: their outlets have been counted
 */
export function watchpointHitsOf(
  themes: readonly Theme[],
  items: readonly BriefingItem[],
  earlierClaims: readonly BriefingClaim[],
): WatchpointHit[] {
  return themes.flatMap((theme) =>
    theme.watchpoints.flatMap(({ id, text }) => {
      const isStated = (one: BriefingItem | BriefingClaim) =>
        one.themeId === theme.id && isConfirmed(one) && states(one.text, text);
      const known = new Set(earlierClaims.filter(isStated).flatMap(({ outlets }) => outlets));
      const outlets = new Set(items.filter((item) => !item.isRetraction && isStated(item)).map(({ outlet }) => outlet));
      return [...outlets]
        .filter((outlet) => !known.has(outlet))
        .map((outlet) => ({ themeId: theme.id, watchpointId: id, outlet }));
    }),
  );
}
