/** What form the answer to a question takes: a number of things, another figure, or `open` when any sentence may be one. */
export type AnswerForm = 'count' | 'value' | 'open';

const ASKS_FOR_COUNT = /\b(?:wie\s+(?:viele?n?|oft|häufig)|wieviele?|how\s+(?:many|often))\b/iu;

const ASKS_FOR_VALUE: readonly RegExp[] = [
  /\bwie\s+(?:viele?n?|hoch|lang|lange|schnell|laut|oft|häufig|alt|jung|groß|weit|schwer|stark|spät|früh|teuer|breit|tief)\b/iu,
  /\bwieviele?\b|\b(?:mindestens|höchstens|frühestens|spätestens|maximal|minimal)\b/iu,
  /\b(?:bis zu|ab|nach|in|innerhalb|von) (?:welche[mrn]?|wie)\b/iu,
  /\bwelche[rsn]?\s+(?:\p{L}+\s+)?\p{L}*(?:frist|höhe|grenze|grenzwerte?|dauer|betrag|alter|anzahl|zahl|satz|wert|zeit|menge)\b/iu,
  /\b(?:standardwert|voreinstellung|vorgabewert)\b/iu,
  /\bhow\s+(?:many\s+times|many|much|long|often|far|large|big|high|old|fast|late|soon)\b/iu,
  /\b(?:default|maximum|minimum|limit|deadline|rate|number|amount|size|timeout|age)\s+(?:of|for|value|period)\b|\bby default\b|\bdefaults?\b/iu,
  /\b(?:up to|at|within|from|after|for)\s+(?:which|what|how)\b/iu,
];

// "Wie lange", "how many", "what happens when": the shape of the question, not its subject.
const INTERROGATIVE =
  /\b(?:wie\s+(?:viele\s+male|viele?n?|hoch|lange|lang|schnell|laut|oft|häufig|alt|groß|weit|schwer|stark|spät|früh)|how\s+(?:many\s+times|many|much|long|often|far|large|big|high|old|fast|late|soon)|what\s+happens|was\s+passiert)(?!\p{L})/giu;

const SECTION_REFERENCE =
  /(?:§+|\b(?:Abs(?:atz|ätze|\.)?|Nr\.?|Nummern?|Satz|Sätze|Art(?:\.|ikel|icle)?|Buchst(?:abe|\.)|Anlage|Anhang|Annex|Section|Kapitel|Teil|RFC|ISO|v))\s*\d+[\d.]*\s*[a-z]?\b(?:\s*(?:,|und|bis|oder|and|to|or)\s*\d+[a-z]?\b)*/giu;
const ENUMERATOR = /(?:^|\s)\(?\d{1,3}[a-z]?[.)](?=\s)/gu;
// Digits inside a name ("h2", "UTF8") are no figure.
const FIGURE = /(?<![\p{L}_])\d/u;
const NUMBER_WORD =
  /\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}*(?:zehn|zig|hundert|tausend)|hälfte|halben?|doppelten?|drittel|viertel|zwölftel|(?:ein|zwei|drei|vier|sechs|sieben|acht|neun|zehn|zwölf)(?:jährige?|monatige?|wöchige?|tägige?)\p{L}*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|double|infinity|unlimited|unbegrenzt|disabled)\b/iu;

/** Reads the form of the expected answer from the wording of the question (German and English). */
export function answerFormOf(question: string): AnswerForm {
  if (ASKS_FOR_COUNT.test(question)) return 'count';
  return ASKS_FOR_VALUE.some((pattern) => pattern.test(question)) ? 'value' : 'open';
}

// "How does X work": the verb asks; in "work permit" the same word is the subject.
const HOW_IT_WORKS = /\b(?:do|does|did)\b([^.!?;,]*)\bwork(?!\p{L})/giu;

/** The question without the words that only ask, in a text of the same meaning for a search. */
export function withoutInterrogatives(question: string): string {
  return question.replace(INTERROGATIVE, ' ').replace(HOW_IT_WORKS, '$1');
}

/** Whether a text states a figure or a number in words, other than numbers of sections and list entries. */
export function statesValue(text: string): boolean {
  const rest = text.replace(SECTION_REFERENCE, ' ').replace(ENUMERATOR, ' ');
  return FIGURE.test(rest) || NUMBER_WORD.test(rest);
}

const COUNT_WORD =
  /\b(?:number of|count of|times|how many|anzahl|zahl der|mal|maximum|mindestens|höchstens|insgesamt)\b/iu;

/** Whether a text speaks of a number of things. */
export function speaksOfCount(text: string): boolean {
  return COUNT_WORD.test(text);
}

const MONTH =
  'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|January|February|March|May|June|July|October|December';
const POINT_IN_TIME = new RegExp(
  `\\b(?:${MONTH})\\s+\\d{4}\\b|\\b\\d{1,2}\\.\\s*\\d{1,2}\\.\\s*\\d{4}\\b|\\b\\d{4}-\\d{2}(?:-\\d{2})?\\b`,
  'giu',
);

/** Months and days that a text names, in one spelling each. */
export function pointsInTime(text: string): string[] {
  return (text.match(POINT_IN_TIME) ?? []).map((match) => match.toLowerCase().replace(/\s+/g, ' '));
}
