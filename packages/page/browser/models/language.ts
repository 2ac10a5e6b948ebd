export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The language that somebody chose before, or the first of the browser's that the page knows. */
export function languageFor(chosen: string | null, preferred: readonly string[]): PageLanguage {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.flatMap((code) => PAGE_LANGUAGES.filter((known) => known === code)).at(0) ?? 'en';
}
