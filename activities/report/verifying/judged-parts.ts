import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { WrittenPart } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { unfitToShow } from '@plumbline/evidence/claims';
import {
  type CitedWords,
  createSettings,
  type PartEvidence,
  ruleOnCited,
  ruleOnUncited,
  type Ruling,
  type StatementSetting,
} from '@plumbline/evidence/statement-rules';
import {
  asQuotation,
  createUntrustedLimits,
  ONLY_UNTRUSTED,
  type UntrustedLimits,
} from '@plumbline/evidence/untrusted-limits';
import { withKeysAsCitations } from '@plumbline/quotes/quotes';
import { mapWithPauses } from '@plumbline/text/pauses';
import type { Found } from './absences.ts';
import { judgeMeaning, type MeaningVerdict } from './entailment.ts';
import type { MendingTools } from './mending.ts';
import type { OpenPart, OpenStatement } from './shown-part.ts';

const UNSURE = 'its quotations may mean it but do not show it; say it only as far as they do';

export interface JudgingTools extends MendingTools {
  /** That the parts were written from. */
  readonly given: readonly Finding[];
  /** What the judge is not sure of goes back to its author, too. */
  readonly mendsDoubts: boolean;
}

/** What becomes of a statement: it is kept, perhaps marked, or there is a reason against it. */
export type Judgement =
  | {
      readonly kept: Claim;
      readonly reason: null;
      /** Why its author should say it less strongly; it stays as it is otherwise. */
      readonly unsure?: string;
    }
  | {
      readonly reason: string;
      /** What the judge read in passages that were found takes its place. */
      readonly instead?: readonly Claim[];
    };
export type Judgements = ReadonlyMap<Claim, Judgement>;

/** A part with what is judged of it; the rest of its claims is kept. */
export interface PartToJudge extends WrittenPart {
  readonly judged: readonly Claim[];
}

/** Judges statements of parts of a draft: the rules say what is certain without meaning, all else is judged. */
export type JudgeParts = (parts: readonly PartToJudge[]) => Promise<Reasoned<Judgements>>;

export function createPartJudge(tools: JudgingTools): JudgeParts {
  const { evidence, found, reasoner, call } = tools;
  const findings = evidence.passages.map(({ finding }) => finding);
  const limits = createUntrustedLimits({ ...evidence, findings });
  const rule = createRule(evidence, limits);
  return async (parts) => {
    const computed = parts.flatMap(({ claims }) => claims.flatMap(({ derivation }) => derivation?.result ?? []));
    const statements = parts.flatMap(({ part, claims, judged }) => {
      const settingOf = createSettings(claims);
      return judged.map((claim) => ({ claim, part, computed, setting: settingOf(claim) }));
    });
    const rulings = new Map(await mapWithPauses(statements, async (one) => [one.claim, await rule(one)] as const));
    const open = parts.map(({ part, name = '', claims, judged }): OpenPart => ({
      heading: name,
      sequence: claims.filter((claim) => !isRefused(rulings.get(claim))),
      open: judged.flatMap((claim) => openStatement(claim, rulings.get(claim), part, evidence, found)),
    }));
    const meant = await judgeMeaning(open, evidence, reasoner, call);
    const opened = new Map(open.flatMap((part) => part.open.map((one) => [one.origin, one] as const)));
    const judgements = [...rulings].map(
      ([claim, ruling]) => [claim, decide(claim, ruling, opened.get(claim), meant.value, found)] as const,
    );
    return { value: new Map(judgements), cost: meant.cost };
  };
}

interface StatementToRule {
  readonly claim: Claim;
  readonly part: WrittenPart['part'];
  /** Figures that other statements compute. */
  readonly computed: readonly string[];
  readonly setting: StatementSetting;
}
type Rule = (statement: StatementToRule) => Promise<Ruling>;

/** In the order: is it fit to be shown, and do its sources carry it as far as rules can tell. */
function createRule(evidence: PartEvidence, limits: UntrustedLimits): Rule {
  const { language } = evidence.anchor;
  return async ({ claim: written, part, computed, setting }) => {
    const { isEntailed: _, isUnverified: __, notJudged: ___, bearing: ____, ...claim } = withKeysAsCitations(written);
    const cited = claim.citations.flatMap((key) => evidence.wordsOf(key) ?? []);
    if (cited.length > 0) return ruleOnTrusted(claim, cited, evidence, limits, setting);
    const { absence, derivation, isInference } = claim;
    const mayCiteNothing = part === 'limitations' || isInference === true || (absence ?? derivation) !== undefined;
    // A key that was never issued is an invented source.
    if (!mayCiteNothing || claim.citations.length > 0) return { refused: 'it cites no words of a passage' };
    const unfit = unfitToShow(claim, language);
    if (unfit !== null) return { refused: unfit };
    if (await limits.isToldByUntrusted(claim.text)) return { refused: ONLY_UNTRUSTED };
    return ruleOnUncited({ ...claim, citations: [] }, evidence, computed, setting);
  };
}

/** Passages that address a program may only be quoted, and only where nothing else is cited. */
async function ruleOnTrusted(
  claim: Claim,
  cited: readonly CitedWords[],
  evidence: PartEvidence,
  limits: UntrustedLimits,
  setting: StatementSetting,
): Promise<Ruling> {
  const trusted = cited.filter(({ passage }) => !isUntrusted(passage.finding));
  const words = trusted.length > 0 ? trusted : cited;
  const quotes = words.map(({ quote }) => quote);
  const limited = trusted.length > 0 ? { claim, reason: null } : asQuotation(claim, quotes, evidence.anchor.language);
  if (limited.reason !== null) return { refused: limited.reason };
  if (trusted.length > 0 && (await limits.isToldByUntrusted(claim.text))) return { refused: ONLY_UNTRUSTED };
  return ruleOnCited({ ...limited.claim, citations: quotes.map(({ key }) => key) }, words, evidence, setting);
}

function isRefused(ruling: Ruling | undefined): boolean {
  return ruling !== undefined && ruling.refused !== null;
}

/** None where the rules have decided, where only words of an untrusted passage are quoted, or where nothing is said yet. */
function openStatement(
  origin: Claim,
  ruling: Ruling | undefined,
  part: WrittenPart['part'],
  evidence: PartEvidence,
  found: Found,
): OpenStatement[] {
  if (ruling === undefined || ruling.refused !== null) return [];
  const { claim, computed, isVerbatim } = ruling;
  const ids = new Set((found.get(origin) ?? []).map(({ findingId }) => findingId));
  const foundFor = evidence.passages.filter(({ finding }) => ids.has(finding.findingId));
  // What the judge wrote from the words is not judged once more.
  if ((isVerbatim || origin.isEntailed === true) && foundFor.length === 0) return [];
  const words = claim.citations.flatMap((key) => evidence.wordsOf(key) ?? []);
  if (words.some(({ passage }) => isUntrusted(passage.finding))) return [];
  if (words.length + foundFor.length === 0 && isSettled(claim, part)) return [];
  return [{ origin, claim, words, computed, found: foundFor }];
}

/** What the code has searched for, what limits a report, and what leads to a list. */
function isSettled({ absence, text }: Claim, part: WrittenPart['part']): boolean {
  return part === 'limitations' || absence !== undefined || text.trimEnd().endsWith(':');
}

/** What was not judged stays, and says so; where its words differ from the cited ones it is marked. */
function decide(
  origin: Claim,
  ruling: Ruling,
  opened: OpenStatement | undefined,
  meant: ReadonlyMap<Claim, MeaningVerdict>,
  found: Found,
): Judgement {
  if (ruling.refused !== null) return { reason: ruling.refused };
  const { claim, doubts } = ruling;
  const { isEntailed, bearing: given } = origin;
  if (opened === undefined) {
    // Mended to say that something is absent, which was never searched for.
    if (claim.absence !== undefined && !found.has(origin)) return { kept: { ...claim, notJudged: true }, reason: null };
    const judged = { ...(isEntailed === true && { isEntailed }), ...(given !== undefined && { bearing: given }) };
    return { kept: { ...claim, ...judged }, reason: null };
  }
  const meaning = meant.get(opened.claim);
  if (meaning === undefined) {
    return { kept: { ...claim, notJudged: true, ...(doubts.length > 0 && { isUnverified: true }) }, reason: null };
  }
  const { verdict, reason, instead = [], bearing } = meaning;
  const borne = (one: Claim): Claim => (bearing === undefined ? one : { ...one, bearing });
  if (verdict === 'yes') return { kept: { ...borne(claim), isEntailed: true }, reason: null };
  if (instead.length > 0) return { reason: reason === '' ? UNSURE : reason, instead: instead.map(borne) };
  if (verdict === 'no') return { reason: reason === '' ? 'its quotations do not say it' : reason };
  return {
    kept: { ...borne(claim), isUnverified: true },
    reason: null,
    unsure: reason === '' ? UNSURE : `${UNSURE}: ${reason}`,
  };
}
