import type { Reasoned, ReasoningCost } from '../../../workflows/contracts/accounting.ts';
import { locateQuote } from '../../citations/quote-location.ts';
import type { ReadablePassage } from '../../extractive/passages/passage-reading.ts';
import { sumCosts } from '../engine/cost.ts';
import {
  type ExtractedFindings,
  type ExtractedPassage,
  type ExtractFindingsStepInput,
  extractFindingsStep,
} from './extract-findings.ts';

/** Passages per call; more make weak models mix them up. */
const MAX_PASSAGES = 10;
/** Characters of the passages of one call, unless one alone is longer; some 3,000 tokens. */
const MAX_LENGTH = 12_000;
const LEFT_OUT = 'the answer left passages out or mixed them up; they were read one by one';
const LEFT_OUT_AGAIN = 'the answer left passages out that were asked for alone; the offline rule read them';

/** The extraction from a passage, and whether the offline rule made it. */
export interface ReadPassage {
  readonly extracted: ExtractedPassage;
  readonly byRule: boolean;
}

/** Reads the passages of one input. */
type Read = (input: ExtractFindingsStepInput) => Promise<Reasoned<ExtractedFindings>>;

/**
 * Reads passages, several per call, grouped by language. Engines see short ids (`p1`, `p2`, …).
 *
 * Asks again for a single passage when the answer omits it or quotes another passage for it; if the answer still omits
 * it, the step's offline rule reads it. Both are degradations. Ignores unknown ids and merges entries with the same id.
 *
 * @returns one entry for each passage, in order
 */
export async function readInBatches(
  passages: readonly ReadablePassage[],
  shared: Omit<ExtractFindingsStepInput, 'passages'>,
  read: Read,
): Promise<Reasoned<readonly ReadPassage[]>> {
  const done = new Map<ReadablePassage, ReadPassage>();
  const costs: ReasoningCost[] = [];
  for (const batch of batchesOf(passages)) {
    const takeOver = async (asked: readonly ReadablePassage[]): Promise<void> => {
      const { value, cost } = await read(toInput(shared, asked));
      const byRule = cost.engine === 'offline';
      for (const [passage, extracted] of entriesOf(value, asked)) {
        if (byRule || !isMixedUp(passage, extracted, asked)) done.set(passage, { extracted, byRule });
      }
      costs.push(cost);
    };
    const left = (): ReadablePassage[] => batch.filter((passage) => !done.has(passage));

    await takeOver(batch);
    if (batch.length > 1) {
      const leftOut = left();
      costs.push(costOfFallback(LEFT_OUT, leftOut.length));
      for (const passage of leftOut) await takeOver([passage]);
    }
    const leftOutAgain = left();
    costs.push(costOfFallback(LEFT_OUT_AGAIN, leftOutAgain.length));
    for (const [passage, extracted] of entriesByRule(shared, leftOutAgain))
      done.set(passage, { extracted, byRule: true });
  }
  return { value: passages.flatMap((passage) => done.get(passage) ?? []), cost: sumCosts(costs) };
}

type Entry = readonly [passage: ReadablePassage, extracted: ExtractedPassage];

function toInput(
  shared: Omit<ExtractFindingsStepInput, 'passages'>,
  batch: readonly ReadablePassage[],
): ExtractFindingsStepInput {
  return { ...shared, passages: batch.map((passage, index) => ({ ...passage, id: shortId(index) })) };
}

/** The answer's entries for the requested passages. */
function entriesOf(answer: ExtractedFindings, batch: readonly ReadablePassage[]): Entry[] {
  return batch.flatMap((passage, index): Entry[] => {
    const extracted = entryOf(answer, shortId(index), batch.length === 1);
    return extracted === undefined ? [] : [[passage, extracted]];
  });
}

function entriesByRule(
  shared: Omit<ExtractFindingsStepInput, 'passages'>,
  passages: readonly ReadablePassage[],
): Entry[] {
  return entriesOf(extractFindingsStep.offline(toInput(shared, passages)), passages);
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

function shortId(index: number): string {
  return `p${index + 1}`;
}
