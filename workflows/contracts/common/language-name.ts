/**
 * Name of a language in another one: `languageName('de', 'en')` is "German".
 *
 * @param code ISO 639-1 code; an unknown one is returned unchanged
 * @param language of the name, ISO 639-1
 */
export function languageName(code: string, language: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(code) ?? code;
}
