import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { detectLanguage } from '@plumbline/language/detection';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { matchedWords, matchTerms } from '@plumbline/language/term-matching';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { mapWithPauses } from '@plumbline/text/pauses';
import type { InformationNeed } from './passages/passage-reading.ts';
import { readPlaces } from './passages/readings.ts';

/** A task, and the words that it looks for. A task without an id may use any finding. */
export interface TaskNeed {
  readonly text: string;
  readonly need: InformationNeed;
  readonly taskId?: string | null;
}

/** A finding with the words that a reader sees of it. */
export interface ReadableFinding extends Pick<
  Finding,
  'findingId' | 'taskId' | 'alsoServes' | 'searchRank' | 'locator' | 'title' | 'publishedAt'
> {
  /** Document and section. */
  readonly place: string;
  /** The whole passage of its quotes. */
  readonly surroundings: string;
  readonly quotes: readonly { readonly key: string; readonly unit: string }[];
  /** ISO 639-1 code of the passage, or `und`. */
  readonly language: string;
  /** Its passage contains or is near words that address a program. */
  readonly isUntrusted: boolean;
}

/** A place that the search found: the words of the unit around a quote. */
export interface Place {
  /** Of its quote, then of the same text in other documents. */
  readonly keys: readonly string[];
  readonly unit: string;
}

/** What a search found for one task. */
export interface TaskPlaces {
  readonly task: string;
  /** In the order of the search; a document and its editions together. */
  readonly places: readonly Place[];
}

/** Places that are shown for the only task, and for each of several. */
const MOST_PLACES = 5;
const MOST_PLACES_OF_TASK = 3;
const MOST_NAMES = 3;

/** The findings with the words that a report shows of their quotes. */
export async function withPlaces(findings: readonly Finding[], texts: StoredTexts): Promise<ReadableFinding[]> {
  // Stored texts are read side by side, and then one finding after the other.
  await Promise.all(findings.map(({ passageSpan }) => texts.read(passageSpan.textHash)));
  return mapWithPauses(findings, async (finding) => {
    const { passageSpan, extractedInfo } = finding;
    const { text } = await texts.read(passageSpan.textHash);
    const units = await readPlaces(finding, texts);
    const surroundings = text?.slice(passageSpan.start, passageSpan.end) ?? extractedInfo;
    const isSuspect = isUntrusted(finding);
    const quotes = finding.quotes.map(({ key, text }) => ({ key, text, unit: units.get(key) ?? '' }));
    const harmless = quotes.filter((quote) => injectionSignalsIn(quote.text).length === 0);
    return {
      ...finding,
      place: placeOf(finding),
      surroundings,
      // What gives orders is shown only where nothing else is.
      quotes: isSuspect && harmless.length > 0 ? harmless : quotes,
      language: detectLanguage(surroundings),
      isUntrusted: isSuspect,
    };
  });
}

/** Selects the places of each task, by turns what each found first: a place that several found is shown where it comes earliest. */
export function placesOfTasks(
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
  mostQuotes = Number.POSITIVE_INFINITY,
): TaskPlaces[] {
  const most = tasks.length === 1 ? MOST_PLACES : MOST_PLACES_OF_TASK;
  const isNew = createNovelty();
  const found = tasks.map((task) => ({
    task: task.text,
    left: findingsOf(task, tasks, findings).toSorted(bySearch),
    shown: [] as ReadableFinding[],
  }));
  let room = mostQuotes;
  for (let round = 0; round < most; round += 1) {
    for (const { left, shown } of found) {
      const next = room > 0 ? left.findIndex(isNew) : -1;
      if (next === -1) continue;
      shown.push(...left.splice(0, next + 1).slice(-1));
      room -= 1;
    }
  }
  return found.map(({ task, shown }) => ({
    task,
    places: byDocument(shown).map((finding) => placeOfFinding(finding, findings)),
  }));
}

/** Together what is of one document, and of documents with one title and other dates, which are its editions: the newest first. */
function byDocument(findings: readonly ReadableFinding[]): ReadableFinding[] {
  const titled = Map.groupBy(findings, ({ title, locator, publishedAt }) =>
    publishedAt === undefined ? locator : title,
  );
  return [...titled.values()].flatMap((editions) =>
    [...Map.groupBy(editions, ({ locator }) => locator).values()]
      .toSorted(([{ publishedAt: a = '' } = {}], [{ publishedAt: b = '' } = {}]) => b.localeCompare(a))
      .flat(),
  );
}

/** The findings of the task, and those that no task was researched for, such as what a user had remembered. */
function findingsOf(
  { taskId = null }: TaskNeed,
  tasks: readonly TaskNeed[],
  findings: readonly ReadableFinding[],
): readonly ReadableFinding[] {
  if (tasks.length === 1) return findings;
  const ids = new Set(tasks.map((task) => task.taskId));
  return findings.filter(
    (finding) =>
      !ids.has(finding.taskId) || finding.taskId === taskId || finding.alsoServes?.includes(taskId ?? '') === true,
  );
}

/** What the search did not put among its first comes behind; words that address a program come last. */
function bySearch(a: ReadableFinding, b: ReadableFinding): number {
  const rankOf = ({ searchRank = Number.MAX_SAFE_INTEGER }: ReadableFinding): number => searchRank;
  return Number(a.isUntrusted) - Number(b.isUntrusted) || rankOf(a) - rankOf(b);
}

/** With the keys of the same text in other documents, one of each. */
function placeOfFinding(finding: ReadableFinding, findings: readonly ReadableFinding[]): Place {
  const { key = '', unit = '' } = shownQuote(finding) ?? {};
  const same = findings.flatMap(({ locator, quotes, isUntrusted }) => {
    const quote = quotes.find((other) => other.unit === unit);
    return quote === undefined || isUntrusted || locator === finding.locator ? [] : [[locator, quote.key] as const];
  });
  return { keys: [key, ...new Map(same.toReversed()).values()].slice(0, MOST_NAMES), unit };
}

function shownQuote({ quotes }: Pick<ReadableFinding, 'quotes'>) {
  return quotes.find(({ unit }) => unit !== '');
}

/** Whether a finding shows what none before it does: the same text counts once. */
function createNovelty(): (finding: ReadableFinding) => boolean {
  const texts = new Set(['']);
  return (finding) => {
    const words = bareWords(shownQuote(finding)?.unit ?? '');
    const isNew = !texts.has(words);
    texts.add(words);
    return isNew;
  };
}

/** The words of some tasks that no passage has, and which of them no document has. */
export function missingWords(tasks: readonly TaskNeed[], findings: readonly ReadableFinding[]) {
  const missing = tasks.flatMap(({ need: { terms } }) => {
    const found = new Set(
      findings.flatMap(({ place, surroundings, language }) =>
        matchedWords(terms, matchTerms(terms, `${place}\n${surroundings}`, language)),
      ),
    );
    return terms.filter(({ word }) => !found.has(word));
  });
  const unknown = missing.filter(({ isKnown }) => isKnown === false);
  const wordsOf = (terms: readonly { readonly word: string }[]) => [...new Set(terms.map(({ word }) => word))];
  return { words: wordsOf(missing), unknown: wordsOf(unknown) };
}
