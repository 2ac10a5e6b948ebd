import { claimOf, type PromptBlock, quotesIn, type ReadPrompt } from '../../test/support/builders/step-answers.ts';

type ShownQuote = ReadPrompt['quotes'][number];

/** One figure of a rule, and the quote that states it. */
interface StatedFigure {
  readonly key: string;
  /** With its unit, as the quote has it. */
  readonly figure: string;
  readonly place: string;
}

const MOST_ROWS = 6;

/** Which words of a generated section state what, and the column under which a table shows it. */
const RULES = [
  { column: 'Duration', pattern: /takes (\d+ minutes)/ },
  { column: 'Failed above', pattern: /reading above (\d+ units)/ },
  { column: 'Result kept', pattern: /kept for (\d+ days)/ },
] as const;

/** Sections by subject, each with the findings whose line speaks of it. */
export function outlineOf({ findings }: ReadPrompt, subjects: readonly string[]): readonly object[] {
  return subjects.flatMap((subject) => {
    const own = findings.filter(({ text }) => text.toLowerCase().includes(subject));
    if (own.length === 0) return [];
    const heading = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
    return [
      { heading, purpose: `What the rules say of the ${subject}.`, findings: own.map(({ id }) => id).slice(0, 24) },
    ];
  });
}

/** A section as a careful writer would fill it: what the quotes say, a table of their figures, and what follows from these. */
export function sectionOf({ text, findings }: ReadPrompt): readonly object[] {
  const quotes = withinWords(
    findings.flatMap((finding) => quotesIn(finding.text)),
    wordsAskedIn(text),
  );
  const statements = quotes.map((quote) => ({ ...claimOf(quote), kind: 'cited', derivation: null }));
  const durations = findings.flatMap((finding) => figuresOf(finding, RULES[0].pattern));
  const derived = longestLessShortest(durations);
  return [
    ...inParagraphs(statements),
    ...tableOf(findings),
    ...(derived === null ? [] : [{ form: 'paragraph', statements: [derived] }]),
  ];
}

/** "300 to 700 words": a careful writer keeps to the upper one. */
function wordsAskedIn(prompt: string): number {
  return Number(/(\d+) to (\d+) words/.exec(prompt)?.[2] ?? 0);
}

/** The first quotes that have so many words together. */
function withinWords(quotes: readonly ShownQuote[], most: number): readonly ShownQuote[] {
  let words = 0;
  return quotes.filter(({ text }) => {
    words += text.split(/\s+/).length;
    return words <= most;
  });
}

/** Five sentences each; beside them there is room for a table and a computed figure. */
function inParagraphs(statements: readonly object[]): readonly object[] {
  return [0, 5, 10, 15, 20, 25].flatMap((start) => {
    const own = statements.slice(start, start + 5);
    return own.length === 0 ? [] : [{ form: 'paragraph', statements: own }];
  });
}

function tableOf(findings: readonly PromptBlock[]): readonly object[] {
  const rows = findings.flatMap((finding) => {
    const stated = RULES.map(({ pattern }) => figuresOf(finding, pattern)[0]);
    if (stated.every((figure) => figure === undefined)) return [];
    const cells = stated.map((found) => ({
      text: found?.figure ?? '',
      citations: found === undefined ? [] : [found.key],
    }));
    return [{ heading: placeOf(finding), cells }];
  });
  const columns = RULES.map(({ column }) => column);
  return rows.length < 2 ? [] : [{ form: 'table', columns, rows: rows.slice(0, MOST_ROWS) }];
}

function figuresOf(finding: PromptBlock, pattern: RegExp): StatedFigure[] {
  return quotesIn(finding.text).flatMap((quote: ShownQuote) => {
    const figure = pattern.exec(quote.text)?.[1];
    return figure === undefined ? [] : [{ key: quote.key, figure, place: placeOf(finding) }];
  });
}

function longestLessShortest(durations: readonly StatedFigure[]): object | null {
  const ordered = [...durations].sort((one, other) => numberOf(other) - numberOf(one));
  const [longest, shortest] = [ordered[0], ordered.at(-1)];
  if (longest === undefined || shortest === undefined || numberOf(longest) === numberOf(shortest)) return null;
  const result = `${numberOf(longest) - numberOf(shortest)} minutes`;
  const inputs = [longest, shortest];
  return {
    text: `The longest of them takes ${result} more than the shortest.`,
    citations: inputs.map(({ key }) => key),
    kind: 'derived',
    derivation: { expression: inputs.map(numberOf).join(' - '), result },
  };
}

function numberOf({ figure }: StatedFigure): number {
  return Number.parseInt(figure, 10);
}

/** Place of the depot, which the last heading of a finding names. */
function placeOf({ text }: PromptBlock): string {
  return / at ((?:[A-Z]\w+ ?)+) \(/.exec(text.split('\n')[0] ?? '')?.[1]?.trim() ?? '';
}
