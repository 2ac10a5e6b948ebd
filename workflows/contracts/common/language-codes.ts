/** ISO 639-1: every code of two letters that names a language. */
const LANGUAGE_CODES: ReadonlySet<string> = new Set(
  [
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu',
    'fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km',
    'kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om',
    'or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr',
    'ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu',
  ].flatMap((line) => line.split(' ')),
);

/** Languages that the rules can read without a model, and that reports have words in; in others these are English. */
export const RULED_LANGUAGES = ['de', 'en'] as const;
export type RuledLanguage = (typeof RULED_LANGUAGES)[number];

export function isRuledLanguage(code: string): code is RuledLanguage {
  return RULED_LANGUAGES.some((language) => language === code);
}

export function isLanguageCode(code: string): boolean {
  return LANGUAGE_CODES.has(code);
}

/** The problem with a code that names no language, and what to write instead. */
export function describeWrongLanguage(code: unknown): string {
  const given = String(code).slice(0, 40);
  return `"${given}" is no language of ISO 639-1; use de or en, in which the report has words of its own, or another code like fr, es or it`;
}
