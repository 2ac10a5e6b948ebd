/** Widths of Helvetica's letters in thousandths of the font size, as the font's own table has them. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...widthsOf(278, ' !,./:;I[]\\ft'),
  ...widthsOf(222, 'ijl'),
  ...widthsOf(333, '()-r'),
  ...widthsOf(350, '•'),
  ...widthsOf(389, '*'),
  ...widthsOf(400, '°'),
  ...widthsOf(500, 'Jckvsxyz'),
  ...widthsOf(556, '0123456789#?Labdeghnopqu_–€äöü§'),
  ...widthsOf(584, '+<=>~'),
  ...widthsOf(611, 'FTZß'),
  ...widthsOf(667, '&ABEKPSVXYÄ'),
  ...widthsOf(722, 'CDHNRUwÜ'),
  ...widthsOf(778, 'GOQÖ'),
  ...widthsOf(833, 'Mm'),
  ...widthsOf(889, '%'),
  ...widthsOf(944, 'W'),
};
const OTHER = 556;

function widthsOf(width: number, letters: string): Record<string, number> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, width]));
}

/** In points. */
export function widthOf(text: string, size: number): number {
  return (Array.from(text).reduce((sum, letter) => sum + (WIDTHS[letter] ?? OTHER), 0) * size) / 1_000;
}
