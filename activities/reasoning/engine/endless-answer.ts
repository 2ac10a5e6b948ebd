/** The end of an answer that is looked at, in characters. */
const TAIL_LENGTH = 1_600;

/** A stretch that fills the tail so many times is no text that anybody needs. */
const MIN_COPIES = 6;

/** Whether a text ends with the same stretch over and over: a model that does not find its end. */
export function repeatsItself(text: string): boolean {
  return text.length >= TAIL_LENGTH && periodOf(text.slice(-TAIL_LENGTH)) <= TAIL_LENGTH / MIN_COPIES;
}

/** The text with the repeated stretch twice: wherever it is taken to begin, what it says is there in full. */
export function withoutRepetition(text: string): string {
  const period = periodOf(text.slice(-TAIL_LENGTH));
  let start = text.length - period;
  while (start > 0 && text[start - 1] === text[start - 1 + period]) start -= 1;
  return text.slice(0, start + 2 * period);
}

/** Length of the shortest stretch whose repetition gives the text: its length without its longest border. */
function periodOf(text: string): number {
  const borders = [0];
  for (let end = 1; end < text.length; end += 1) {
    let border = borders[end - 1] ?? 0;
    while (border > 0 && text[border] !== text[end]) border = borders[border - 1] ?? 0;
    borders.push(text[border] === text[end] ? border + 1 : 0);
  }
  return text.length - (borders.at(-1) ?? 0);
}
