import { contentTerms, identifierParts, isAmongStems, type Term } from '../text/terms.ts';
import { withoutInterrogatives } from './answer-form.ts';
import { splitQuestion } from './question-parts.ts';

/** The tasks of a plan that covers every part of the question. */
export interface CoveringPlan {
  /** Texts of the tasks, added ones first. */
  readonly texts: readonly string[];
  /** The question, or the parts of it that no planned task asks. */
  readonly added: readonly string[];
}

/** Adds to planned tasks what they leave out of the question. @param maxTasks most tasks in total, at least 1 */
export function coverQuestion(
  question: string,
  language: string,
  planned: readonly string[],
  maxTasks: number,
): CoveringPlan {
  const kept = planned.slice(0, maxTasks);
  const parts = splitQuestion(question, language);
  const isLeftOut = createGapTest(
    parts.map(({ text }) => text),
    language,
  );
  const missing = parts.filter(({ text }) => isLeftOut(text, kept));
  if (missing.length === 0 && kept.length > 0) return { texts: kept, added: [] };
  const standAlone = kept.length > 0 && missing.length < parts.length && missing.every((part) => !part.isDependent);
  const added = standAlone ? missing.map(({ text }) => text) : [question];
  const joined = [...added, ...kept].slice(0, maxTasks);
  // Without room for both the missing parts and the plan, the question itself covers everything.
  if (parts.every(({ text }) => !isLeftOut(text, joined))) return { texts: joined, added };
  return { texts: [question, ...kept].slice(0, maxTasks), added: [question] };
}

/** Whether a task has a word to search for: at least two characters long, or contained in the question. */
export function asksSomething(task: string, question: string, language: string): boolean {
  const asked = new Set(contentTerms(question, language).map(({ stem }) => stem));
  return contentTerms(task, language).some(({ surface, stem }) => surface.length > 1 || asked.has(stem));
}

/**
 * Tests whether tasks leave out a part of the question. They cover it if one task contains most of the part's own
 * words, and all its names and figures, which have no synonyms, or if all tasks together contain every word. A part's
 * own words are those that no other part has, because every task repeats the subject of the whole question.
 */
function createGapTest(parts: readonly string[], language: string) {
  const wordsOf = parts.map((text) => tellingTerms(text, language));
  return (part: string, tasks: readonly string[]): boolean => {
    const index = parts.indexOf(part);
    const words = wordsOf[index] ?? [];
    const shared = new Set(wordsOf.flatMap((other, at) => (at === index ? [] : other.map(({ stem }) => stem))));
    const own = words.filter(({ stem }) => !shared.has(stem));
    const asked = own.length > 0 ? own : words;
    const said = tasks.map((task) => new Set(contentTerms(task, language).map(({ stem }) => stem)));
    const asks = (stems: ReadonlySet<string>): boolean => {
      const missing = asked.filter((term) => !isSaid(term, stems, language));
      return missing.length * 2 < asked.length && !missing.some(isName);
    };
    const together = new Set(said.flatMap((stems) => [...stems]));
    return !said.some(asks) && !asked.every((term) => isSaid(term, together, language));
  };
}

/** Words that say what is asked; an identifier is one word. */
function tellingTerms(text: string, language: string): Term[] {
  const all = contentTerms(withoutInterrogatives(text), language);
  const terms = all.length > 0 ? all : contentTerms(text, language);
  const isInside = (term: Term): boolean =>
    terms.some((other) => other !== term && other.start <= term.start && term.end <= other.end);
  return terms.filter((term) => !isInside(term));
}

function isSaid({ surface, stem }: Term, stems: ReadonlySet<string>, language: string): boolean {
  if (isAmongStems(stem, stems, language)) return true;
  const parts = identifierParts(surface).flatMap(({ text }) => contentTerms(text, language));
  return parts.length > 0 && parts.every((part) => stems.has(part.stem));
}

function isName({ surface }: Term): boolean {
  return /\p{N}/u.test(surface) || identifierParts(surface).length > 0;
}
