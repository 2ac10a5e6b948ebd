import { datesIn } from '@plumbline/language/figures';
import { wholeWordsOfAll } from '@plumbline/language/word-patterns';
import { frontMatterEnd } from '@plumbline/text/front-matter';

/** Where documents say of when they are: before their text. */
const HEAD = 3_000;
/** A longer paragraph is prose that speaks of a change. */
const LONGEST_LABELLED = 200;
/** Between a label and its date. */
const LONGEST_GAP = 8;

/** "Stand", "as of": the date follows at once. */
const DATED = wholeWordsOfAll(({ datedAs }) => datedAs);
/** "Zuletzt geändert durch", "last amended by": the date of what changed it follows. */
const AMENDED = wholeWordsOfAll(({ amendedBy }) => amendedBy);
/** Year, month and day in a name or as folders: `2016-07-23-title.md`, `blog/2016/07/23/`. */
const PATH_DATE =
  /(?<!\d)(?<year>(?:19|20)\d{2})(?<mark>[-_/.])(?<month>0[1-9]|1[0-2])\k<mark>(?<day>0[1-9]|[12]\d|3[01])(?!\d)/gu;

/** The date of which a document plainly says to be at its beginning, `2024-05-06`; of several the last. Null: it says none. */
export function statedDate(text: string): string | null {
  const start = frontMatterEnd(text);
  const paragraphs = text.slice(start, start + HEAD).split(/\n\s*\n/);
  const days = paragraphs.flatMap(labelledDays);
  return days.toSorted().at(-1) ?? null;
}

function labelledDays(paragraph: string): string[] {
  const words = paragraph.replaceAll(/[*_:]/g, ' ').replaceAll(/\s+/g, ' ').trim();
  if (words.length > LONGEST_LABELLED) return [];
  const label = [DATED, AMENDED].map((pattern) => pattern.exec(words)).find((match) => match?.index === 0);
  if (label === undefined || label === null) return [];
  const rest = words.slice(label[0].length);
  const dates = datesIn(rest).filter(({ year, day }) => year !== null && day !== null);
  const isDated = DATED.exec(words)?.index === 0;
  const stated = isDated ? dates.slice(0, 1).filter(({ start }) => start <= LONGEST_GAP) : dates;
  return stated.map(({ year, month, day }) =>
    [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-'),
  );
}

/** The day that a path or an address names, `2016-07-23`; of several the last. Null: it names none. */
export function dateInPath(locator: string): string | null {
  const days = [...locator.matchAll(PATH_DATE)].flatMap(({ groups }) => {
    const { year = '', month = '', day = '' } = groups ?? {};
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    // The 31st of a month of 30 days is a number.
    return date.getUTCDate() === Number(day) ? [`${year}-${month}-${day}`] : [];
  });
  return days.at(-1) ?? null;
}
