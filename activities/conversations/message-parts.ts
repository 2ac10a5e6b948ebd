import { datesIn } from '../quantities/dates.ts';
import { stemOf } from '../text/stemmer.ts';
import { contentTerms } from '../text/terms.ts';
import { wordPattern } from '../text/word-pattern.ts';

/** A part of a message that another one of its kind can replace: a year by a year, a place by a place. */
export interface MessagePart {
  /** Two parts with the same kind say the same sort of thing. */
  readonly kind: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const MONTH = wordPattern(
  [
    'january|february|march|april|may(?=\\W*$|\\s+\\d)|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember',
  ],
  'giu',
);
const WEEKDAY = wordPattern(
  [
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|weekends?|wochenende',
  ],
  'giu',
);
const SEASON = wordPattern(['spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst'], 'giu');
const DAY = wordPattern(['today|tomorrow|yesterday|tonight|heute|gestern|übermorgen|morgen'], 'giu');
const YEAR = /(?<![\d.,-])(?:1[5-9]|20)\d{2}(?![\d-]|[.,]\d)/gu;
const SECTION =
  /(?:(?<!§)§+|(?<!\p{L})(?:art(?:ikel|icle)?\.?|section|abschnitt|chapter|kapitel|rfc|paragraph))\s*\d+\p{L}?(?:[.-]\d+)*/giu;
const BOUND =
  /(?<!\p{L})(?<bound>under|below|less than|at most|max(?:imum)?|up to|cheaper than|unter|höchstens|maximal|bis zu|weniger als|over|above|more than|at least|min(?:imum)?|über|mindestens|mehr als)\s+(?:[€$£]\s*)?\d+(?:[.,]\d+)*(?:\s*(?:€|\$|£|%|euros?|dollars?|pounds?|usd|eur|chf|franken|km|m|kg|prozent|percent))?/giu;
/** "rule 3", "Tarif A": what is numbered must be the same. */
const NUMBERED = /(?<!\p{L})(?<thing>\p{L}{3,})\s+(?:\d{1,3}\p{Ll}?|\p{Lu})(?![\p{L}\p{N}])/gu;
const COUNTED = /(?<![\d.,§])\d{1,3}\s+(?<thing>\p{L}{3,})/gu;
/** Names that tell themselves from words by their letters: `RetryAgent`, `max_size`, `TLS`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_])(?:\p{L}+\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{L}+_[\p{L}\p{N}_]+|\p{Lu}[\p{Lu}\p{N}]+)(?![\p{L}\p{N}_])/gu;
const LETTER = /(?<![\p{L}\p{N}.'’])(?!I(?!\p{L}))\p{Lu}(?![\p{L}\p{N}.'’])/gu;
const CAPITALISED = /\p{Lu}[\p{L}\p{N}'’-]+(?:\s+\p{Lu}[\p{L}\p{N}'’-]+)*/gu;

/** The parts of a message that can be replaced, the most telling first. */
export function partsIn(text: string, language: string, isFragment: boolean): MessagePart[] {
  const parts = [
    ...matches(
      text,
      SECTION,
      (match) =>
        `section ${match.text
          .split(/[\s\d]/u, 1)
          .join('')
          .toLowerCase()}`,
    ),
    ...datesIn(text).map(({ start, end }) => ({ kind: 'date', text: text.slice(start, end), start, end })),
    ...matches(text, BOUND, (match) =>
      /^(?:over|above|more|at least|min|über|mehr)/iu.test(match.text) ? 'lowest' : 'highest',
    ),
    ...matches(text, NUMBERED, (match) =>
      isTelling(match.thing, language) ? `numbered ${match.thing.toLowerCase()}` : null,
    ),
    ...matches(text, COUNTED, (match) => `counted ${stemOf(match.thing.toLowerCase(), language)}`),
    ...matches(text, YEAR, () => 'year'),
    ...matches(text, MONTH, () => 'month'),
    ...matches(text, WEEKDAY, () => 'weekday'),
    ...matches(text, SEASON, () => 'season'),
    ...matches(text, DAY, () => 'day'),
    ...matches(text, IDENTIFIER, () => 'name'),
    ...matches(text, LETTER, () => 'letter'),
    ...(language === 'en'
      ? matches(text, CAPITALISED, (match) => (isFragment || isInside(text, match.start) ? 'name' : null))
      : []),
  ];
  // A letter is also a part of what it marks: "was ist mit B?" behind "Tarif A".
  return parts.filter(
    (part, index) =>
      part.kind === 'letter' ||
      !parts.slice(0, index).some((other) => other.start < part.end && part.start < other.end),
  );
}

function matches(
  text: string,
  pattern: RegExp,
  kindOf: (match: { readonly text: string; readonly start: number; readonly thing: string }) => string | null,
): MessagePart[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index: start, groups }) => {
    const kind = kindOf({ text: found, start, thing: groups?.['thing'] ?? '' });
    return kind === null ? [] : [{ kind, text: found, start, end: start + found.length }];
  });
}

function isTelling(word: string, language: string): boolean {
  return contentTerms(word, language).length > 0;
}

/** Not the first word of a sentence, which has a capital letter in any case. */
function isInside(text: string, start: number): boolean {
  return /[^\s.!?]\s+$/u.test(text.slice(0, start));
}
