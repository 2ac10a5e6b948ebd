import { type Claim, statementOf } from '../../../workflows/contracts/evidence/claim.ts';
import { type Finding, placeOf, type Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../../workflows/contracts/evidence/query-anchor.ts';
import type { Reasoned, ReasoningCost } from '../../../workflows/contracts/research/accounting.ts';
import { batchesOf } from '../../../workflows/domain/finding-selection.ts';
import { isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { withKeysAsCitations } from '../../corpus/quotes/citation-keys.ts';
import { readPowers } from '../../language/text/powers.ts';
import { sentenceTexts } from '../../language/text/sentences.ts';
import { withoutStruck } from '../../language/text/struck-words.ts';
import { shortId } from '../../model/engine/answer-parts.ts';
import type { Reasoner, ReasoningCall } from '../../model/engine/reasoner.ts';
import { NO_COST, sumCosts, withDegradation } from '../../model/metering/paid-calls.ts';
import { lacksSubject } from '../../offline-engine/passages/passage-entries.ts';
import { judgeEntailmentStep, type UndecidedStatement } from '../../steps/judge-entailment.ts';
import type { ClaimVerifier } from '../../verification/claims/claim-verdict.ts';
import { wordCoverage } from '../../verification/claims/word-coverage.ts';

/** Statements of one call, beside the control. */
const BATCH_SIZE = 10;
/** A quotation for the control shares less than this of the statement's words. */
const UNRELATED_BELOW = 0.1;
const AGREES_TO_ALL =
  'the model agreed to a statement beside a quotation of another subject; its verdicts are not used';

interface Evidence {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  readonly verifier: ClaimVerifier;
}

interface Undecided {
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
  { anchor, findings, verifier }: Evidence,
  reasoner: Reasoner,
  call: ReasoningCall,
): Promise<Reasoned<ReadonlySet<Claim>>> {
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  const places = new Map(
    trusted.flatMap((finding) => finding.quotes.map(({ key }) => [key, placeOf(finding)] as const)),
  );
  const undecided = await undecidedAmong(claims, trusted, verifier);
  const toStatement = (text: string, quotes: readonly Quote[], index: number): UndecidedStatement => ({
    id: shortId(index),
    text,
    quotes: quotes.map((quote) => ({ place: places.get(quote.key) ?? '', text: quote.text })),
  });
  const entailed = new Set<Claim>();
  const costs: ReasoningCost[] = [];
  for (const batch of batchesOf(undecided, BATCH_SIZE)) {
    const control = controlFor(batch, trusted, anchor.language);
    // Without something unrelated it cannot be told whether the model reads.
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
async function undecidedAmong(
  claims: readonly Claim[],
  trusted: readonly Finding[],
  { verify }: ClaimVerifier,
): Promise<Undecided[]> {
  const quotes = new Map(trusted.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const found = claims.map(async (claim): Promise<Undecided[]> => {
    const { citations } = withKeysAsCitations(claim);
    const cited = citations.flatMap((key) => quotes.get(key) ?? []);
    if (cited.length === 0 || cited.length < citations.length) return [];
    return (await verify({ ...claim, citations }, cited)).dependsOnMeaning ? [{ claim, quotes: cited }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** A statement of the batch beside the quotation that has least of its words; null: all quotations have some. */
function controlFor(batch: readonly Undecided[], findings: readonly Finding[], language: string): Undecided | null {
  const candidates = findings.flatMap(({ quotes: [first] }) => first ?? []);
  for (const { claim, quotes } of batch) {
    const others = candidates.filter((quote) =>
      quotes.every(({ textHash, key }) => key !== quote.key || textHash !== quote.textHash),
    );
    const unrelated = others.find(
      (quote) => wordCoverage(statementOf(claim), language, quote.text).share < UNRELATED_BELOW,
    );
    if (unrelated !== undefined) return { claim, quotes: [unrelated] };
  }
  return null;
}

/**
 * A claim of several sentences as one claim for each, so that one which its quotes do not support is taken out alone. A
 * sentence that leans on the one before it ("It also …") stays with it. What is said before is left out: a small model that
 * does not find its end repeats itself.
 *
 * @param language ISO 639-1 code of the claims
 */
export function singleStatements(claims: readonly Claim[], language: string): Claim[] {
  const said = new Set<string>();
  return claims
    .map(withoutMarks)
    .filter(({ text }) => text !== '')
    .flatMap((claim) => sentencesOf(claim, language))
    .filter((claim) => {
      if (claim.placement?.form === 'table') return true;
      const isNew = !said.has(claim.text);
      said.add(claim.text);
      return isNew;
    });
}

/** A model copies the marks of powers from the sources, and may copy what they strike out. */
function withoutMarks(claim: Claim): Claim {
  const text = readPowers(withoutStruck(claim.text));
  return text === claim.text ? claim : { ...claim, text: text.replace(/\s+/g, ' ').trim() };
}

function sentencesOf(claim: Claim, language: string): Claim[] {
  // A computation belongs to the whole, and a cell is no sentence.
  if (claim.derivation !== undefined || claim.placement?.form === 'table') return [claim];
  const keyed = withKeysAsCitations(claim);
  const sentences: string[] = [];
  for (const sentence of sentenceTexts(keyed.text, language)) {
    const before = sentences.at(-1);
    if (before !== undefined && lacksSubject(sentence)) sentences[sentences.length - 1] = `${before} ${sentence}`;
    else sentences.push(sentence);
  }
  return sentences.length < 2 ? [claim] : sentences.map((text) => ({ ...keyed, text }));
}
