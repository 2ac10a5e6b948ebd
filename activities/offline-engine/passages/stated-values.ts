import type { AnswerForm } from '../../language/question/answer-form.ts';

const SECTION_REFERENCE =
  /(?:(?<!§)§+|\b(?:Abs(?:atz|ätze|\.)?|Nr\.?|Nummern?|Satz|Sätze|Art(?:\.|ikel|icle)?|Buchst(?:abe|\.)|Anlage|Anhang|Annex|Section|Kapitel|Teil|RFC|ISO|v))\s*\d[\d.]*(?:\s*[a-z])?\b(?:\s*(?:,|und|bis|oder|and|to|or)\s*\d+[a-z]?\b)*/giu;
// Digits inside a name ("h2", "UTF8") are not a figure.
const FIGURE = /(?<![\p{L}_])\d/u;
const NUMBER_WORD =
  /\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}*(?:zehn|zig|hundert|tausend)|hälfte|halben?|doppelten?|drittel|viertel|zwölftel|(?:ein|zwei|drei|vier|sechs|sieben|acht|neun|zehn|zwölf)(?:jährige?|monatige?|wöchige?|tägige?)\p{L}*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|double|infinity|unlimited|unbegrenzt|disabled)\b/iu;

const NUMBER =
  '(?:\\d[\\d.,]*|ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\\p{L}*(?:zehn|zig|hundert|tausend)|halbe[mnrs]?|one|an?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|\\p{L}+ty)';
const SPAN =
  '(?:(?:Kalender|Werk|Arbeits|Lebens)?(?:jahr|monat|woche|tag|stunde|minute|(?:milli)?sekunde)(?:e?[ns]?)|years?|months?|weeks?|(?:working\\s+)?days?|hours?|minutes?|(?:milli)?seconds?)';
const MONTH =
  'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|January|February|March|April|May|June|July|August|September|October|November|December';

// "zum 1. Januar" is a date.
const ENUMERATOR = new RegExp(`(?:^|\\s)\\(?\\d{1,3}[a-z]?[.)](?=\\s)(?!\\s+(?:${MONTH})(?!\\p{L}))`, 'gu');
const DURATION = new RegExp(
  `(?<![\\p{L}\\d])${NUMBER}\\s+(?:\\p{L}+\\s+)?${SPAN}(?!\\p{L})|(?<!\\p{L})\\p{L}+(?:jährig|monatig|wöchig|tägig|stündig|minütig)\\p{L}*`,
  'iu',
);
// "am dritten Werktag … zum Ablauf des übernächsten Monats": a period defined by its end.
const DEADLINE =
  /\bAblauf\b|\bspätestens\s+(?:am|bis|zum|mit)\b|\bbis\s+zum\s+(?:Ende|Schluss|Ablauf)\b|\b(?:at|by|before|until)\s+the\s+(?:end|close|expiry)\b/iu;
const DATE = new RegExp(
  `\\b\\d{1,2}\\.\\s*(?:${MONTH})|\\b(?:${MONTH})\\s+\\d{1,2}\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\b\\d{1,2}(?:[:.]\\d{2})?\\s*(?:Uhr\\b|o'clock|[ap]\\.?m\\b)`,
  'iu',
);
const EVENT =
  /\b(?:beginn(?:t|en)|endet?|enden|erlischt|läuft|sobald|ab\s+dem|starts?|begins?|ends?|expires?|upon|as\s+soon\s+as|from\s+the|at\s+(?:dawn|dusk|noon|midnight))\b/iu;
// "bei Sonnenaufgang", "nach dem Zugang": an event as a point in time.
const AT_EVENT = /(?<!\p{L})(?:[Bb]ei|[Nn]ach|[Vv]or|[Ss]eit|[Mm]it|[Zz]um|[Vv]om)\s+(?:de[mr]\s+)?\p{Lu}\p{Ll}+/u;
const MODAL =
  /\b(?:darf|dürfen|muss|müssen|kann|können|hat|haben\b.*\bzu|ist|sind)\b.*|\b(?:un)?zulässig|\bverboten|\berlaubt|\b(?:may|must|shall|can|cannot|allowed|forbidden|permitted|prohibited|required)\b/iu;
const REFUSES_OR_ALLOWS =
  /\b(?:darf|dürfen|verboten|erlaubt|untersagt|gestattet|(?:un)?zulässig|(?:un)?wirksam|berechtigt|verpflichtet|may|must|shall|cannot|allowed|forbidden|permitted|prohibited|entitled|obliged)\b/iu;

const DECIDES =
  /(?<![\p{L}-])(?:not|no|none|never|always|only|unless|except|cannot|without|yes|on|off|true|false|enabled?|disabled?|supports?|supported|available|included|optional|by default|defaults?|free|n't|nicht|keine?[mnrs]?|nie|niemals|immer|nur|außer|ohne|ja|nein|an|aus|eingeschaltet|ausgeschaltet|aktiviert|deaktiviert|unterstützt|enthalten|kostenlos|standardmäßig|geschlossen|möglich|nötig|erforderlich)(?!\p{L})/iu;
// "Use `--force`", "Run …", "you can set …", "Den Dienst neu starten:", "Drücken Sie …".
const INSTRUCTS =
  /(?:^|[.:;]\s+|,\s*(?:then\s+)?)(?:use|run|set|add|call|install|open|press|click|choose|select|type|enter|create|start|stop|turn|put|pass|edit|copy|download|remove|delete|execute|configure|enable|disable|switch|ask|send|write|fill|place|hold|push|pull|mix|apply|register|book)\b|\b(?:you\s+(?:can|must|may|should|need|have\s+to)|can\s+be\s+\p{L}+|is\s+(?:set|done|made|installed|started|configured|enabled|disabled)\s+(?:by|with|in|through|using))\b|(?<!\p{L})(?:\p{Lu}?\p{Ll}{2,}e?n\s+Sie|man\s+\p{Ll}+t|lässt\s+sich|(?:kann|können|muss|müssen)\b[^.;]*\p{Ll}en\b|mit\s+dem\s+Befehl|(?:wird|werden)\b[^.;]*\b(?:mit|durch|über|am|beim?)\s)|\p{Ll}{2}en:\s/iu;
/** A command, alone or after its introduction. */
const IS_CODE = /^(?:[^`]{0,250}:\s)?(?:`[^`]+`\s*)+$/u;

const UNITS: Readonly<Record<'money' | 'speed' | 'sound' | 'mass' | 'length', RegExp>> = {
  money: /\b(?:Euro|EUR|Cent|Mark|dollars?|pounds?|taler\p{L}*)\b|[€$£]/iu,
  speed:
    /\b(?:km\/h|m\/s|mph|Stundenkilometer|Kilometer\s+(?:pro|je|in\s+der)\s+Stunde|(?:kilomet\p{L}+|miles)\s+(?:per|an)\s+hour|knots|Knoten)\b/iu,
  sound: /\bdB\b|\bDezibel\b|\bdecibels?\b/iu,
  mass: /\d\s*(?:kg|g|mg|t)\b|\b(?:Kilogramm|Gramm|Tonnen?|kilograms?|grams?|tons?|tonnes?)\b/iu,
  length: /\d\s*(?:km|m|cm|mm)\b|\b(?:Kilometern?|Metern?|Zentimetern?|Millimetern?|met(?:er|re)s?|miles?|feet)\b/iu,
};
const AGE =
  /\balter\b.*\b(?:von|über|unter|ab|bis)\b|\bjahre\s+alt\b|\blebensjahr|\bvolljährig|\b(?:years?|weeks?|months?)\s+(?:old|of\s+age)\b|\bage\s+of\b|\baged\b/iu;
const PERCENT = /%|\bProzent(?:punkte?n?)?\b|\bvom\s+(?:Hundert|Tausend)\b|\bper\s*cent\b|\bpercent\b/iu;
const STATES_LIMIT =
  /(?:Höchst|Mindest)(?:betrag|grenze|wert|maß|satz|menge|zahl)|\b(?:die\s+Hälfte|das\s+Doppelte)\b/u;
const DIMENSIONS: Partial<Readonly<Record<AnswerForm, RegExp>>> = {
  duration: /frist|dauer|zeit|zeitraum|period|duration|term|deadline|time/iu,
  time: /beginn|anfang|ende|zeitpunkt|termin|frist|fällig|start|begin|date|deadline|expiry/iu,
  money: /betrag|beträge|höhe|höchst|preis|kosten|gebühr|entgelt|lohn|amount|price|cost|fee|limit|pay/iu,
  age: /alter|age/iu,
  count: /zahl|dauer|umfang|menge|number|size|duration/iu,
  speed: /geschwindigkeit|speed/iu,
  sound: /geräusch|lärm|schall|pegel|noise|sound/iu,
  value: /höhe|höchst|grenz|wert|satz|umfang|limit|value|rate|amount|maximum|minimum/iu,
  permission: /verbot|verboten|erlaub|schutz|pflicht|zulässig|recht|ban|permission|right|duty|obligation/iu,
};
const IS_SPAN = new RegExp(`^${SPAN}$`, 'iu');
const NUMBER_OF = new RegExp(`(?<![\\p{L}\\d])${NUMBER}\\s+((?:\\p{L}+\\s+)?\\p{L}+)`, 'giu');
const NAMED_NUMBER = /(?<!\p{L})(?:(?:number|count)\s+of\s+(\p{L}+)|(?:an)?zahl\s+(?:der|von)\s+(\p{L}+))/iu;
const SHARED_ENDING = 4;
// "Wilhelm Eisenarm", "Peter de Vries", "J. Smith", "the court", "der Arbeitgeber": a name of two parts, or a role.
const NAMES_SOMEBODY =
  /(?<![.!?]\s|^|\p{Lu})\p{Lu}[\p{L}'’.-]+\s+(?:(?:von|van|de|di|du|der|al|bin|ibn)\s+)*\p{Lu}\p{L}+|\b(?:by|von|durch)\s+(?:the\s+|de[rmn]\s+|die\s+)?\p{Lu}\p{L}+|\p{L}(?:er|or|ist|ant|ent|behörde|amt|gericht|ministerium|minister|kommission|king|queen|court|council|committee|ministry|authority|agency|president|owner)(?:in|innen|en|s)?(?!\p{L})/u;
const DEFINES =
  /(?<!\p{L})(?:(?:is|are|was|were)\s+(?:an?|the|any|all|every|one)\s|means?\b|(?:is|are)\s+(?:called|defined|known)\b|refers?\s+to\b|(?:ist|sind|war|waren)\s+(?:eine?r?|der|die|das|jede[rs]?|alle)\s|bedeutet|bezeichnet|heißt|gilt\s+als|im\s+Sinne|versteht\s+man)/iu;
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
const UNIT_OF_TIME = /jahr|monat|woch|tag|stund|minut|sekund|year|month|week|day|hour|second/u;

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

/** Whether a heading announces what the form measures: "Dauer des Urlaubs", "Amount". */
export function namesDimension(form: AnswerForm, heading: string): boolean {
  return DIMENSIONS[form]?.test(heading) ?? true;
}

/** Whether a word is a unit of time, as in questions for a duration or an age. */
export function isMeasure(word: string): boolean {
  return IS_SPAN.test(word);
}

/** Whether a word asks for a price. */
export function isCost(word: string): boolean {
  return /^(?:costs?|kosten|kostet)$/iu.test(word);
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
  const [, english, german] = NAMED_NUMBER.exec(text) ?? [];
  const named = english ?? german;
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
