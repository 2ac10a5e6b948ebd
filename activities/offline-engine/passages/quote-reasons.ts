import { LANGUAGES } from '../../language/languages/languages.ts';
import { sourceOf, sourceOfAll } from '../../language/languages/word-patterns.ts';
import { type AnswerForm, asksForFigure } from '../../language/question/answer-form.ts';
import { namedReferencesIn } from '../../language/references/named-references.ts';
import { statesValue } from './stated-values.ts';

// "§ 5 gilt entsprechend", "remains unaffected": says where something else is, not what.
const REFERS_ONLY = new RegExp(String.raw`\b(?:${sourceOfAll(({ refersOnly }) => refersOnly)})\b`, 'iu');
const EXCEPTION = new RegExp(
  String.raw`^\W*(?:\(\d+[a-z]?\)\s*)?(?:${sourceOfAll(({ exceptionOpenings }) => exceptionOpenings)})|\b(?:${sourceOfAll(({ exceptions }) => exceptions)})`,
  'iu',
);
const DEFINITION = new RegExp(String.raw`\b(?:${sourceOfAll(({ definitions }) => definitions)})\b`, 'iu');
// "`name` …": an entry of a parameter list.
const DEFINED_NAME = /^(?:\*\*|__)?`[^`]+`/;
// A noun that the statement excludes: "wenn dieser kein Käufer ist", "an denen ein Käufer nicht beteiligt ist".
const EXCLUDED_NOUNS = new Map(
  LANGUAGES.map(({ code, excludedNouns = '' }) => [code, new RegExp(sourceOf(excludedNouns), 'gu')]),
);

// "`npm start`", "Show the tides: `tides show`": only code, with an optional introduction.
const CODE = /^(?:[^`]{0,250}:\s)?(?:`[^`]+`\s*)+$/u;
// "Type: boolean; Default: false": a list of facts.
const FACTS = /^(?:[^:;]{1,100}:\s)?\p{Lu}[\p{L} -]{1,30}:\s[^;]+(?:;\s\p{Lu}[\p{L} -]{1,30}:\s[^;]+)+$/u;

const REFERENCE_SHARE = 0.6;
const CODE_SHARE = 0.8;
const FACTS_SHARE = 0.8;
const EXCEPTION_SHARE = 0.85;
const DEFINITION_SHARE = 0.85;

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

/**
 * Factor for the kind of a statement, 0..1: a rule is worth more than a mere reference, an exception or a definition,
 * unless the question asks for those. Code says how to do something, and a list of facts how much, but neither says
 * what a thing is.
 */
export function roleFactor(statement: string, form: AnswerForm): number {
  if (form !== 'instruction' && CODE.test(statement)) return CODE_SHARE;
  if (!asksForFigure(form) && form !== 'decision' && FACTS.test(statement)) return FACTS_SHARE;
  if (REFERS_ONLY.test(statement)) return REFERENCE_SHARE;
  if (EXCEPTION.test(statement)) return EXCEPTION_SHARE;
  return DEFINITION.test(statement) ? DEFINITION_SHARE : 1;
}

/** Whether a statement defines a word for its document. */
export function isDefinition(statement: string): boolean {
  return DEFINITION.test(statement) || DEFINED_NAME.test(statement);
}

/** Removes the nouns that a statement excludes, so that they do not count as its subject. */
export function withoutExcludedNouns(statement: string, language: string): string {
  const excluded = EXCLUDED_NOUNS.get(language);
  return excluded === undefined ? statement : statement.replace(excluded, ' ');
}
