import type { ReadDocuments, RecentOutput } from '@plumbline/contracts/briefings/briefing-activities';
import type { TaxonomyTheme } from '@plumbline/contracts/briefings/briefing-canon';
import type { BriefingDiagnostic } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingClaim, BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord, Interaction, Signal } from '@plumbline/contracts/briefings/briefing-record';
import { budgetOf } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { ConvictionEntry } from '@plumbline/contracts/briefings/briefing-state';
import { counted } from '@plumbline/contracts/common/counted';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { isStanding } from '../domain/briefing/claim-conflicts.ts';
import type { AssembledContext } from '../domain/briefing/context-assembly.ts';
import { confirmationsOf, unconfirmedTwice } from '../domain/briefing/corrections.ts';
import { deltaOf, updateClaims, type UpdatedClaims } from '../domain/briefing/deltas.ts';
import { diagnose } from '../domain/briefing/diagnostics.ts';
import { areCopies, type Fact, factsOf, indexRelations, isConfirmed, states } from '../domain/briefing/facts.ts';
import { interactionsOf } from '../domain/briefing/interactions.ts';
import { addDays } from '../domain/briefing/slots.ts';
import { assemble, keptItems } from './assembly.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';
import type { LiveEvidence } from './live-search.ts';
import type { ThemeDelta } from './synthesis.ts';

const WEEK_DAYS = 7;

/** So many independent outlets of tier 1 or 2 make a signal a candidate. */
const ENOUGH_OUTLETS = 2;

const DAYS = 5;

/** What the rules make of state, corpus and live evidence, before anything is written. */
export interface Evaluation {
  readonly context: AssembledContext;
  /** Those that the context has room for. */
  readonly items: readonly BriefingItem[];
  readonly signals: readonly Signal[];
  readonly themes: readonly ThemeDelta[];
  readonly updated: UpdatedClaims;
  readonly corrections: BriefingRecord['corrections'];
  readonly interactions: readonly Interaction[];
  readonly diagnostics: readonly BriefingDiagnostic[];
  readonly anchoring: ReturnType<typeof checkAnchoring>;
  /** Of this run and of the outputs that its claims come from. */
  readonly findings: readonly Finding[];
}

/** Decides what changed. Nothing here asks anybody: the same evidence gives the same deltas. */
export function evaluate(run: BriefingRun, corpus: CorpusContext, evidence: LiveEvidence): Evaluation {
  const { slot, themes, known, previousClaims } = run;
  const signals = signalsOf({
    items: evidence.items,
    relations: evidence.relations,
    recent: known.recent,
    taxonomy: corpus.canon.taxonomy,
  });
  const context = assemble(run, corpus, evidence.items, signals);
  const items = keptItems(context, evidence.items);
  const updated = updateClaims({ previousClaims, items, relations: evidence.relations, slot });
  const claims = slot.kind === 'weekly' ? claimsOfTheWeek(updated.claims, known.recent, slot) : updated.claims;
  const corrections = [...evidence.corrections, ...confirmationsOf(previousClaims, updated.claims)];
  const { documents } = corpus;
  const diagnostics = diagnoseRun(run, evidence, documents, claims, corrections);
  const stale = new Set(diagnostics.flatMap(({ code, themeId }) => (code === 'STALENESS' ? [themeId] : [])));
  return {
    context,
    items,
    signals,
    updated,
    corrections,
    diagnostics,
    themes: themes.map((theme) => {
      const isStale = stale.has(theme.id);
      const own = claims.filter(({ themeId }) => themeId === theme.id);
      const said = documents.themes.find(({ themeId }) => themeId === theme.id)?.said ?? null;
      const hasFresh = said !== null && said.fresh > 0;
      return { theme, claims: own, said, delta: deltaOf({ theme, claims: own, previousClaims, isStale, hasFresh }) };
    }),
    interactions: interactionsOf(themes, claims),
    anchoring: checkAnchoring(known.convictionLog, slot),
    findings: [
      ...(known.previous?.findings ?? []),
      ...known.weekFindings,
      ...evidence.findings,
      ...[...documents.themes, documents.elsewhere].flatMap((read) => read?.findings ?? []),
    ],
  };
}

function diagnoseRun(
  { slot, themes, settings, known, input }: BriefingRun,
  { items, results, dropped }: LiveEvidence,
  documents: ReadDocuments,
  claims: readonly BriefingClaim[],
  corrections: Evaluation['corrections'],
): BriefingDiagnostic[] {
  const unnamed = documents.themes.filter(({ said }) => said.fresh + said.known === 0);
  return diagnose({
    slot,
    themes,
    highConviction: settings.highConviction,
    claims,
    items,
    results,
    documents: documents.documents,
    unnamed: unnamed.map(({ themeId }) => themeId),
    isLive: settings.web !== null,
    budget: budgetOf(settings, slot.kind),
    droppedQueries: dropped,
    unconfirmedTwice: unconfirmedTwice(known.recent, corrections, slot),
    // Those since then are no news to a backfill.
    missedSlots: input.isBackfill ? [] : known.missedSlots,
  });
}

/**
 * Themes whose conviction did not move over their last 5 logged days although confirmed items contradicted them. With fewer than 5
 * days in the log nothing is checked, and the note says why.
 *
 * @param log null: missing
 */
export function checkAnchoring(
  log: readonly ConvictionEntry[] | null,
  slot: Pick<BriefingSlot, 'day'>,
): { anchored: string[] | null; note: string } {
  if (log === null) return { anchored: null, note: 'the conviction log is missing' };
  const past = log.filter(({ day }) => day <= slot.day);
  const days = daysOf(past).length;
  if (days < DAYS) {
    const note = `the conviction log has ${counted(days, 'day')}, fewer than ${DAYS}`;
    return { anchored: null, note };
  }
  const themes = [...new Set(past.map(({ theme }) => theme))];
  return { anchored: themes.filter((id) => isAnchored(past.filter(({ theme }) => theme === id))), note: '' };
}

function isAnchored(entries: readonly ConvictionEntry[]): boolean {
  const days = daysOf(entries).slice(-DAYS);
  const last = entries.filter(({ day }) => days.includes(day));
  const convictions = new Set(last.map(({ conviction }) => conviction));
  return days.length === DAYS && convictions.size === 1 && last.some(({ contradicting }) => contradicting > 0);
}

function daysOf(entries: readonly ConvictionEntry[]): string[] {
  return [...new Set(entries.map(({ day }) => day))].toSorted();
}

interface SignalsInput {
  /** Items of this run; those from horizon scans count. */
  readonly items: readonly BriefingItem[];
  readonly relations: readonly ItemRelation[];
  readonly recent: readonly Pick<RecentOutput, 'signals'>[];
  readonly taxonomy: readonly TaxonomyTheme[];
}

/**
 * What horizon scans found outside the active themes: one signal per fact, with the outlets of recent outputs that said
 * the same. Its outlets are independent ones of tier 1 or 2; without any, it is only reported.
 */
export function signalsOf(input: SignalsInput): Signal[] {
  const index = indexRelations(input.relations);
  return input.taxonomy.flatMap((entry) => {
    const found = input.items.filter(({ themeId, taxonomyId }) => themeId === null && taxonomyId === entry.id);
    return factsOf(found, index).flatMap((fact) => signalOf(fact, entry, input) ?? []);
  });
}

function signalOf(fact: Fact, { id, title }: TaxonomyTheme, input: SignalsInput): Signal | null {
  const [leading] = fact.items;
  if (leading === undefined || fact.items.some(({ isRetraction }) => isRetraction)) return null;
  const earlier = input.recent
    .flatMap(({ signals }) => signals)
    .filter((signal) => signal.taxonomyId === id && saySame(leading.text, signal.text));
  const counted: { text: string; outlets: readonly string[] }[] = earlier.filter(({ outlets }) => outlets.length > 0);
  for (const { text, outlet } of fact.items.filter(isConfirmed)) {
    // Texts of one origin: their outlets are not independent.
    const isIndependent = counted.every((other) => !areCopies(text, other.text));
    if (isIndependent) counted.push({ text, outlets: [outlet] });
  }
  const outlets = [...new Set(counted.flatMap((one) => one.outlets))];
  return {
    taxonomyId: id,
    title,
    text: leading.text,
    outlets,
    citations: [...new Set(fact.items.flatMap(({ citations }) => citations))],
    isCandidate: outlets.length >= ENOUGH_OUTLETS,
  };
}

function saySame(text: string, earlier: string): boolean {
  return states(text, earlier) || states(earlier, text);
}

/**
 * The claims of a weekly output: what was first said within the week is new, and what was contradicted or withdrawn
 * within the week is reported once more.
 *
 * @param claims the previous output's claims, as this run updated them
 * @param recent outputs of the last 7 days, oldest first
 */
export function claimsOfTheWeek(
  claims: readonly BriefingClaim[],
  recent: readonly Pick<RecentOutput, 'slot' | 'claims'>[],
  slot: Pick<BriefingSlot, 'day'>,
): BriefingClaim[] {
  const since = addDays(slot.day, -WEEK_DAYS);
  const known = new Set(claims.map(({ claimId }) => claimId));
  const fallen = new Map<string, BriefingClaim>();
  for (const claim of recent.flatMap((output) => output.claims)) {
    if (!isStanding(claim) && !known.has(claim.claimId)) fallen.set(claim.claimId, claim);
  }
  const standing = claims.map((claim): BriefingClaim => {
    const isNew = isStanding(claim) && claim.firstSeen > since;
    return isNew ? { ...claim, mark: 'new', note: '' } : claim;
  });
  return [...standing, ...fallen.values()];
}
