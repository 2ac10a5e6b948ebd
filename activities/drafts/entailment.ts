import type { Reasoned, ReasoningCost } from '../../workflows/contracts/accounting.ts';
import { type Claim, statementOf } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import { batchesOf } from '../../workflows/domain/batches.ts';
import { isUntrusted } from '../../workflows/domain/untrusted-findings.ts';
import { withKeysAsCitations } from '../citations/citation-keys.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { carriedWords } from '../claims/carried-words.ts';
import { createClaimJudge } from '../claims/claim-judge.ts';
import { placeOf } from '../extractive/answers/evidence-reading.ts';
import { shortId } from '../reasoning/engine/answer-entries.ts';
import { NO_COST, sumCosts, withDegradation } from '../reasoning/engine/cost.ts';
import type { Reasoner, ReasoningCall } from '../reasoning/engine/reasoner.ts';
import { type DoubtfulStatement, judgeEntailmentStep } from '../reasoning/steps/judge-entailment.ts';

/** Statements of one call, beside the control. */
const BATCH_SIZE = 10;
/** A quotation for the control shares less than this of the statement's words. */
const UNRELATED_BELOW = 0.1;
const AGREES_TO_ALL =
  'the model agreed to a statement beside a quotation of another subject; its verdicts are not used';

interface Evidence {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  readonly texts: StoredTexts;
}

interface Doubtful {
  readonly claim: Claim;
  readonly quotes: readonly Quote[];
}

/**
 * Asks a small model about the claims of which words alone cannot decide whether their quotes say them. Each call holds a
 * statement beside a quotation of another subject: a model that agrees to this one agrees to all. What the rules find wrong
 * is not asked about.
 *
 * @returns the claims that are entailed
 */
export async function findEntailed(
  claims: readonly Claim[],
  { anchor, findings, texts }: Evidence,
  reasoner: Reasoner,
  call: ReasoningCall,
): Promise<Reasoned<ReadonlySet<Claim>>> {
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  const places = new Map(
    trusted.flatMap((finding) => finding.quotes.map(({ key }) => [key, placeOf(finding)] as const)),
  );
  const doubtful = await doubtfulAmong(claims, { anchor, findings, texts }, trusted);
  const toStatement = (text: string, quotes: readonly Quote[], index: number): DoubtfulStatement => ({
    id: shortId(index),
    text,
    quotes: quotes.map((quote) => ({ place: places.get(quote.key) ?? '', text: quote.text })),
  });
  const entailed = new Set<Claim>();
  const costs: ReasoningCost[] = [];
  for (const batch of batchesOf(doubtful, BATCH_SIZE)) {
    const control = controlFor(batch, trusted, anchor.language);
    // Without something unrelated nobody could tell whether the model reads.
    if (control === null) continue;
    const statements = [...batch, control].map(({ claim, quotes }, index) =>
      toStatement(statementOf(claim, true), quotes, index),
    );
    const { value, cost } = await reasoner.run(judgeEntailmentStep, { language: anchor.language, statements }, call);
    const said = new Set(value.verdicts.filter(({ entailed: isEntailed }) => isEntailed).map(({ id }) => id));
    const agreesToAll = said.has(shortId(batch.length));
    costs.push(
      agreesToAll
        ? withDegradation(cost, { step: judgeEntailmentStep.name, cause: AGREES_TO_ALL, count: batch.length })
        : cost,
    );
    if (agreesToAll) continue;
    for (const [index, { claim }] of batch.entries()) if (said.has(shortId(index))) entailed.add(claim);
  }
  return { value: entailed, cost: costs.length === 0 ? NO_COST : sumCosts(costs) };
}

export function markEntailed(claim: Claim, entailed: ReadonlySet<Claim>): Claim {
  return entailed.has(claim) ? { ...claim, isEntailed: true } : claim;
}

/** Claims whose quotes are all of passages that address no program. */
async function doubtfulAmong(
  claims: readonly Claim[],
  evidence: Evidence,
  trusted: readonly Finding[],
): Promise<Doubtful[]> {
  const { judge } = createClaimJudge(evidence.anchor, evidence.findings, evidence.texts);
  const quotes = new Map(trusted.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const judged = claims.map(async (claim): Promise<Doubtful[]> => {
    const { citations } = withKeysAsCitations(claim);
    const cited = citations.flatMap((key) => quotes.get(key) ?? []);
    if (cited.length === 0 || cited.length < citations.length) return [];
    return (await judge({ ...claim, citations }, cited)).isDoubtful ? [{ claim, quotes: cited }] : [];
  });
  return (await Promise.all(judged)).flat();
}

/** A statement of the batch beside the quotation that has least of its words; null: all quotations have some. */
function controlFor(batch: readonly Doubtful[], findings: readonly Finding[], language: string): Doubtful | null {
  const candidates = findings.flatMap(({ quotes: [first] }) => first ?? []);
  for (const { claim, quotes } of batch) {
    const others = candidates.filter((quote) =>
      quotes.every(({ textHash, key }) => key !== quote.key || textHash !== quote.textHash),
    );
    const unrelated = others.find(
      (quote) => carriedWords(statementOf(claim), language, quote.text).share < UNRELATED_BELOW,
    );
    if (unrelated !== undefined) return { claim, quotes: [unrelated] };
  }
  return null;
}
