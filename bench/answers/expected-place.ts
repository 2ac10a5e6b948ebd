import { comparable } from './comparable-text.ts';
import type { Question } from './question-file.ts';

/** A location of words in the documents. */
export interface Place {
  /** Relative to the corpus folder. */
  readonly locator: string;
  readonly headingPath: readonly string[];
  /** The whole passage; null where only its place is known. */
  readonly passageText: string | null;
}

/** Whether words are at the place of the question's answer, or at another accepted place. */
export function isExpectedPlace(place: Place, { expect, alsoGood }: Pick<Question, 'expect' | 'alsoGood'>): boolean {
  return [...expect, ...alsoGood].some((wanted) => isAt(place, wanted));
}

/** In the file, and in its section or in a passage with the phrase; a whole file is wanted where neither is named. */
export function isAt(
  { locator, headingPath, passageText }: Place,
  wanted: {
    readonly file: string;
    readonly section?: string | undefined;
    readonly phrase?: string | undefined;
  },
): boolean {
  if (locator !== wanted.file) return false;
  const { section, phrase } = wanted;
  if (section === undefined && phrase === undefined) return true;
  const isInSection = section !== undefined && headingPath.some((heading) => isHeadingOf(heading, section));
  return isInSection || (phrase !== undefined && holdsPhrase(passageText, phrase));
}

export function holdsPhrase(passageText: string | null, phrase: string): boolean {
  return passageText !== null && comparable(passageText).includes(comparable(phrase));
}

/** "§ 3 Duration" is the heading of "§ 3", but "§ 3a Duration" is not. */
function isHeadingOf(heading: string, section: string): boolean {
  const [plain, wanted] = [heading, section].map((words) => comparable(words.replaceAll(/[*_`]/g, '')));
  if (plain === undefined || wanted === undefined || !plain.startsWith(wanted)) return false;
  return !/^[\p{L}\p{N}]/u.test(plain.slice(wanted.length));
}
