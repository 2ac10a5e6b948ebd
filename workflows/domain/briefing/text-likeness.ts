import { bareWords } from '../bare-words.ts';

const MIN_LENGTH = 4;
/** Words that begin alike count as one: "exports", "exported". */
const STEM_LENGTH = 5;
const MOSTLY = 0.6;
const NEARLY_ALL = 0.9;

/** Whether a text has most words of a statement, and all of its figures. */
export function states(text: string, statement: string): boolean {
  const [words, wanted] = [stemsOf(text), stemsOf(statement)];
  const isComplete = [...wanted].filter((stem) => /\d/u.test(stem)).every((figure) => words.has(figure));
  return wanted.size > 0 && isComplete && shared(wanted, words) / wanted.size >= MOSTLY;
}

/** Whether two texts are one: the same words but for a few, as when outlets print what an agency wrote. */
export function areCopies(left: string, right: string): boolean {
  const [one, other] = [stemsOf(left), stemsOf(right)];
  const all = new Set([...one, ...other]);
  return all.size === 0 ? bareWords(left) === bareWords(right) : shared(one, other) / all.size >= NEARLY_ALL;
}

function stemsOf(text: string): Set<string> {
  const words = bareWords(text).split(' ');
  const telling = words.filter((word) => word.length >= MIN_LENGTH || /\d/u.test(word));
  return new Set(telling.map((word) => (/\d/u.test(word) ? word : word.slice(0, STEM_LENGTH))));
}

function shared(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return [...left].filter((word) => right.has(word)).length;
}
