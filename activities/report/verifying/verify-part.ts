import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { VerifiedSection } from '../../../workflows/contracts/report/report-activities.ts';
import type { RefusedStatement } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { NO_COST, sumCosts } from '../../model/metering/paid-calls.ts';
import { offlinePhrasesFor } from '../../wording/offline-phrases.ts';
import { createPartJudge, type JudgingTools, type Judgement } from './judged-part.ts';
import { mendRefused, type Refused } from './mending.ts';
import { readableRest, type Replaced } from './readable-rest.ts';

const LOSES_ANSWER =
  'Without them the report has no answer to the question. Say first and above all what the passages do say in answer to it, as far as it goes.';
const LEANS = 'it leans on a statement that was left out';
const NOT_MENDED: Reasoned<ReadonlyMap<Claim, readonly Claim[]>> = { value: new Map(), cost: NO_COST };

/**
 * Verifies one part of a model's draft. What is refused goes back to its author once, with the reason; what fails then is left out so
 * that the rest can be read.
 */
export async function verifyPart(written: readonly Claim[], tools: JudgingTools): Promise<Reasoned<VerifiedSection>> {
  const judge = createPartJudge(tools);
  const first = await judge.judge(written, written);
  const refused = written.flatMap((claim) => refusedOf(claim, first.value));
  const warning = losesAnswer(written, first.value, tools) ? LOSES_ANSWER : '';
  const mended = refused.length === 0 ? NOT_MENDED : await mendRefused(written, refused, warning, tools);
  const sequence = written.flatMap((claim) => mended.value.get(claim) ?? (isKept(claim, first.value) ? [claim] : []));
  const anew = [...mended.value.values()].flat();
  const second =
    anew.length === 0 ? { value: new Map<Claim, Judgement>(), cost: NO_COST } : await judge.judge(sequence, anew);
  const replaced = written.map((claim): Replaced => {
    const claims = mended.value.get(claim) ?? [claim];
    const judged = mended.value.has(claim) ? second.value : first.value;
    return { written: claim, kept: claims.flatMap((one) => keptOf(one, judged)) };
  });
  const value = toVerified(
    replaced,
    refused,
    { first: first.value, second: second.value, mended: mended.value },
    tools,
  );
  return { value, cost: sumCosts([first.cost, mended.cost, second.cost]) };
}

type Judgements = ReadonlyMap<Claim, Judgement>;

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

/** What carries an answer: statements with citations, and what was searched for in vain. */
function isCore({ citations, absence }: Claim): boolean {
  return citations.length > 0 || absence !== undefined;
}

function losesAnswer(written: readonly Claim[], judgements: Judgements, { kind }: JudgingTools): boolean {
  const core = written.filter(isCore);
  return kind === 'answer' && core.length > 0 && !core.some((claim) => isKept(claim, judgements));
}

interface Judged {
  readonly first: Judgements;
  readonly second: Judgements;
  readonly mended: ReadonlyMap<Claim, readonly Claim[]>;
}

function toVerified(
  replaced: readonly Replaced[],
  refused: readonly Refused[],
  judged: Judged,
  { kind, evidence }: JudgingTools,
): VerifiedSection {
  const { claims, orphans } = readableRest(replaced);
  const gone = new Set(orphans);
  const standing = new Map(replaced.map(({ written, kept }) => [written, kept.filter((claim) => !gone.has(claim))]));
  const lost: RefusedStatement[] = orphans.map(({ text }) => ({ text, reason: LEANS, outcome: 'left-out' }));
  const record = [...refused.map((one) => recordOf(one, standing.get(one.claim) ?? [], judged)), ...lost];
  const isUnanswered = kind === 'answer' && replaced.some(({ written }) => isCore(written)) && !claims.some(isCore);
  return { claims: isUnanswered ? [unanswered(evidence.anchor.language)] : claims, refused: record };
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
