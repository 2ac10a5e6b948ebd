/**
 * The form of the answer to a question: a number of things, a duration, money, a figure with a unit, an age, a point in
 * time, a person or body, a definition, a permission or its opposite, a yes or no, an instruction, some other figure, or
 * `open` if any sentence may answer.
 */
export type AnswerForm =
  | 'count'
  | 'duration'
  | 'money'
  | 'speed'
  | 'sound'
  | 'mass'
  | 'length'
  | 'age'
  | 'time'
  | 'value'
  | 'person'
  | 'definition'
  | 'permission'
  | 'decision'
  | 'instruction'
  | 'open';

const SPAN =
  '(?:Jahr|Monat|Woche|Tag|Werktag|Stunde|Minute|Sekunde)(?:e?n)?|years?|months?|weeks?|days?|hours?|minutes?|seconds?';
const ASKS_FOR: readonly (readonly [AnswerForm, RegExp])[] = [
  ['age', /\bwie\s+(?:alt|jung)\b|\bwelche[mnrs]?\s+\p{L}*alter\b|\bhow\s+(?:old|young)\b|\b(?:what|which)\s+age\b/iu],
  [
    'duration',
    new RegExp(
      `\\bwie\\s*viele[nr]?\\s+(?:${SPAN})\\b|\\bhow\\s+many\\s+(?:${SPAN})\\b|\\bwie\\s+lange\\b|\\bwie\\s+lang\\b.*(?:frist|dauer|zeit|pause)\\b|\\bwelche[mnrs]?\\s+(?:\\p{L}+\\s+)?\\p{L}*(?:frist|dauer|zeit|zeitraum)\\b|\\bhow\\s+long\\b|\\b(?:within|after|for)\\s+(?:what|which|how\\s+much)\\s+(?:time|period)\\b`,
      'iu',
    ),
  ],
  ['speed', /\bwie\s+schnell\b|\bhow\s+fast\b|\bwelche\s+\p{L}*geschwindigkeit\b|\b(?:what|which)\s+speed\b/iu],
  ['sound', /\bwie\s+laut\b|\bhow\s+(?:loud|noisy)\b/iu],
  ['mass', /\bwie\s+(?:schwer|viel\s+(?:wiegt|darf\b.*\bwiegen))\b|\bwelches\s+\p{L}*gewicht\b|\bhow\s+heavy\b/iu],
  ['length', /\bwie\s+(?:weit|breit|tief)\b|\bhow\s+(?:far|wide|deep|tall)\b/iu],
  [
    'money',
    /\bwelche[mnrs]?\s+(?:\p{L}+\s+)?\p{L}*(?:betrag|summe|preis|gebühr|entgelt)\b|\bwie\s+teuer\b|\bwie\s*viel\s+(?:geld|euro|kostet)\b|\bwas\s+kosten?t?\b|\bhow\s+much\s+(?:money|does\b.*\bcost)\b|\bwhat\s+(?:does|do|did)\b.*\bcost\b|\b(?:what|which)\s+(?:monthly\s+|annual\s+)?(?:amount|sum|price|fee|pay)\b/iu,
  ],
  ['count', /\b(?:wie\s+(?:viele[nr]?|oft|häufig)|wieviele[nr]?|how\s+(?:many|often))\b/iu],
  [
    'value',
    /\bwie\s*viel\b|\bwelche[nrs]?\s+(?:\p{L}+\s+)?(?:\p{L}*anteil|teil|prozentsatz)\b|\b(?:what|which)\s+(?:share|percentage|part)\b|\bwie\s+(?:hoch|lang|groß|stark)\b|\b(?:mindestens|höchstens|maximal|minimal)\b|\b(?:bis zu|ab|nach|in|innerhalb|von)\s+(?:welche[mrn]?|wie)\b/iu,
  ],
  [
    'value',
    /\bwelche[rsnm]?\s+(?:\p{L}+\s+)?\p{L}*(?:höhe|grenze|grenzwerte?|anzahl|zahl|satz|wert|menge)\b|\b(?:standardwert|voreinstellung|vorgabewert|obergrenze|untergrenze|höchstgrenze)\b/iu,
  ],
  [
    'value',
    /\bhow\s+(?:much|large|big|high|late|soon)\b|\b(?:default|maximum|minimum|limit|deadline|rate|number|amount|size|timeout)\s+(?:of|for|value|period)\b|\bby default\b|\bdefaults?\b|\b(?:up to|at|within|from|after|for)\s+(?:which|what|how)\b/iu,
  ],
  ['time', /\bwann\b|\bwie\s+(?:spät|früh)\b|\b(?:frühestens|spätestens)\b|\bwhen\b/iu],
  ['person', /^\W*(?:(?:for|from|by|with|to|nach|von|mit|für|an)\s+)?(?:who|whom|whose|wer|wen|wem|wessen)\b/iu],
  [
    'definition',
    /^\W*(?:what\s+(?:is|are)\s+(?:an?\s+)?[\p{L}-]+(?:\s+[\p{L}-]+)?[^\p{L}\p{N}-]*$|what\s+does\b.*\bmean\b|was\s+(?:ist|sind)\s+(?:eine?\s+)?[\p{L}-]+[^\p{L}\p{N}-]*$|was\s+(?:bedeutet|heißt|versteht\s+man)\b|(?:define|wie\s+(?:ist|wird)\b.*\bdefiniert))/iu,
  ],
  [
    'permission',
    /^\W*(?:darf|dürfen|muss|muß|müssen|kann|können|soll|sollen|may|must|can|is\s+it\s+(?:allowed|forbidden|legal)|am\s+i\s+allowed|(?:ist|sind)\s+(?:es\s+)?(?:erlaubt|verboten|zulässig))(?!\p{L})/iu,
  ],
];

// "Wie lange", "how many", "what happens when": the form of the question, not its subject.
const INTERROGATIVE =
  /\b(?:wie\s+(?:viele\s+male|viele?n?|hoch|lange|lang|schnell|laut|oft|häufig|alt|groß|weit|schwer|stark|spät|früh)|how\s+(?:many\s+times|many|much|long|often|far|large|big|high|old|fast|late|soon)|what\s+happens|was\s+passiert)(?!\p{L})/giu;

// "Is TLS on by default?", "Unterstützt der Dienst …?": questions that begin with the verb.
const ASKS_YES_OR_NO =
  /^\W*(?:(?:is|are|was|were|does|do|did|has|have|will|would|should|could)\s+(?!\w+ing\b)|(?:ist|sind|war|waren|hat|haben|wird|werden|gibt|gilt|braucht|brauche|brauchen|funktioniert|unterstützt|enthält|gehört|kostet|soll|sollte)\s+\p{L})/iu;
const BY_DEFAULT = /\bby\s+default\b|\bstandardmäßig\b/iu;
const ASKS_HOW =
  /^\W*(?:how\s+(?:do|can|should|could|must)\s+(?:i|we|you|one|people|users)\b|how\s+to\b|how\s+(?:is|are)\b.*\b\p{L}{3,}(?:ed|lt|nt|en)\W*$|(?:with|by)\s+(?:which|what)\s+command\b|(?:which|what)\s+command\b|wie\s+(?!viele?|lange?|oft|hoch|groß|alt|weit|schwer|schnell|laut|spät|früh|tief|breit|teuer|häufig)(?:\p{L}+e|kann|muss|soll|sollte|darf|wird|werden|geht|lässt)\s+(?:ich|wir|man|der|die|das|ein|eine|einen|den|sich)\b|(?:mit\s+)?welche[mnrs]?\s+befehl\b)/iu;

/** Derives the form of the expected answer from the wording of the question (German and English). */
export function answerFormOf(question: string): AnswerForm {
  const form = ASKS_FOR.find(([, pattern]) => pattern.test(question))?.[0];
  // "Is it on by default?" does not ask for a figure, "Is there an upper limit?" does.
  const isSwitch = form === 'value' && BY_DEFAULT.test(question);
  if ((form === undefined || isSwitch) && ASKS_YES_OR_NO.test(question)) return 'decision';
  if (form === undefined && ASKS_HOW.test(question)) return 'instruction';
  return form ?? 'open';
}

const WITHOUT_FIGURE: ReadonlySet<AnswerForm> = new Set([
  'open',
  'person',
  'definition',
  'permission',
  'decision',
  'instruction',
  'time',
]);

/** Whether the answer must contain a figure. */
export function asksForFigure(form: AnswerForm): boolean {
  return !WITHOUT_FIGURE.has(form);
}

const WITHOUT_ONE: ReadonlySet<AnswerForm> = new Set(['open', 'person', 'definition', 'instruction']);

/** Whether one value, or a yes or no, answers: no explanation, comparison, list or steps. */
export function asksForOne(form: AnswerForm): boolean {
  return !WITHOUT_ONE.has(form);
}

// "How does X work": the verb belongs to the form; in "work permit" the same word is the subject.
const HOW_IT_WORKS = /\b(?:do|does|did)\b([^.!?;,]*)\bwork(?!\p{L})/giu;

/** Removes the words that only ask, which do not help a search. */
export function withoutInterrogatives(question: string): string {
  return question.replace(INTERROGATIVE, ' ').replace(HOW_IT_WORKS, '$1');
}

const MONTH =
  'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|January|February|March|May|June|July|October|December';
const POINT_IN_TIME = new RegExp(
  `\\b(?:${MONTH})\\s+\\d{4}\\b|\\b\\d{1,2}\\.\\s*\\d{1,2}\\.\\s*\\d{4}\\b|\\b\\d{4}-\\d{2}(?:-\\d{2})?\\b`,
  'giu',
);

/** Months and days that a text names, each in one spelling. */
export function pointsInTime(text: string): string[] {
  return (text.match(POINT_IN_TIME) ?? []).map((match) => match.toLowerCase().replace(/\s+/g, ' '));
}
