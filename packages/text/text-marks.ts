/**
 * What a model's text says in brackets and readers do not see: addresses (`[p1.2-4; p3.1]`), a search in vain
 * (`[none: …]`) and a computation (`[calc: …]`), in which addresses may stand.
 */
export const TEXT_MARK =
  /`?[[【]\s*(?:p\d+\.\d+[^\][【】]{0,300}|(?:none|calc)\s*:(?:[^\][【】]|[[【][^\][【】]*[\]】]){1,600})[\]】]`?/giu;

/** The text as people read it while it is written. */
export function withoutTextMarks(text: string): string {
  return text.replace(TEXT_MARK, '\uE000').replace(/(?<![ \t])[ \t]*\uE000/gu, '');
}
