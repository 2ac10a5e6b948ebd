import type { DocumentHeadings } from '@plumbline/search/documents';

const COUNT = 3;
/** A term is short: longer headings do not fit into a question. */
const MAX_TERM_WORDS = 3;
const MAX_QUESTION_LENGTH = 100;

/** Headings that every document may have say nothing of what it is about. */
const GENERAL =
  /^(?:about|abstract|appendix|background|changelog|conclusions?|contents|contributing|debug|documentation|errors?|examples?|faq|getting started|home|index|installation|introduction|licen[cs]e|notes?|options?|overview|parameters?|readme|references|returns?|see also|summary|table of contents|test|title|usage|util|untitled|version|anhang|anlagen?|beispiele?|einführung|einleitung|fazit|hinweise?|inhalt|inhaltsverzeichnis|literatur|quellen|übersicht|vorwort|zusammenfassung)$/iu;

/** Letters, and what joins them: no signatures, numbers of paragraphs, dates or file names. */
const TERM = /^\p{L}[\p{L}\p{N}]*(?:[ -][\p{L}\p{N}]+)*$/u;
/** "Writing tests" and "To do" are no terms. */
const NO_TERM =
  /^(?:\p{L}+ing|an?|the|how|what|when|where|why|who|to|using|with|and|or|vs|from|for|der|die|das|ein|eine|wie|was)$/iu;

interface QuestionWords {
  readonly ofTitle: (term: string) => string;
  readonly ofHeading: (term: string) => string;
}

/** Only languages in which a question around any term is correct. */
const WORDS: Readonly<Record<string, QuestionWords>> = {
  en: {
    ofTitle: (term) => (isPlural(term) ? `What are ${term}?` : `What is ${term}?`),
    ofHeading: (term) => (isPlural(term) ? `How do ${term} work?` : `How does ${term} work?`),
  },
  de: {
    ofTitle: (term) => `Worum geht es bei „${term}“?`,
    ofHeading: (term) => `Was steht unter „${term}“?`,
  },
};

/**
 * Questions that the documents answer, each with a heading or title of theirs: headings that are questions, else titles and
 * headings that are terms. No two of one document, as long as there are others.
 */
export function exampleQuestions(documents: readonly DocumentHeadings[]): string[] {
  const ranked = [askedIn, titled, headed].flatMap((rule) =>
    documents.flatMap((document) => rule(document).map((question) => ({ document, question }))),
  );
  const first = ranked.filter(
    ({ document }, index) => ranked.findIndex((other) => other.document === document) === index,
  );
  return [...new Set([...first, ...ranked].map(({ question }) => question))].slice(0, COUNT);
}

function askedIn({ title, headings }: DocumentHeadings): string[] {
  return [title, ...headings].filter(
    (heading) => /^\p{L}.*\p{L}\?$/u.test(heading) && heading.includes(' ') && heading.length <= MAX_QUESTION_LENGTH,
  );
}

function titled({ title, language }: DocumentHeadings): string[] {
  return termIn(title).flatMap((term) => WORDS[language]?.ofTitle(term) ?? []);
}

function headed({ headings, language }: DocumentHeadings): string[] {
  return headings.flatMap(termIn).flatMap((term) => WORDS[language]?.ofHeading(term) ?? []);
}

/** "RetryHandler" of "Class: RetryHandler". */
function termIn(heading: string): string[] {
  const term = heading.replace(/^\p{L}+: /u, '').trim();
  const words = term.split(/[ ]/u);
  const isTerm = words.length <= MAX_TERM_WORDS && TERM.test(term) && !words.some((word) => NO_TERM.test(word));
  return isTerm && term.length > 2 && !GENERAL.test(term) ? [term] : [];
}

function isPlural(term: string): boolean {
  return /[^sui]s$/u.test(term);
}
