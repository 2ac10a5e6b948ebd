import { placedFigures } from '../../language/text/figures.ts';
import { detectLanguage } from '../../language/text/language.ts';
import { analyzeTerms, type Term } from '../../language/text/terms.ts';
import { isUnitName, namesIn } from '../claims/names.ts';
import { isNegator } from '../claims/polarity.ts';
import { eventsIn, eventSpansIn, type StatedEvent } from './events.ts';
import { readFigures, type StatedFigure, type StatedTime, timesIn } from './figures-and-times.ts';

/** Who says it and when, at the end: ", the agency announced on 2 March", ", teilte die Behörde am 2. März mit". */
const TRAILING =
  /,\s+(?:(?:as\s+|wie\s+)?(?:[^,;]{2,80}?\s)?(?:said|says|told|announced|announces|reported|reports|confirmed|confirms|stated|states|wrote|showed|shows|added|teilte|teilten|sagte|sagten|erklärte|erklärten|berichtete|berichteten|meldete|meldeten|bestätigte|bestätigten|schrieb|schrieben)(?!\p{L})|according to\s|laut\s|so\s(?=(?:der|die|das)\s))[^,;]*$/iu;
/** The same in front: "The agency said on 2 March that". */
const LEADING =
  /^[^,;]{2,80}?\s(?:said|says|told|announced|announces|reported|reports|confirmed|stated|wrote|added|sagte|erklärte|berichtete|meldete|bestätigte|teilte)(?!\p{L})[^,;]*?,?\s(?:that|dass)\s/iu;

/** A sentence, read for comparison with another. */
export interface ReadStatement {
  readonly text: string;
  readonly language: string;
  /** Stems of what it is about: without events, figures, dates, and words of reporting. */
  readonly subject: ReadonlySet<string>;
  /** Those of the clause that holds the event, or of the first one. */
  readonly core: ReadonlySet<string>;
  /** Those of its stems that belong to names. */
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
const REPORTING = new Set(
  [
    'said say says announced announce announces according reported report reports told spokesman spokeswoman statement',
    'monday tuesday wednesday thursday friday saturday sunday today yesterday tomorrow week month year also now already',
    'newly company group firm several only',
    'sagte sagt teilte mitteilte mitgeteilt erklärte laut zufolge sprecher sprecherin angaben bericht berichtete gab bekannt',
    'montag dienstag mittwoch donnerstag freitag samstag sonntag heute gestern morgen woche monat jahr auch bereits schon',
    'unternehmen konzern firma wieder beschluss plan plans planned unveränd',
  ].flatMap((line) => line.split(' ')),
);
/** A negation, of which only the first word is a negator. */
const NO_LONGER = /(?<!\p{L})(?:no|any)\s+(?:longer|more)(?!\p{L})/giu;
const PLANNED =
  /(?<!\p{L})(?:will|shall|(?:is|are)\s+to|plans?\s+to|wants?\s+to|intends?\s+to|aims?\s+to|(?:expected|planned|scheduled|due|set)\s+to|soll|sollen|plant|planen|wollen)(?!\p{L})/iu;
const DONE =
  /(?<!\p{L})(?:has|have|had|was|were|(?!announced|reported)\p{L}{2,}ed|began|rose|fell|won|lost|sold|bought|built|went|took|hat|haben|hatte|wurden?)(?!\p{L})/iu;
const AUXILIARY =
  /(?<!\p{L})(?:has|have|had|is|are|was|were|will|would|did|does|do|plans?|wants?|hat|haben|hatte|hatten|ist|sind|war|waren|wird|werden|wurde|wurden|will|soll|sollen)(?!\p{L})/iu;
const PASSIVE = /(?<!\p{L})(?:is|are|was|were|be|been|being|wird|werden|wurde|wurden|worden)(?!\p{L})/iu;
const BY = /(?<!\p{L})(?:by|von|vom|durch)\s+(?!\d)/iu;
/** What follows is where or when, and not who. */
const OPENS_WITH_PLACE =
  /^(?:at|in|on|after|before|from|for|with|bei|im|am|auf|nach|vor|mit|aus|für|an|seit|wegen|trotz)(?!\p{L})/iu;
const IN_FORCE =
  /(?<!\p{L})(?:(?:am|is|are|costs?|stands? at|amounts? to|(?:set|sets|fixed|fixes)\s(?:(?![.;]).){2,80}?\sat|beträgt|betragen|kostet|liegt bei|(?:setzte|legte)\s(?:(?![.;]).){2,80}?\sfest|festgesetzt|festgelegt))(?!\p{L})/iu;
const POSSESSIVE = /(?<!\p{L})\p{Lu}[\p{L}-]+(?=[’']s(?!\p{L}))/gu;
/** A German proper name stands without an article behind these. */
const GERMAN_NAME = /(?<=(?<!\p{L})(?:in|bei|aus|nach|von)\s{1,20})\p{Lu}[\p{L}-]+/gu;

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
const DEED = /(?<!\p{L})(?:\p{L}{2,}ed|ge\p{L}{2,}(?:t|en))(?!\p{L})/gu;

function deedsIn(plain: string, language: string): Set<string> {
  const deeds = [...plain.matchAll(DEED)].map(([word]) => word).filter((word) => word === word.toLowerCase());
  return stemsIn(deeds.join(' '), language);
}

/** Reasons, circumstances and reporting stand in clauses of their own. */
const CLAUSE_BORDER =
  /[,;:]\s|\s(?=(?:after|before|because|citing|amid|following|while|although|ruling|saying|as|that|which|who|nachdem|bevor|weil|obwohl|während)\s)/giu;

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
  const behind = language === 'de' ? (text.match(GERMAN_NAME) ?? []) : (text.match(POSSESSIVE) ?? []);
  return [...namesIn(text, language), ...behind];
}

/** The words before the verb, or those behind "by" in the passive; the events themselves are blanked out. */
function agentIn(plain: string, event: StatedEvent | undefined): string {
  const before = plain.slice(0, event?.start ?? 0);
  const auxiliary = AUXILIARY.exec(before);
  if (PASSIVE.test(plain)) {
    const by = BY.exec(plain);
    return by === null
      ? ''
      : (plain.slice(by.index + by[0].length).split(/[,;.]|\s(?:for|on|in|für|am|auf|zu)\s/u)[0] ?? '');
  }
  const subject = auxiliary === null ? before : before.slice(0, auxiliary.index);
  return OPENS_WITH_PLACE.test(subject.trim()) ? '' : subject;
}

/** With as many spaces, so that positions stay. */
function blanked(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
}

/** Where a sentence says who told it, and when: its dates are those of the telling. Null: nowhere. */
function reportingClauseIn(text: string): { readonly start: number; readonly end: number } | null {
  const bare = text.trimEnd().replace(/[.!?]$/u, '');
  const clause = TRAILING.exec(bare);
  if (clause !== null) return { start: clause.index, end: bare.length };
  const opening = LEADING.exec(bare);
  return opening === null ? null : { start: 0, end: opening[0].length };
}
