import { sourceOfAll, wholeWordsOfAll } from '../language/languages/word-patterns.ts';
import { DATE_LABELS } from '../language/languages/words/contradiction-words.ts';
import { datesIn } from '../language/text/dates.ts';
import { wordPattern } from '../language/text/terms.ts';
import { comparedSides } from './message-form.ts';

/** Two values of one kind; a message can mean only one. */
export interface Contradiction {
  readonly kind: 'date' | 'price' | 'extreme' | 'guests';
  /** In the words of the message: "check-in" for two dates of arrival; empty where the kind says enough. */
  readonly label: string;
  readonly values: readonly [string, string];
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

interface Value {
  readonly label: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const OR = wholeWordsOfAll(({ alternativeJoints }) => alternativeJoints);
// "Which fees apply under 50 and over 100 euros?" asks about two ranges.
const ASKS_A_FACT = wordPattern([sourceOfAll(({ factQuestions }) => factQuestions)]);
const RANGE = wordPattern([sourceOfAll(({ rangeWords }) => rangeWords)]);
const LEFTOVERS = new RegExp(
  String.raw`(?<![\s,;])(?:\s+(?:${sourceOfAll(({ leftovers }) => leftovers)})|\s*[,;])+(?=\s*(?:[?.!,]|$))`,
  'giu',
);
const LEFTOVER_JOINT = new RegExp(
  String.raw`(?<!\s)\s+(?:${sourceOfAll(({ leftoverJoint }) => leftoverJoint)})\s+(?=(?:${sourceOfAll(({ leftoverPrepositions }) => leftoverPrepositions)})\s)`,
  'giu',
);

/** What a message contradicts itself in; alternatives ("or"), comparisons and ranges are no contradictions. */
export function contradictionsIn(message: string): Contradiction[] {
  if (comparedSides(message) !== null) return [];
  return [...ofDates(message), ...ofPrices(message), ...ofExtremes(message), ...ofGuests(message)];
}

/** A message without the values that it contradicts itself in. */
export function withoutContradictions(message: string): string {
  const spans = contradictionsIn(message)
    .flatMap((one) => joinedSpans(one.spans, message))
    .toSorted((a, b) => b.start - a.start);
  const kept = spans.reduce((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, message);
  return kept
    .replaceAll(LEFTOVERS, '')
    .replaceAll(LEFTOVER_JOINT, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/\s(?=[?.!,])/u, '')
    .trim();
}

const ONLY_JOINS = new RegExp(String.raw`^(?:\s|,|${sourceOfAll(({ valueFillers }) => valueFillers)})*$`, 'iu');

/** "cheapest and most expensive": what joins the two goes with them. */
function joinedSpans(spans: Contradiction['spans'], message: string): Contradiction['spans'] {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  const between = spans
    .map((span) => message.slice(span.start, span.end))
    .reduce((text, value) => text.replace(value, ''), message.slice(start, end));
  return ONLY_JOINS.test(between) ? [{ start, end }] : spans;
}

const LABELS: readonly (readonly [label: string, pattern: RegExp])[] = DATE_LABELS.map((label) => [
  label,
  wordPattern([sourceOfAll(({ dateLabels }) => dateLabels?.[label])], 'giu'),
]);
const SHORT_DATE = new RegExp(
  String.raw`(?<![\d.])\d{1,2}\.\s?\d{1,2}\.(?!\s?\d)|(?<![\d/])\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])|(?<!\p{L})(?:${sourceOfAll(({ dayNames }) => dayNames)})(?!\p{L})`,
  'giu',
);
const DATE_FILLERS = sourceOfAll(({ dateFillers }) => dateFillers);
const BETWEEN_DATES = new RegExp(
  String.raw`^\s*(?:,\s*)?(?:${sourceOfAll(({ or }) => or)})(?:\s*(?:${DATE_FILLERS})){0,2}\s*$`,
  'iu',
);

function ofDates(message: string): Contradiction[] {
  const labels = LABELS.flatMap(([label, pattern]) =>
    [...message.matchAll(pattern)].map(({ 0: text, index }) => ({ label, start: index, end: index + text.length })),
  ).toSorted((a, b) => a.start - b.start);
  const known = datesIn(message).map(({ start, end }) => ({ start, end }));
  const short = [...message.matchAll(SHORT_DATE)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }));
  const dates = [
    ...known,
    ...short.filter(({ start, end }) => !known.some((one) => start < one.end && one.start < end)),
  ];
  const values = dates
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, end }, index, all): Value[] => {
      const label = labels.findLast((one) => one.end <= start);
      const before = all[index - 1];
      const isFirst = label !== undefined && (before === undefined || before.start < label.start);
      const isAlternative = before !== undefined && BETWEEN_DATES.test(message.slice(before.end, start));
      return label !== undefined && (isFirst || isAlternative)
        ? [{ label: label.label, text: message.slice(start, end), start, end }]
        : [];
    });
  return LABELS.flatMap(([label]) =>
    pairOf(
      'date',
      label,
      values.filter((value) => value.label === label),
    ),
  );
}

const CURRENCY = String.raw`(?:€|\$|£|${sourceOfAll(({ currencies }) => currencies)}|eur|usd|gbp|chf)`;
const AT_MOST = sourceOfAll(({ priceAtMost }) => priceAtMost);
const AT_LEAST = sourceOfAll(({ priceAtLeast }) => priceAtLeast);
const PRICE = new RegExp(
  String.raw`(?<!\p{L})(?<bound>${AT_MOST}|${AT_LEAST})\s+(?<before>[€$£]\s*)?(?<amount>\d+(?:[.,]\d+)*)(?:\s*(?<after>${CURRENCY})(?!\p{L}))?`,
  'giu',
);
const UPPER = new RegExp(`^(?:${AT_MOST})`, 'iu');

function ofPrices(message: string): Contradiction[] {
  if (ASKS_A_FACT.test(message) || RANGE.test(message)) return [];
  const found = [...message.matchAll(PRICE)].map(({ 0: text, index, groups = {} }) => ({
    text,
    start: index,
    end: index + text.length,
    label: UPPER.test(text) ? 'upper' : 'lower',
    amount: Number((groups['amount'] ?? '').replace(/[.,](?=\d{3}(?!\d))/gu, '').replace(',', '.')),
    isMoney: groups['before'] !== undefined || groups['after'] !== undefined,
  }));
  if (!found.some(({ isMoney }) => isMoney)) return [];
  const upper = found.filter(({ label }) => label === 'upper').toSorted((a, b) => a.amount - b.amount)[0];
  const lower = found.filter(({ label }) => label === 'lower').toSorted((a, b) => b.amount - a.amount)[0];
  if (upper === undefined || lower === undefined || upper.amount >= lower.amount) return [];
  const [first, second] = upper.start < lower.start ? [upper, lower] : [lower, upper];
  if (OR.test(message.slice(first.end, second.start))) return [];
  return [contradictionOf('price', '', first, second)];
}

const CHEAPEST = wordPattern([sourceOfAll(({ cheapest }) => cheapest)], 'giu');
const DEAREST = wordPattern([sourceOfAll(({ dearest }) => dearest)], 'giu');

function ofExtremes(message: string): Contradiction[] {
  if (RANGE.test(message)) return [];
  const [one, other] = [CHEAPEST, DEAREST].map((pattern) =>
    [...message.matchAll(pattern)].map(({ 0: text, index }) => ({
      label: '',
      text,
      start: index,
      end: index + text.length,
    })),
  );
  const [cheap] = one ?? [];
  const [dear] = other ?? [];
  if (cheap === undefined || dear === undefined) return [];
  const [first, second] = cheap.start < dear.start ? [cheap, dear] : [dear, cheap];
  return OR.test(message.slice(first.end, second.start)) ? [] : [contradictionOf('extreme', '', first, second)];
}

const GUESTS = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${sourceOfAll(({ guestLeads }) => guestLeads)})\s+)?(?<![\d.,])(?<count>\d{1,2}|${sourceOfAll(({ guestNumbers }) => guestNumbers)})\s+(?<who>${sourceOfAll(({ guests }) => guests)})(?!\p{L})`,
  'giu',
);

function ofGuests(message: string): Contradiction[] {
  if (ASKS_A_FACT.test(message) || RANGE.test(message)) return [];
  const values = [...message.matchAll(GUESTS)].map(({ 0: text, index, groups = {} }) => ({
    label: (groups['count'] ?? '').toLowerCase(),
    text,
    start: index,
    end: index + text.length,
  }));
  const [first] = values;
  const second = values.find(({ label }) => label !== first?.label);
  if (first === undefined || second === undefined || OR.test(message.slice(first.end, second.start))) return [];
  return [contradictionOf('guests', '', first, second)];
}

function pairOf(kind: Contradiction['kind'], label: string, values: readonly Value[]): Contradiction[] {
  const [first] = values;
  const second = values.find(({ text }) => text.toLowerCase() !== first?.text.toLowerCase());
  return first === undefined || second === undefined ? [] : [contradictionOf(kind, label, first, second)];
}

function contradictionOf(
  kind: Contradiction['kind'],
  label: string,
  first: Omit<Value, 'label'>,
  second: Omit<Value, 'label'>,
): Contradiction {
  const spans = [first, second].map(({ start, end }) => ({ start, end }));
  return { kind, label, values: [first.text, second.text], spans };
}
