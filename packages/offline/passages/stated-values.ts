import { capitalisedMonths } from '@plumbline/language/figures';
import type { UnitForm } from '@plumbline/language/languages';
import type { AnswerForm } from '@plumbline/language/questions';
import { sourceOfAll } from '@plumbline/language/word-patterns';

const SECTION_REFERENCE = new RegExp(
  String.raw`(?:(?<!§)§+|\b(?:${sourceOfAll(({ sectionLabels }) => sectionLabels)}))\s*\d[\d.]*(?:\s*[a-z])?\b(?:\s*(?:,|${sourceOfAll(({ numberListJoints }) => numberListJoints)})\s*\d+[a-z]?\b)*`,
  'giu',
);
// Digits inside a name ("h2", "UTF8") are not a figure.
const FIGURE = /(?<![\p{L}_])\d/u;
const NUMBER_WORD = asciiWords(sourceOfAll(({ numberWords }) => numberWords));

const NUMBER = String.raw`(?:\d[\d.,]*|${sourceOfAll(({ countingNumbers }) => countingNumbers)})`;
const SPAN = `(?:${sourceOfAll(({ spans }) => spans)})`;
const MONTH = capitalisedMonths();

// "zum 1. Januar" is a date.
const ENUMERATOR = new RegExp(`(?:^|\\s)\\(?\\d{1,3}[a-z]?[.)](?=\\s)(?!\\s+(?:${MONTH})(?!\\p{L}))`, 'gu');
const DURATION = new RegExp(
  `(?<![\\p{L}\\d])${NUMBER}\\s+(?:\\p{L}+\\s+)?${SPAN}(?!\\p{L})|(?<!\\p{L})\\p{L}+(?:${sourceOfAll(({ spanAdjectives }) => spanAdjectives)})\\p{L}*`,
  'iu',
);
// "am dritten Werktag … zum Ablauf des übernächsten Monats": a period defined by its end.
const DEADLINE = asciiWords(sourceOfAll(({ deadlines }) => deadlines));
const DATE = new RegExp(
  `\\b\\d{1,2}\\.\\s*(?:${MONTH})|\\b(?:${MONTH})\\s+\\d{1,2}\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\b\\d{1,2}(?:[:.]\\d{2})?\\s*(?:${sourceOfAll(({ timesOfDay }) => timesOfDay)})`,
  'iu',
);
const EVENT = asciiWords(sourceOfAll(({ eventVerbs }) => eventVerbs));
// "bei Sonnenaufgang", "nach dem Zugang": an event as a point in time.
const AT_EVENT = new RegExp(
  String.raw`(?<!\p{L})(?:${sourceOfAll(({ eventLeads }) => eventLeads)})\s+\p{Lu}\p{Ll}+`,
  'u',
);
const MODAL = new RegExp(String.raw`\b(?:${sourceOfAll(({ modals }) => modals)})`, 'iu');
const REFUSES_OR_ALLOWS = asciiWords(sourceOfAll(({ permissions }) => permissions));

const DECIDES = new RegExp(String.raw`(?<![\p{L}-])(?:${sourceOfAll(({ decisions }) => decisions)})(?!\p{L})`, 'iu');
// "Use `--force`", "Run …", "you can set …", "Den Dienst neu starten:", "Drücken Sie …".
const INSTRUCTS = new RegExp(
  sourceOfAll(({ instructions }) => instructions),
  'iu',
);
/** A command, alone or after its introduction. */
const IS_CODE = /^(?:[^`]{0,250}:\s)?(?:`[^`]+`\s*)+$/u;

/** Symbols, beside which each language has names. */
const SYMBOLS: Readonly<Record<UnitForm, string>> = {
  money: String.raw`[€$£]|\bEUR\b`,
  speed: String.raw`\b(?:km\/h|m\/s|mph)\b`,
  sound: String.raw`\bdB\b`,
  mass: String.raw`\d\s*(?:kg|g|mg|t)\b`,
  length: String.raw`\d\s*(?:km|m|cm|mm)\b`,
};
const UNITS: Readonly<Record<UnitForm, RegExp>> = {
  money: unitPattern('money'),
  speed: unitPattern('speed'),
  sound: unitPattern('sound'),
  mass: unitPattern('mass'),
  length: unitPattern('length'),
};
const AGE = new RegExp(String.raw`\b(?:${sourceOfAll(({ ages }) => ages)})`, 'iu');
const PERCENT = new RegExp(String.raw`%|\b(?:${sourceOfAll(({ percents }) => percents)})\b`, 'iu');
const STATES_LIMIT = new RegExp(
  sourceOfAll(({ limits }) => limits),
  'u',
);
const IS_SPAN = new RegExp(`^${SPAN}$`, 'iu');
const NUMBER_OF = new RegExp(`(?<![\\p{L}\\d])${NUMBER}\\s+((?:\\p{L}+\\s+)?\\p{L}+)`, 'giu');
const NAMED_NUMBER = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ numberOf }) => numberOf)})\s+(\p{L}+)`, 'iu');
const SHARED_ENDING = 4;
// "Wilhelm Eisenarm", "Peter de Vries", "J. Smith", "the court", "der Arbeitgeber": a name of two parts, or a role.
const PERSON_LEAD = String.raw`\b(?:${sourceOfAll(({ personLeads }) => personLeads)})\s+(?:(?:${sourceOfAll(({ personArticles }) => personArticles)})\s+)?`;
const ROLE = String.raw`\p{L}(?:${sourceOfAll(({ roleEndings }) => roleEndings)})(?:${sourceOfAll(({ roleInflections }) => roleInflections)})?(?!\p{L})`;
const NAMES_SOMEBODY = new RegExp(
  String.raw`(?<![.!?]\s|^|\p{Lu})\p{Lu}[\p{L}'’.-]+\s+(?:(?:von|van|de|di|du|der|al|bin|ibn)\s+)*\p{Lu}\p{L}+|${PERSON_LEAD}\p{Lu}\p{L}+|${ROLE}`,
  'u',
);
const DEFINES = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ defines }) => defines)})`, 'iu');
/** A sentence may name somebody or define something in words that no pattern knows. */
const WITHOUT_NAME = 0.7;
const WITHOUT_DEFINITION = 0.7;
/** A sentence without a decision or an instruction may still be the answer: these forms have many wordings. */
const WITHOUT_DECISION = 0.6;
const WITHOUT_INSTRUCTION = 0.6;
/** Fit of a duration in another unit than the question names. */
const OTHER_SPAN = 0.7;
/** Fit of a duration that gives a point in time by counting from an event. */
const DURATION_AS_TIME = 0.85;
const UNIT_OF_TIME = new RegExp(
  sourceOfAll(({ spanStems }) => spanStems),
  'u',
);

/** Matches whole words of which `\\b` is the border. */
function asciiWords(source: string): RegExp {
  return new RegExp(String.raw`\b(?:${source})\b`, 'iu');
}

function unitPattern(form: UnitForm): RegExp {
  const names = sourceOfAll(({ unitsOfForm }) => unitsOfForm?.[form]);
  return new RegExp(String.raw`${SYMBOLS[form]}|\b(?:${names})\b`, 'iu');
}

/** Whether a text states a figure or a number in words, other than numbers of sections and list entries. */
export function statesValue(text: string): boolean {
  const rest = withoutReferences(text);
  return FIGURE.test(rest) || NUMBER_WORD.test(rest);
}

/**
 * How well a statement fits the form of the answer, 0..1: 1 if it states what is asked for (a duration, money, a figure
 * in the right unit), about a half if it states another figure, 0 if it states none.
 *
 * @param counted what the answer counts: the things, or the unit of a duration
 */
export function formFit(form: AnswerForm, statement: string, counted?: string): number {
  const text = withoutReferences(statement);
  const figure = FIGURE.test(text) || NUMBER_WORD.test(text);
  switch (form) {
    case 'open':
    case 'explanation':
      return 1;
    case 'person':
      return NAMES_SOMEBODY.test(text) ? 1 : WITHOUT_NAME;
    case 'definition':
      return DEFINES.test(text) ? 1 : WITHOUT_DEFINITION;
    case 'permission':
      return REFUSES_OR_ALLOWS.test(text) ? 1 : MODAL.test(text) ? 0.5 : 0;
    case 'decision':
      return DECIDES.test(text) || REFUSES_OR_ALLOWS.test(text) || figure ? 1 : WITHOUT_DECISION;
    case 'instruction':
      return INSTRUCTS.test(text) || IS_CODE.test(text) ? 1 : WITHOUT_INSTRUCTION;
    case 'time':
      return timeFit(text);
    case 'duration':
      return durationFit(text, figure, counted);
    case 'age':
      return AGE.test(text) && figure ? 1 : DURATION.test(text) ? 0.5 : 0;
    case 'count':
      return figure ? countFit(text, counted) : 0;
    case 'value':
      return valueFit(text, figure);
    case 'money':
    case 'speed':
    case 'sound':
    case 'mass':
    case 'length':
      return figure ? (UNITS[form].test(text) ? 1 : 0.3) : 0;
  }
}

function durationFit(text: string, figure: boolean, unit: string | undefined): number {
  if (DURATION.test(text)) return isInUnit(text, unit) ? 1 : OTHER_SPAN;
  return DEADLINE.test(text) ? 0.8 : figure ? 0.3 : 0;
}

function timeFit(text: string): number {
  if (DATE.test(text) || DEADLINE.test(text)) return 1;
  // "in drei Jahren von dem Zeitpunkt an": a time counted from an event.
  if (DURATION.test(text)) return DURATION_AS_TIME;
  return EVENT.test(text) || AT_EVENT.test(text) ? 0.5 : 0;
}

function valueFit(text: string, figure: boolean): number {
  const statesMeasure = PERCENT.test(text) || Object.values(UNITS).some((unit) => unit.test(text));
  if (statesMeasure || STATES_LIMIT.test(text)) return 1;
  if (DURATION.test(text)) return 0.85;
  return figure ? 0.6 : 0;
}

/** Whether a word is a unit of time, as in questions for a duration or an age. */
export function isMeasure(word: string): boolean {
  return IS_SPAN.test(word);
}

/** Whether a duration has the unit that the question names, if any: a question for hours needs no years. */
function isInUnit(text: string, asked: string | undefined): boolean {
  const unit = UNIT_OF_TIME.exec(asked?.toLowerCase() ?? '')?.[0];
  const durations = text.match(new RegExp(DURATION.source, 'giu')) ?? [];
  // "zweiwöchig", "dreijährig": the adjectives have umlauts.
  return unit === undefined || durations.some((duration) => withoutUmlauts(duration).includes(unit));
}

function withoutUmlauts(text: string): string {
  return text.toLowerCase().replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u');
}

/** "Maximum number of retries" states that it counts, and "number of milliseconds" that it measures. */
function countFit(text: string, counted: string | undefined): number {
  const named = NAMED_NUMBER.exec(text)?.[1];
  if (named !== undefined) return isMeasure(named) ? 0.3 : 1;
  return counted === undefined || countsThings(text, counted) ? 1 : 0.6;
}

/** Whether a number precedes what is counted, or a word with the same last part ("5 Feiertage" for "Ruhetage"). */
function countsThings(text: string, counted: string): boolean {
  const ending = counted.toLowerCase().slice(-SHARED_ENDING);
  return [...text.matchAll(NUMBER_OF)].some(([, words]) => words?.toLowerCase().includes(ending) === true);
}

function withoutReferences(text: string): string {
  return text.replace(SECTION_REFERENCE, ' ').replace(ENUMERATOR, ' ');
}
