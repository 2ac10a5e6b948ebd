import type { LiveQuery } from '../../../workflows/contracts/briefings/briefing-items.ts';
import type { Theme } from '../../../workflows/contracts/briefings/briefing-state.ts';
import { detectLanguage } from '../../language/text/language.ts';
import { analyzeTerms, contentTerms, isAmongStems, type Term } from '../../language/text/terms.ts';
import { readStatement } from '../../verification/statements/statement-reading.ts';

/** What a search is about. */
export interface Subject {
  readonly actors: readonly string[];
  /** Each a title, a term or a question. */
  readonly phrases: readonly string[];
  /** Keywords that documents of anything else mention as well. */
  readonly tags: readonly string[];
  /** Cause and effect terms. */
  readonly mechanism: readonly string[];
}

/** How a query says when. */
const TIME_SCOPE =
  /(?:last|past|letzten?)\s+\d+\s+\p{L}+|\d{4}-\d{2}-\d{2}|(?<!\p{L})(?:since|until|seit|bis|news|nachrichten|latest)(?!\p{L})/giu;
/** Most unrelated words between the words of a phrase. */
const NEAR = 4;
const FEWEST_WORDS = 2;

/** A horizon scan has no theme: its query says what it looks for. */
export function subjectOf(query: LiveQuery, theme: Theme | undefined): Subject {
  if (theme === undefined) {
    const asked = query.text.replace(TIME_SCOPE, ' ');
    return { actors: namesIn(asked), phrases: [asked], tags: [], mechanism: [] };
  }
  const mechanism = theme.mechanism.flatMap(({ cause, effect }) => [...cause, ...effect]);
  return {
    actors: theme.actors,
    phrases: [theme.title, ...mechanism, ...theme.tomorrowsFocus, ...theme.watchpoints.map(({ text }) => text)],
    tags: theme.tags.map((tag) => tag.replaceAll('-', ' ')),
    mechanism,
  };
}

/**
 * Whether a statement concerns a subject. It must name an actor, or two words of what the subject is about; words of
 * the same keyword count as one, because any document may mention a keyword. The page title counts only in addition to
 * a word of the statement: otherwise every sentence of a page would concern what its title names.
 */
export function concerns(text: string, title: string, subject: Subject): boolean {
  const language = languageOf(text);
  if (subject.actors.some((actor) => mentions(text, actor))) return true;
  const said = wordsOfSubjectIn(text, subject, language);
  const keyword = subject.tags
    .map((tag) => stemsOf(tag, language))
    .find((stems) => said.every((stem) => stems.has(stem)));
  const count = keyword === undefined ? said.length : Math.min(1, said.length);
  if (count >= FEWEST_WORDS) return true;
  return count > 0 && subject.actors.some((actor) => mentions(title, actor));
}

/** Whether a statement names a cause or an effect of the subject. */
export function touchesMechanism(text: string, { mechanism }: Pick<Subject, 'mechanism'>): boolean {
  return mechanism.some((term) => mentions(text, term));
}

/** Without words of events, reporting and time, which occur in any news. */
function wordsOfSubjectIn(text: string, { phrases, tags }: Subject, language: string): string[] {
  const wanted = new Set([...phrases, ...tags].flatMap((phrase) => [...readStatement(phrase, language).subject]));
  return [...readStatement(text, language).subject].filter((stem) => isAmongStems(stem, wanted, language));
}

/** All words of the phrase occur near each other, in any form and order; "WebSocket" also as "websocket" and as "web socket". */
export function mentions(text: string, phrase: string): boolean {
  const language = languageOf(text);
  const wanted = spellingsOf(phrase, language);
  if (wanted.length === 0) return false;
  const words = analyzeTerms(text, language).map(({ stem }) => new Set([stem]));
  const reach = wanted.flat(2).length + NEAR;
  return words.some((_, start) => {
    const window = words.slice(start, start + reach);
    const isSaid = (stem: string): boolean => window.some((own) => isAmongStems(stem, own, language));
    return wanted.every((spellings) => spellings.some((stems) => stems.every(isSaid)));
  });
}

/** Of each word of a phrase: its stem, and the stems of its parts. */
function spellingsOf(phrase: string, language: string): string[][][] {
  const terms = contentTerms(phrase, language);
  const isWithin = (part: Term, whole: Term): boolean =>
    part !== whole && part.start >= whole.start && part.end <= whole.end;
  return terms
    .filter((term) => !terms.some((whole) => isWithin(term, whole)))
    .map((term) => {
      const parts = terms.filter((part) => isWithin(part, term)).map(({ stem }) => stem);
      return [[term.stem], ...(parts.length > 0 ? [parts] : [])];
    });
}

function stemsOf(text: string, language: string): Set<string> {
  return new Set(contentTerms(text, language).map(({ stem }) => stem));
}

function languageOf(text: string): string {
  const language = detectLanguage(text);
  return language === 'und' ? 'en' : language;
}

/** Rows of capitalised words of a query: whom it asks about. */
function namesIn(text: string): string[] {
  return text.match(/(?<!\p{Lu})\p{Lu}[\p{L}\p{N}-]*(?:\s+\p{Lu}[\p{L}\p{N}-]*)+/gu) ?? [];
}
