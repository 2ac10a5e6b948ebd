/** Characters that need no glyph: spaces, joiners, selectors. */
const INVISIBLE = /[\s\p{DI}\p{Cc}]/v;

/**
 * The characters of a text that a font does not have, each once, in the order of their appearance.
 *
 * @param coverage lengths of runs of code points, in turn outside and inside the font, from 0
 */
export function missingCharacters(text: string, coverage: readonly number[]): string[] {
  const ends: number[] = [];
  let end = 0;
  for (const length of coverage) {
    end += length;
    ends.push(end);
  }
  const isCovered = (point: number): boolean => {
    const run = ends.findIndex((each) => point < each);
    return run % 2 === 1;
  };
  return [...new Set(text)].filter(
    (character) => !INVISIBLE.test(character) && !isCovered(character.codePointAt(0) ?? 0),
  );
}
