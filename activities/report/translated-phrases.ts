import { RULED_LANGUAGES } from '../../workflows/contracts/common/language-codes.ts';
import type { MeteringTerms } from '../../workflows/contracts/common/metering.ts';
import type { TranslatedPhrases } from '../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../workflows/contracts/research/accounting.ts';
import { isForeign } from '../language/text/language.ts';
import type { Reasoner } from '../model/engine/reasoner.ts';
import { NO_COST, withDegradation } from '../model/metering/paid-calls.ts';
import { translatePhrasesStep } from '../steps/translate-phrases.ts';
import { PHRASE_KEYS, type TranslatedTemplates } from '../wording/phrase-translation.ts';

/** How long a finished report waits for its words, in milliseconds; after that it has the English ones. */
const PATIENCE_MS = 20 * 60_000;
const MAX_CAUSE_LENGTH = 200;

const STEP = translatePhrasesStep.name;

/**
 * The fixed words of a report in a language that the project has none for. Whatever goes wrong, the report is worth
 * more than its words: it gets the English ones, and a degradation says why.
 *
 * @param terms absent: no model may be asked
 */
export async function translatePhrases(
  reasoner: Reasoner,
  language: string,
  terms: MeteringTerms | undefined,
  signal: AbortSignal,
): Promise<Reasoned<TranslatedPhrases | null>> {
  if (terms === undefined || language === 'und' || RULED_LANGUAGES.includes(language)) {
    return { value: null, cost: NO_COST };
  }
  try {
    const patient = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const call = { engine: 'configured' as const, metering: terms, signal: patient };
    const { value, cost } = await reasoner.run(translatePhrasesStep, { language }, call);
    if (cost.engine !== 'model') return { value: null, cost };
    if (isForeign(longestOf(value), language)) {
      return { value: null, cost: degraded(cost, `the answer is not in the language "${language}"`) };
    }
    const missing = PHRASE_KEYS.filter((key) => value[key] === undefined);
    return {
      value: { language, templates: value },
      cost: missing.length === 0 ? cost : degraded(cost, `said in English: ${missing.join(', ')}`),
    };
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.message : String(error);
    return { value: null, cost: degraded(NO_COST, cause) };
  }
}

function degraded(cost: Reasoned<unknown>['cost'], cause: string): Reasoned<unknown>['cost'] {
  return withDegradation(cost, { step: STEP, cause: cause.slice(0, MAX_CAUSE_LENGTH), count: 1 });
}

/** Whole sentences tell their language best. */
function longestOf(templates: TranslatedTemplates): string {
  const sentences = Object.values(templates).filter((text) => !text.includes('{'));
  return sentences
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)
    .join(' ');
}
