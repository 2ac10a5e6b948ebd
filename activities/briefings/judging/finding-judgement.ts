import type { JudgeFindingsInput } from '../../../workflows/contracts/briefing-activities.ts';
import type { BriefingItem, LiveQuery } from '../../../workflows/contracts/briefing-items.ts';
import type { Theme } from '../../../workflows/contracts/briefing-state.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import type { StoredTexts } from '../../citations/stored-quotes.ts';
import { findNoFact, isCommentary } from './factual-statement.ts';
import { isRetraction } from './retraction.ts';
import { candidatesOf, isNameless, type StatedCandidate } from './stated-candidates.ts';
import { concerns, type Subject, subjectOf, touchesMechanism } from './theme-words.ts';

export type JudgedFinding = JudgeFindingsInput['findings'][number];

/** The item that a finding makes, or why it makes none. */
export type Judgement =
  | { readonly source: JudgedFinding; readonly item: BriefingItem; readonly reason: null }
  | { readonly source: JudgedFinding; readonly item: null; readonly reason: string };

/** Judges a finding by itself: whether it states a fact about what its query asks for. */
export async function judgeFinding(
  source: JudgedFinding,
  query: LiveQuery | undefined,
  theme: Theme | undefined,
  texts: StoredTexts,
): Promise<Judgement> {
  const { finding, tier } = source;
  const reject = (reason: string): Judgement => ({ source, item: null, reason });
  if (query === undefined) return reject('its query is unknown');
  if (tier === 3) return reject('tier 3');
  if (isUntrusted(finding)) return reject('its passage addresses programs');
  if (isCommentary(finding)) return reject('opinion');
  const subject = subjectOf(query, theme);
  const candidates = await candidatesOf(finding, texts);
  const faults = candidates.map(({ text }) => faultOf(text, finding.title, subject));
  const [best] = candidates.filter((_, index) => faults[index] === null);
  if (best === undefined) return reject(faults[0] ?? 'nothing is quoted');
  return { source, item: toItem(source, query, best, subject), reason: null };
}

function faultOf(text: string, title: string, subject: Subject): string | null {
  if (isNameless(text)) return 'does not name its subject';
  return findNoFact(text) ?? (concerns(text, title, subject) ? null : 'does not concern the theme');
}

function toItem(
  source: JudgedFinding,
  query: LiveQuery,
  { text, quote }: StatedCandidate,
  subject: Subject,
): BriefingItem {
  const { finding, tier, outlet, publishedAt } = source;
  return {
    itemId: `item-${finding.findingId}`,
    queryId: query.queryId,
    themeId: query.themeId,
    taxonomyId: query.taxonomyId,
    text,
    status: tier === null ? 'reported' : 'confirmed',
    locator: finding.locator,
    outlet,
    tier,
    publishedAt,
    citations: [quote.key],
    touchesMechanism: touchesMechanism(text, subject),
    isRetraction: isRetraction(text, finding.title),
    copyOf: null,
  };
}
