import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkdownReader, spokenText } from '../../engine/answer-hearing.ts';

/** What each piece adds. */
function readPieces(pieces: readonly string[]): string[] {
  const read = createMarkdownReader();
  return pieces.map((piece) => read(piece));
}

const ANSWER =
  '<think>Hm [p1.1]</think>**Nine** hours [p1.2], `-x` too. [p1.1-3; p2.1] Saves 5 [calc: 9 - 4 [p1.1] = 5].\n\n- One [sic].\n\n## LIMITS\n\n- No price. [none: price]';
const SPOKEN = 'Nine hours, `-x` too. Saves 5.\n\n- One [sic].';

describe('the text of an answer in Markdown', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['as it comes, a word behind', ['It burns', ' long', '. And'], ['It burns', ' long', '. And']],
    ['without marks, however they are cut', ['Nine [p', '1.1', ']. Ten'], ['Nine', '', '. Ten']],
    ['without a mark that is code', ['Nine `', '[p1.1]', '`. Ten'], ['Nine', '', '. Ten']],
    ['with other brackets once they are closed', ['See [a', '] b'], ['See', ' [a] b']],
    ['without emphasis', ['**Nine', '** hours'], ['Nine', ' hours']],
    ['up to its limitations', ['Nine.\n\n#', '# LIMITS\n\n- a', ' b'], ['Nine.', '', '']],
    ['up to what may be asked next', ['Nine.\n\n## NE', 'XT\n\n- How', ' high?'], ['Nine.', '', '']],
    ['behind thoughts', ['<thi', 'nk>no</think>', 'yes'], ['', '', 'yes']],
  ])('is read %s', (_, pieces, added) => {
    expect(readPieces(pieces)).toEqual(added);
  });

  it('is a beginning of the whole text, wherever it is cut', () => {
    expect(spokenText(ANSWER)).toBe(SPOKEN);
    fc.assert(
      fc.property(fc.array(fc.nat(ANSWER.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), ANSWER.length];
        const pieces = places.slice(1).map((end, index) => ANSWER.slice(places[index], end));
        const heard = readPieces(pieces).join('');
        return SPOKEN.startsWith(heard);
      }),
    );
  });
});
