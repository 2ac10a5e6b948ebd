/** One spelling for every comparison: NFC, non-breaking spaces as spaces, runs of white space as one space. */
export function comparable(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/**
 * Whether a text holds one of the alternatives of an entry (`a|b`), whatever the case. Where an alternative starts or
 * ends with a digit, it must not be part of a longer number: `20` is not in `2016`, `1 mm` not in `0,1 mm`.
 */
export function containsEntry(text: string, entry: string): boolean {
  const where = comparable(text).toLowerCase();
  return entry
    .split('|')
    .map((alternative) => comparable(alternative).toLowerCase())
    .some((alternative) => alternative !== '' && patternOf(alternative).test(where));
}

function patternOf(alternative: string): RegExp {
  const before = /^\d/.test(alternative) ? '(?<!\\d[.,]?)' : '';
  const after = /\d$/.test(alternative) ? '(?![.,]?\\d)' : '';
  return new RegExp(`${before}${RegExp.escape(alternative)}${after}`, 'u');
}

/** Most characters that two texts have in common inside a document, over all places where they stand in it. */
export function overlapIn(document: string, first: string, second: string): number {
  const seconds = [...placesOf(document, second)];
  let longest = 0;
  for (const start of placesOf(document, first)) {
    for (const other of seconds) {
      const end = Math.min(start + first.length, other + second.length);
      longest = Math.max(longest, end - Math.max(start, other));
    }
  }
  return longest;
}

function* placesOf(document: string, text: string): Generator<number> {
  if (text === '') return;
  for (let place = document.indexOf(text); place !== -1; place = document.indexOf(text, place + 1)) yield place;
}
