/** A range that names more is an area of a work, not a list of places. */
const LONGEST_RANGE = 20;

/** Numbers from the first to the last, at most 20: "4"–"6" gives 4, 5, 6; "7a"–"7c" gives 7a, 7b, 7c; "12a"–"14" gives 12a, 13, 14. */
export function numbersBetween(first: string, last: string): string[] {
  const from = split(first);
  const to = split(last);
  if (from === null || to === null || to.digits < from.digits) return [first, last];
  if (from.digits === to.digits) return lettersBetween(from, to.letter).slice(0, LONGEST_RANGE);
  const whole = Array.from({ length: to.digits - from.digits }, (_, index) => String(from.digits + index + 1));
  return [first, ...whole.slice(0, -1), last].slice(0, LONGEST_RANGE);
}

function lettersBetween({ digits, letter }: { digits: number; letter: string }, last: string): string[] {
  const codes = [letter, last].map((value) => (value === '' ? 96 : value.charCodeAt(0)));
  const [from = 96, to = 96] = codes;
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => {
    const code = from + index;
    return `${digits}${code === 96 ? '' : String.fromCharCode(code)}`;
  });
}

function split(number: string): { readonly digits: number; readonly letter: string } | null {
  const parts = /^(\d+)([a-z]?)$/u.exec(number);
  return parts === null ? null : { digits: Number(parts[1]), letter: parts[2] ?? '' };
}
