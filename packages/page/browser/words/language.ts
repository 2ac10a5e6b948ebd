/** What the page itself says, in one language. The words of reports are in the language of the report. */
export type PageLanguage = 'en' | 'de';

/** As chosen before, or the first of the browser’s that the page knows. */
export function languageFor(chosen: string | null, preferred: readonly string[]): PageLanguage {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((code) => code === 'en' || code === 'de') ?? 'en';
}

/** The same in both languages, side by side, so that neither is forgotten. */
export type Pair = Readonly<Record<PageLanguage, string>>;

export function say(english: string, german: string): Pair {
  return { en: english, de: german };
}

/** With the separators of the language. */
export const en = (value: number) => value.toLocaleString('en');
export const de = (value: number) => value.toLocaleString('de');

type Nouns = readonly [one: string, many: string];

/** `1 page`, `2,000 pages` */
export function counted(count: number, [one, many]: Nouns, [eins, viele]: Nouns): Pair {
  return say(`${en(count)} ${count === 1 ? one : many}`, `${de(count)} ${count === 1 ? eins : viele}`);
}

export function documents(count: number): Pair {
  return counted(count, ['document', 'documents'], ['Dokument', 'Dokumente']);
}

/** Words in one of the languages. */
export type Spoken<Said> = Said extends Pair
  ? string
  : Said extends (...given: infer Given) => infer Result
    ? (...given: Given) => Spoken<Result>
    : Said extends string | RegExp
      ? Said
      : { readonly [Name in keyof Said]: Spoken<Said[Name]> };

export function spokenIn<Said>(language: PageLanguage, said: Said): Spoken<Said>;
export function spokenIn(language: PageLanguage, said: unknown): unknown {
  if (typeof said === 'function') return (...given: unknown[]) => spokenIn(language, said(...given));
  if (typeof said !== 'object' || said === null || said instanceof RegExp) return said;
  if ('en' in said && 'de' in said) return said[language];
  if (Array.isArray(said)) return said.map((one) => spokenIn(language, one));
  return Object.fromEntries(Object.entries(said).map(([name, one]) => [name, spokenIn(language, one)]));
}
