import { sourceOfAll } from '@plumbline/language/word-patterns';
import { namedReferencesIn } from '@plumbline/quotes/references';
import { statesValue } from './stated-values.ts';

const DEFINITION = new RegExp(String.raw`\b(?:${sourceOfAll(({ definitions }) => definitions)})\b`, 'iu');
// "`name` …": an entry of a parameter list.
const DEFINED_NAME = /^(?:\*\*|__)?`[^`]+`/;
/** Why the words of a quote must stay as they are. */
export type QuoteReason = 'definition' | 'figure' | 'condition' | 'norm' | 'wording';

const CONDITION = new RegExp(String.raw`\b(?:${sourceOfAll(({ conditions }) => conditions)})\b`, 'iu');
const PHRASES: Readonly<Record<string, Readonly<Record<QuoteReason, string>>>> = {
  de: {
    definition: 'Begriffsbestimmung',
    figure: 'Zahl oder Grenzwert',
    condition: 'Bedingung oder Ausnahme',
    norm: 'genannte Vorschrift',
    wording: 'Wortlaut',
  },
  en: {
    definition: 'definition',
    figure: 'figure or threshold',
    condition: 'condition or exception',
    norm: 'named norm',
    wording: 'wording',
  },
};

/** The first reason that fits a statement. */
export function quoteReasonOf(statement: string): QuoteReason {
  if (isDefinition(statement)) return 'definition';
  if (statesValue(statement)) return 'figure';
  if (CONDITION.test(statement)) return 'condition';
  return namedReferencesIn(statement).length > 0 ? 'norm' : 'wording';
}

/** Words a reason in the language of the passage, or in English if there are no phrases for that language. */
export function describeQuoteReason(reason: QuoteReason, language: string): string {
  return (PHRASES[language] ?? PHRASES['en'])?.[reason] ?? reason;
}

/** Whether a statement defines a word for its document. */
function isDefinition(statement: string): boolean {
  return DEFINITION.test(statement) || DEFINED_NAME.test(statement);
}
