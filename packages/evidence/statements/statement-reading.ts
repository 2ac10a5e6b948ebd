import { detectLanguage } from '@plumbline/language/detection';
import { placedFigures } from '@plumbline/language/figures';
import { LANGUAGES } from '@plumbline/language/languages';
import { analyzeTerms, type Term } from '@plumbline/language/terms';
import { sourceOf, sourceOfAll, wholeWordsOfAll, wordSet } from '@plumbline/language/word-patterns';
import { isUnitName, namesIn } from '../claims/names.ts';
import { isNegator } from '../claims/polarity.ts';
import { eventsIn, eventSpansIn, type StatedEvent } from './events.ts';
import { readFigures, type StatedFigure, type StatedTime, timesIn } from './figures-and-times.ts';

/** Who says it and when, at the end: ", the agency announced on 2 March", ", teilte die Behörde am 2. März mit". */
const TRAILING = new RegExp(
  String.raw`,\s+(?:(?:(?:${sourceOfAll(({ tellingLeads }) => tellingLeads)})\s+)?(?:[^,;]{2,80}?\s)?(?:${sourceOfAll(({ tellingVerbs }) => tellingVerbs)})(?!\p{L})|${sourceOfAll(({ tellers }) => tellers)})[^,;]*$`,
  'iu',
);
/** The same in front: "The agency said on 2 March that". */
const LEADING = new RegExp(
  String.raw`^[^,;]{2,80}?\s(?:${sourceOfAll(({ leadingTellingVerbs }) => leadingTellingVerbs)})(?!\p{L})[^,;]*?,?\s(?:${sourceOfAll(({ thatWords }) => thatWords)})\s`,
  'iu',
);

/** A sentence, read for comparison with another. */
export interface ReadStatement {
  readonly text: string;
  readonly language: string;
  /** Stems of what it is about: without events, figures, dates, and words of reporting. */
  readonly subject: ReadonlySet<string>;
  /** Stems of the clause that holds the event, or of the first one. */
  readonly core: ReadonlySet<string>;
  /** Its stems that belong to names. */
  readonly names: ReadonlySet<string>;
  readonly events: readonly StatedEvent[];
  readonly figures: readonly StatedFigure[];
  readonly times: readonly StatedTime[];
  /** Stems of who acts; empty where the sentence does not show it. */
  readonly agent: ReadonlySet<string>;
  /** Stems of its verbs that are no known events. */
  readonly deeds: ReadonlySet<string>;
  /** It tells what holds from then on: a later one replaces it. */
  readonly isInForce: boolean;
  /** It tells of what is to come, or of what has come; null where it does not show. */
  readonly standing: 'planned' | 'done' | null;
}

/** Words that tell how something became known, or that stand in any news. */
const REPORTING = wordSet(({ newsWords }) => newsWords);
/** A negation, of which only the first word is a negator. */
const NO_LONGER = wholeWordsOfAll(({ noLonger }) => noLonger, 'giu');
const PLANNED = wholeWordsOfAll(({ planned }) => planned);
const DONE = wholeWordsOfAll(({ done }) => done);
const AUXILIARY = wholeWordsOfAll(({ agentVerbs }) => agentVerbs);
const PASSIVE = wholeWordsOfAll(({ passives }) => passives);
const BY = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ by }) => by)})\s+(?!\d)`, 'iu');
const AGENT_BORDER = new RegExp(String.raw`[,;.]|\s(?:${sourceOfAll(({ agentBorders }) => agentBorders)})\s`, 'u');
/** What follows is where or when, and not who. */
const OPENS_WITH_PLACE = new RegExp(String.raw`^(?:${sourceOfAll(({ placeLeads }) => placeLeads)})(?!\p{L})`, 'iu');
const IN_FORCE = wholeWordsOfAll(({ inForce }) => inForce);
/** What shows a name in a language of which nothing else is known to show one. */
const POSSESSIVE = /(?<!\p{L})\p{Lu}[\p{L}-]+(?=[’']s(?!\p{L}))/gu;
const NAME_CONTEXTS = new Map(
  LANGUAGES.map(({ code, nameContext }) => [
    code,
    nameContext === undefined ? POSSESSIVE : new RegExp(sourceOf(nameContext), 'gu'),
  ]),
);

/** Reads a statement in its own language. @param fallback ISO 639-1 code where it cannot be told */
export function readInOwnLanguage(text: string, fallback: string): ReadStatement {
  const language = detectLanguage(text);
  return readStatement(text, language === 'und' ? fallback : language);
}

/** @param language ISO 639-1 code */
export function readStatement(told: string, language: string): ReadStatement {
  const clause = reportingClauseIn(told);
  const text = clause === null ? told : blanked(told, clause);
  const times = timesIn(text);
  const untimed = times.reduce((rest, span) => blanked(rest, span), text);
  const plain = [...placedFigures(untimed), ...eventSpansIn(untimed)].reduce(
    (rest, span) => blanked(rest, span),
    untimed,
  );
  const { figures, identifiers } = readFigures(untimed, language);
  const subject = new Set([...stemsIn(plain, language), ...identifiers]);
  const events = eventsIn(text);
  const names = new Set(nameWordsIn(plain, language).flatMap((name) => [...stemsIn(name, language)]));
  return {
    text: told,
    language,
    subject,
    core: new Set([...stemsIn(mainClauseOf(plain, text, events[0]), language), ...identifiers]),
    names: new Set([...names, ...identifiers].filter((stem) => subject.has(stem))),
    events,
    figures,
    times,
    agent: stemsIn(agentIn(plain, events[0]), language),
    deeds: deedsIn(plain, language),
    isInForce: IN_FORCE.test(text),
    standing: PLANNED.test(text) ? 'planned' : DONE.test(text) ? 'done' : null,
  };
}

/** "Delivered", "waived"; irregular verbs do not show. */
const DEED = wholeWordsOfAll(({ deeds }) => deeds, 'gu');

function deedsIn(plain: string, language: string): Set<string> {
  const deeds = [...plain.matchAll(DEED)].map(([word]) => word).filter((word) => word === word.toLowerCase());
  return stemsIn(deeds.join(' '), language);
}

/** Reasons, circumstances and reporting stand in clauses of their own. */
const CLAUSE_BORDER = new RegExp(
  String.raw`[,;:]\s|\s(?=(?:${sourceOfAll(({ subordinators }) => subordinators)})\s)`,
  'giu',
);

/** @param plain the text with events, figures and dates blanked out */
function mainClauseOf(plain: string, text: string, event: StatedEvent | undefined): string {
  const at = event?.start ?? 0;
  const borders = [...text.matchAll(CLAUSE_BORDER)].map(({ index }) => index);
  const start = borders.findLast((border) => border < at) ?? 0;
  const end = borders.find((border) => border >= (event?.end ?? at)) ?? text.length;
  return plain.slice(start, end);
}

function stemsIn(text: string, language: string): Set<string> {
  const isSubject = ({ isStopWord, surface }: Term): boolean =>
    !isStopWord &&
    !isNegator(surface) &&
    !REPORTING.has(surface.toLowerCase()) &&
    !isUnitName(surface) &&
    surface.length > 1;
  return new Set(
    analyzeTerms(text.replace(NO_LONGER, ' '), language)
      .filter(isSubject)
      .map(({ stem }) => stem),
  );
}

function nameWordsIn(text: string, language: string): string[] {
  const behind = text.match(NAME_CONTEXTS.get(language) ?? POSSESSIVE) ?? [];
  return [...namesIn(text, language), ...behind];
}

/** The words before the verb, or those behind "by" in the passive; the events themselves are blanked out. */
function agentIn(plain: string, event: StatedEvent | undefined): string {
  const before = plain.slice(0, event?.start ?? 0);
  const auxiliary = AUXILIARY.exec(before);
  if (PASSIVE.test(plain)) {
    const by = BY.exec(plain);
    return by === null ? '' : (plain.slice(by.index + by[0].length).split(AGENT_BORDER)[0] ?? '');
  }
  const subject = auxiliary === null ? before : before.slice(0, auxiliary.index);
  return OPENS_WITH_PLACE.test(subject.trim()) ? '' : subject;
}

/** With as many spaces, so that positions stay. */
function blanked(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
}

/** Where a sentence says who told it, and when: its dates say when it was told. Null: nowhere. */
function reportingClauseIn(text: string): { readonly start: number; readonly end: number } | null {
  const bare = text.trimEnd().replace(/[.!?]$/u, '');
  const clause = TRAILING.exec(bare);
  if (clause !== null) return { start: clause.index, end: bare.length };
  const opening = LEADING.exec(bare);
  return opening === null ? null : { start: 0, end: opening[0].length };
}
