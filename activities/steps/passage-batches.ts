import type { Reasoned, ReasoningCost } from '../../workflows/contracts/research/accounting.ts';
import { locateQuote } from '../corpus/quotes/quote-collection.ts';
import { shortId } from '../model/engine/answer-parts.ts';
import { sumCosts } from '../model/metering/paid-calls.ts';
import type { ReadablePassage } from '../offline-engine/passages/passage-reading.ts';
import {
  type ExtractedFindings,
  type ExtractedPassage,
  extractFindingsStep,
  type ExtractFindingsStepInput,
} from './extract-findings.ts';
import { areAllAlike, notBelowRule } from './relevance-batches.ts';

/** Passages per call; more make weak models mix them up. */
const MAX_PASSAGES = 10;
/** Characters of the passages of one call, unless one alone is longer; some 3,000 tokens. */
const MAX_LENGTH = 12_000;
/** More are not worth as many calls. */
const MOST_ASKED_AGAIN = 3;
const LEFT_OUT = 'the answer left passages out or mixed them up; they were read one by one';
const LEFT_OUT_AGAIN = 'the answer left passages out; the offline rule read them';
const SAID_NOTHING = 'nothing was extracted from any passage; the offline rule read them';
const ALL_ALIKE = 'all passages got the same relevance; the offline rule graded them';

/** The extraction from a passage, and what the offline rule extracts from it. */
export interface ReadPassage {
  readonly extracted: ExtractedPassage;
  readonly ruled: ExtractedPassage;
  /** The extraction is the rule's. */
  readonly byRule: boolean;
}

/** Reads the passages of one input. */
type Read = (input: ExtractFindingsStepInput) => Promise<Reasoned<ExtractedFindings>>;

type Shared = Omit<ExtractFindingsStepInput, 'passages'>;

/**
 * Reads passages, several per call, grouped by language. Engines see short ids (`p1`, `p2`, …).
 *
 * Asks again for a single passage when the answer omits it or quotes another passage for it. The step's offline rule
 * reads what is still omitted, and any batch that the answer ignores completely. The passages that the rule finds most
 * relevant are never graded below the rule. All of these are degradations. Ignores unknown ids and merges entries with
 * the same id.
 *
 * @returns one entry for each passage, in order
 */
export async function readInBatches(
  passages: readonly ReadablePassage[],
  shared: Shared,
  read: Read,
): Promise<Reasoned<readonly ReadPassage[]>> {
  const ruled = new Map(entriesOf(extractFindingsStep.offline(toInput(shared, passages)), passages));
  const done = new Map<ReadablePassage, ExtractedPassage>();
  const costs: ReasoningCost[] = [];
  for (const batch of batchesOf(passages)) {
    const { said, costs: spent } = await readBatch(batch, shared, read);
    for (const [passage, extracted] of said) done.set(passage, extracted);
    costs.push(...spent);
  }
  const isInformative = !areAllAlike([...done.values()].flatMap(({ relevance }) => relevance ?? []));
  if (!isInformative) costs.push(costOfFallback(ALL_ALIKE, done.size));
  const graded = gradeBesideRule(done, ruled, isInformative);
  return {
    value: passages.flatMap((passage) => {
      const own = ruled.get(passage);
      const extracted = graded.get(passage) ?? own;
      return own === undefined || extracted === undefined
        ? []
        : [{ extracted, ruled: own, byRule: !graded.has(passage) }];
    }),
    cost: sumCosts(costs),
  };
}

/** What a model says of each passage of a batch; the others are left to the rule. */
async function readBatch(batch: readonly ReadablePassage[], shared: Shared, read: Read) {
  const said = new Map<ReadablePassage, ExtractedPassage>();
  const costs: ReasoningCost[] = [];
  const ruled = new Set<ReadablePassage>();
  const ask = async (asked: readonly ReadablePassage[]): Promise<Entry[]> => {
    const { value, cost } = await read(toInput(shared, asked));
    costs.push(cost);
    if (cost.engine === 'model') return entriesOf(value, asked);
    for (const passage of asked) ruled.add(passage);
    return [];
  };
  const takeOver = (entries: readonly Entry[], asked: readonly ReadablePassage[]): void => {
    for (const [passage, extracted] of entries) {
      if (!isMixedUp(passage, extracted, asked)) said.set(passage, extracted);
    }
  };
  const left = () => batch.filter((passage) => !said.has(passage) && !ruled.has(passage));

  const entries = await ask(batch);
  if (entries.length > 0 && entries.every(([, extracted]) => saysNothing(extracted))) {
    return { said, costs: [...costs, costOfFallback(SAID_NOTHING, batch.length)] };
  }
  takeOver(entries, batch);
  if (batch.length > 1) {
    const again = left().slice(0, MOST_ASKED_AGAIN);
    costs.push(costOfFallback(LEFT_OUT, again.length));
    for (const passage of again) takeOver(await ask([passage]), [passage]);
  }
  return { said, costs: [...costs, costOfFallback(LEFT_OUT_AGAIN, left().length)] };
}

export function saysNothing({ information, quotes }: ExtractedPassage): boolean {
  return information.trim() === '' && quotes.length === 0;
}

/** The model's extractions with the rule's relevance where theirs is unknown, says nothing, or is too low. */
function gradeBesideRule(
  said: ReadonlyMap<ReadablePassage, ExtractedPassage>,
  ruled: ReadonlyMap<ReadablePassage, ExtractedPassage>,
  isInformative: boolean,
): Map<ReadablePassage, ExtractedPassage> {
  const toScore = ({ relevance, relevanceReason }: ExtractedPassage, index: number) => ({
    id: String(index),
    score: relevance,
    reason: relevanceReason,
  });
  // Of a passage without a matching word, the rule knows nothing.
  const known = [...said].map(([passage, extracted]) => {
    const own = ruled.get(passage);
    return own !== undefined && own.quotes.length > 0 ? own : extracted;
  });
  const byRule = known.map(toScore);
  const given = [...said.values()].map((extracted, index) => {
    const isUnknown = !isInformative || extracted.relevance === null;
    return toScore(isUnknown ? (known[index] ?? extracted) : extracted, index);
  });
  const scores = notBelowRule(given, new Map(byRule.map((score) => [score.id, score])));
  return new Map(
    [...said].map(([passage, extracted], index) => {
      const { score = null, reason = '' } = scores[index] ?? {};
      return [passage, { ...extracted, relevance: score, relevanceReason: reason }];
    }),
  );
}

type Entry = readonly [passage: ReadablePassage, extracted: ExtractedPassage];

function toInput(shared: Shared, batch: readonly ReadablePassage[]): ExtractFindingsStepInput {
  return { ...shared, passages: batch.map((passage, index) => ({ ...passage, id: shortId(index) })) };
}

/** The answer's entries for the requested passages. */
function entriesOf(answer: ExtractedFindings, batch: readonly ReadablePassage[]): Entry[] {
  return batch.flatMap((passage, index): Entry[] => {
    const extracted = entryOf(answer, shortId(index), batch.length === 1);
    return extracted === undefined ? [] : [[passage, extracted]];
  });
}

function costOfFallback(cause: string, count: number): ReasoningCost {
  const degradations = count === 0 ? [] : [{ step: extractFindingsStep.name, cause, count }];
  return { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations };
}

/** In order, grouped by language. */
function batchesOf(passages: readonly ReadablePassage[]): ReadablePassage[][] {
  const batches: ReadablePassage[][] = [];
  for (const group of Map.groupBy(passages, ({ language }) => language).values()) {
    let length = Number.POSITIVE_INFINITY;
    for (const passage of group) {
      length += passage.text.length;
      const batch = batches.at(-1);
      if (batch === undefined || batch.length === MAX_PASSAGES || length > MAX_LENGTH) {
        batches.push([passage]);
        length = passage.text.length;
      } else batch.push(passage);
    }
  }
  return batches;
}

/** The answer's entry for an id; an answer about a single passage can only mean that passage. */
function entryOf({ passages }: ExtractedFindings, id: string, isAlone: boolean): ExtractedPassage | undefined {
  const own = passages.filter((entry) => entry.id === id);
  const [first, ...others] = own.length === 0 && isAlone ? passages.slice(0, 1) : own;
  if (first === undefined || others.length === 0) return first;
  const information = [first, ...others].map((entry) => entry.information).filter((text) => text.trim() !== '');
  return {
    ...first,
    information: [...new Set(information)].join(' '),
    quotes: [first, ...others].flatMap(({ quotes }) => quotes),
  };
}

/** Whether an entry's quotations come from another passage of the batch. */
function isMixedUp(passage: ReadablePassage, { quotes }: ExtractedPassage, batch: readonly ReadablePassage[]): boolean {
  const isHeldBy = ({ text }: ReadablePassage): boolean =>
    quotes.some((quote) => locateQuote(quote.text, text) !== null);
  return !isHeldBy(passage) && batch.some((other) => other !== passage && isHeldBy(other));
}
