import { type PromptBlock, quotesIn, type ReadPrompt } from '../../test/support/builders/step-answers.ts';

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

/** Sections by subject, each as a careful writer would fill it: what the documents say, a table of their figures, and what follows. */
export function sectionsOf({ text, passages }: ReadPrompt, subjects: readonly string[]) {
  return subjects.flatMap((subject) => {
    const own = passages.filter((passage) => passage.text.toLowerCase().includes(subject));
    if (own.length === 0) return [];
    const quotes = withinWords(
      own.flatMap((passage) => quotesIn(passage.text)),
      wordsAskedIn(text) / subjects.length,
    );
    const durations = own.flatMap((passage) => figuresOf(passage, RULES[0].pattern));
    const blocks = [...inParagraphs(quotes), tableOf(own), longestLessShortest(durations)];
    const markdown = blocks.filter((block) => block !== null).join('\n\n');
    return [{ heading: `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`, markdown }];
  });
}

/** "2,500 to 3,500 words": a careful writer keeps to the upper one. */
function wordsAskedIn(prompt: string): number {
  return Number((/to ([\d,]+) words/.exec(prompt)?.[1] ?? '0').replaceAll(',', ''));
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
function inParagraphs(quotes: readonly ShownQuote[]): readonly string[] {
  return [0, 5, 10, 15, 20, 25].flatMap((start) => {
    const own = quotes.slice(start, start + 5).map(({ key, text }) => `${text} [${key}]`);
    return own.length === 0 ? [] : [own.join(' ')];
  });
}

function tableOf(passages: readonly PromptBlock[]): string | null {
  const rows = passages.flatMap((passage) => {
    const stated = RULES.map(({ pattern }) => figuresOf(passage, pattern)[0]);
    if (stated.every((figure) => figure === undefined)) return [];
    return [
      [placeOf(passage), ...stated.map((found) => (found === undefined ? '–' : `${found.figure} [${found.key}]`))],
    ];
  });
  const head = ['Depot', ...RULES.map(({ column }) => column)];
  if (rows.length < 2) return null;
  return [head, head.map(() => '---'), ...rows.slice(0, MOST_ROWS)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function figuresOf(finding: PromptBlock, pattern: RegExp): StatedFigure[] {
  return quotesIn(finding.text).flatMap((quote: ShownQuote) => {
    const figure = pattern.exec(quote.text)?.[1];
    return figure === undefined ? [] : [{ key: quote.key, figure, place: placeOf(finding) }];
  });
}

function longestLessShortest(durations: readonly StatedFigure[]): string | null {
  const ordered = [...durations].sort((one, other) => numberOf(other) - numberOf(one));
  const [longest, shortest] = [ordered[0], ordered.at(-1)];
  if (longest === undefined || shortest === undefined || numberOf(longest) === numberOf(shortest)) return null;
  const result = `${numberOf(longest) - numberOf(shortest)} minutes`;
  const computed = `[calc: ${numberOf(longest)} - ${numberOf(shortest)} = ${result}]`;
  return `The longest of them takes ${result} more than the shortest [${longest.key}; ${shortest.key}]. ${computed}`;
}

function numberOf({ figure }: StatedFigure): number {
  return Number.parseInt(figure, 10);
}

/** Place of the depot, which the last heading of a finding names. */
function placeOf({ text }: PromptBlock): string {
  return / at ((?:[A-Z]\w+ ?)+) \(/.exec(text.split('\n')[0] ?? '')?.[1]?.trim() ?? '';
}
