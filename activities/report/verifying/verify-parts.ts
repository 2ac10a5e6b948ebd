import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { RefusedStatement } from '@plumbline/contracts/report/report';
import type { VerifiedPart, WrittenPart } from '@plumbline/contracts/report/report-activities';
import { isCheckable } from '@plumbline/contracts/report/report-claims';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { PartEvidence } from '@plumbline/evidence/statement-rules';
import { NO_COST, sumCosts } from '@plumbline/model/calls';
import { lacksSubject } from '@plumbline/offline/passages';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { createPartJudge, type Judgements, type JudgingTools, type PartToJudge } from './judged-parts.ts';
import { mendRefused, type Refused } from './mending.ts';

const LOSES_ANSWER = 'Without them the report does not answer the question. Start with what the passages do answer.';
const LEANS = 'it leans on a statement that was left out';

/**
 * Verifies parts of a model's draft. What is refused, or not sure, goes back to its author once, with the reason. What is refused
 * again is left out so that the rest can be read; what is not sure stays, marked.
 */
export async function verifyParts(
  parts: readonly WrittenPart[],
  tools: JudgingTools,
): Promise<Reasoned<readonly VerifiedPart[]>> {
  const judge = createPartJudge(tools);
  const first = await judge(parts.map((part) => ({ ...part, judged: part.claims })));
  const { value: mended, cost } = await mend(parts, first.value, tools);
  const second = await judge(parts.map((part) => withMended(part, first.value, mended)));
  const judged = { first: first.value, second: second.value, mended };
  const value = parts.map((part) => withFound(toVerified(part, judged, tools.evidence), part, judged, tools));
  return { value, cost: sumCosts([first.cost, cost, second.cost]) };
}

type Mended = ReadonlyMap<Claim, readonly Claim[]>;

interface Judged {
  readonly first: Judgements;
  readonly second: Judgements;
  readonly mended: Mended;
}

async function mend(
  parts: readonly WrittenPart[],
  judgements: Judgements,
  tools: JudgingTools,
): Promise<Reasoned<Mended>> {
  const replaced = new Map(parts.flatMap(({ claims }) => claims.flatMap((claim) => replacedBy(claim, judgements))));
  const faulty = parts.flatMap((part) => {
    const refused = part.claims.flatMap((claim) => {
      if (replaced.has(claim)) return [];
      return [...refusedOf(claim, judgements), ...(tools.mendsDoubts ? doubtsOf(claim, judgements) : [])];
    });
    return refused.length === 0 ? [] : [{ ...part, refused }];
  });
  if (faulty.length === 0) return { value: replaced, cost: NO_COST };
  const warning = faulty.some((part) => losesAnswer(part, judgements)) ? LOSES_ANSWER : '';
  const { value, cost } = await mendRefused(faulty, warning, tools);
  return { value: new Map([...replaced, ...value]), cost };
}

/** By what the judge read elsewhere. */
function replacedBy(claim: Claim, judgements: Judgements): [Claim, readonly Claim[]][] {
  const judgement = judgements.get(claim);
  const isReplaced = judgement !== undefined && judgement.reason !== null && judgement.instead !== undefined;
  return isReplaced ? [[claim, judgement.instead]] : [];
}

/** The part as it may be now, of which only what is new is judged. */
function withMended({ part, claims }: WrittenPart, first: Judgements, mended: Mended): PartToJudge {
  return {
    part,
    claims: claims.flatMap((claim) => mended.get(claim) ?? keptOf(claim, first)),
    judged: claims.flatMap((claim) => mended.get(claim) ?? []),
  };
}

function doubtsOf(claim: Claim, judgements: Judgements): Refused[] {
  const judgement = judgements.get(claim);
  return judgement?.reason === null && judgement.unsure !== undefined ? [{ claim, reason: judgement.unsure }] : [];
}

function refusedOf(claim: Claim, judgements: Judgements): Refused[] {
  const judgement = judgements.get(claim);
  return judgement === undefined || judgement.reason === null ? [] : [{ claim, reason: judgement.reason }];
}

function keptOf(claim: Claim, judgements: Judgements): Claim[] {
  const judgement = judgements.get(claim);
  return judgement === undefined || judgement.reason !== null ? [] : [judgement.kept];
}

function isKept(claim: Claim, judgements: Judgements): boolean {
  return judgements.get(claim)?.reason === null;
}

function losesAnswer({ part, claims }: WrittenPart, judgements: Judgements): boolean {
  const core = claims.filter(isCheckable);
  return part === 'answer' && core.length > 0 && !core.some((claim) => isKept(claim, judgements));
}

function toVerified({ part, claims: written }: WrittenPart, judged: Judged, { anchor }: PartEvidence): VerifiedPart {
  const replaced = written.map((claim): Replaced => {
    const mended = mendedOf(claim, judged);
    const kept = mended?.flatMap((one) => keptOf(one, judged.second)) ?? keptOf(claim, judged.first);
    const last = mended?.at(-1);
    return { written: claim, kept, isCut: last !== undefined && keptOf(last, judged.second).length === 0 };
  });
  const { claims, orphans } = readableRest(replaced);
  const gone = new Set(orphans);
  const standing = new Map(replaced.map((one) => [one.written, one.kept.filter((claim) => !gone.has(claim))]));
  const refused = written.flatMap((claim) => [
    ...refusedOf(claim, judged.first),
    ...(mendedOf(claim, judged) === undefined ? [] : doubtsOf(claim, judged.first)),
  ]);
  const lost = replaced.flatMap(({ written: claim, kept }) =>
    kept.flatMap((one): RefusedStatement[] =>
      gone.has(one) ? [{ text: one.text, reason: LEANS, outcome: 'left-out', ...besides(claim, standing) }] : [],
    ),
  );
  const record = [
    ...refused.map((one) => {
      const stated = recordOf(one, standing.get(one.claim) ?? [], judged);
      return stated.outcome === 'mended' ? stated : { ...stated, ...besides(one.claim, standing) };
    }),
    ...lost,
  ];
  const isUnanswered = part === 'answer' && written.some(isCheckable) && !claims.some(isCheckable);
  return { claims: isUnanswered ? [unanswered(anchor.language)] : claims, refused: record };
}

/** Where a statement that is gone stood: behind the last one before it that is left, or else before the first one after it. */
function besides(
  gone: Claim,
  standing: ReadonlyMap<Claim, readonly Claim[]>,
): Pick<RefusedStatement, 'after' | 'before'> {
  const written = [...standing.keys()];
  const place = written.indexOf(gone);
  const left = (claims: readonly Claim[]) => claims.flatMap((claim) => standing.get(claim) ?? []);
  const after = left(written.slice(0, place)).at(-1)?.text;
  const before = left(written.slice(place + 1))[0]?.text;
  return after !== undefined ? { after } : { ...(before !== undefined && { before }) };
}

/** What takes the place of a statement. Of one that was only unsure, nothing that is not confirmed. */
function mendedOf(claim: Claim, { first, second, mended }: Judged): readonly Claim[] | undefined {
  const claims = mended.get(claim);
  if (claims === undefined || !isKept(claim, first)) return claims;
  const kept = claims.flatMap((one) => keptOf(one, second));
  const isConfirmed = kept.every(({ isUnverified, notJudged }) => isUnverified !== true && notJudged !== true);
  return kept.length === claims.length && isConfirmed ? claims : undefined;
}

/** With the findings that are cited now and were not given. What was found in the place of a limitation is for the answer. */
function withFound(
  verified: VerifiedPart,
  { part, claims }: WrittenPart,
  { first, second }: Judged,
  { given, found }: JudgingTools,
): VerifiedPart {
  const cited = new Set(verified.claims.flatMap(({ citations }) => citations.map(findingIdIn)));
  const known = new Set(given.map(({ findingId }) => findingId));
  const findings = [...found.values()].flat().filter(({ findingId }) => cited.has(findingId) && !known.has(findingId));
  const replacing = part !== 'limitations' ? [] : claims.flatMap((claim) => replacedBy(claim, first));
  const answers = new Set(replacing.flatMap(([, instead]) => instead.flatMap((claim) => keptOf(claim, second))));
  return {
    ...verified,
    ...(findings.length > 0 && { found: findings }),
    ...(answers.size > 0 && {
      claims: verified.claims.filter((claim) => !answers.has(claim)),
      answers: verified.claims.filter((claim) => answers.has(claim)),
    }),
  };
}

function recordOf(
  { claim, reason }: Refused,
  standing: readonly Claim[],
  { second, mended }: Judged,
): RefusedStatement {
  const { text } = claim;
  if (standing.length > 0) {
    const replacement = standing.map((one) => one.text).join(' ');
    return { text, reason, outcome: 'mended', replacement };
  }
  const again = (mended.get(claim) ?? []).flatMap((one) => second.get(one)?.reason ?? []);
  return { text, reason: [reason, ...again].join('; mended, refused again: '), outcome: 'left-out' };
}

function unanswered(language: string): Claim {
  const text = offlinePhrasesFor(language).answerUnsupported;
  return { text, citations: [], isInference: true, placement: { form: 'paragraph', block: 0 } };
}

/** What stands in the place of a statement: itself, what it was mended to, or nothing. */
export interface Replaced {
  readonly written: Claim;
  readonly kept: readonly Claim[];
  /** Its end is gone: what it was mended to is kept in part. */
  readonly isCut?: boolean;
}

/**
 * What is left of a part once refused statements are gone, as a text that can be read: a sentence that leans on one of them goes with
 * it, in an entry of a list as in a paragraph, and so does a lead-in whose list is empty. These are the orphans.
 */
export function readableRest(replaced: readonly Replaced[]) {
  const orphans = new Set<Claim>();
  let gone: Claim | null = null;
  for (const { written, kept, isCut } of replaced) {
    const leans: boolean = gone !== null && goesOn(gone, written) && kept.every(({ text }) => lacksSubject(text));
    if (leans) for (const claim of kept) orphans.add(claim);
    gone = kept.length === 0 || isCut === true || leans ? written : null;
  }
  for (const [index, { written, kept }] of replaced.entries()) {
    const isLeadIn = written.text.trimEnd().endsWith(':') && isSentence(written);
    const next = replaced[index + 1];
    if (!isLeadIn || next === undefined) continue;
    const led = replaced.slice(index + 1).filter((other) => blockOf(other.written) === blockOf(next.written));
    const isEmpty = led.every((other) => other.kept.every((claim) => orphans.has(claim)));
    if (isEmpty) for (const claim of kept) orphans.add(claim);
  }
  const claims = replaced.flatMap(({ kept }) => kept).filter((claim) => !orphans.has(claim));
  return { claims, orphans: [...orphans] };
}

/** Whether a sentence follows another one in the text, not in a table or in the next entry of a list. */
function goesOn(before: Claim, claim: Claim): boolean {
  const [one, other] = [before.placement, claim.placement];
  if (one?.form !== 'list' || other?.form !== 'list') return isSentence(before) && isSentence(claim);
  return one.item !== undefined && one.item === other.item && one.block === other.block;
}

function isSentence({ placement }: Claim): boolean {
  return placement === undefined || placement.form === 'paragraph';
}

function blockOf({ placement }: Claim): string {
  return placement === undefined ? '' : `${placement.form} ${placement.block}`;
}
