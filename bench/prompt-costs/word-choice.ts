const WORDS = {
  people: ['driver', 'inspector', 'shift leader', 'fitter', 'conductor', 'signaller', 'storekeeper', 'controller'],
  things: ['motor car', 'trailer', 'points heater', 'ticket machine', 'rail grinder', 'tower wagon', 'lift', 'kiosk'],
  acts: ['test', 'survey', 'review', 'cleaning', 'repair', 'count', 'rehearsal', 'inspection'],
  places: ['on the quay', 'behind the depot', 'at the terminus', 'in the workshop', 'near the bridge', 'in the yard'],
  times: ['on weekdays', 'after the last run', 'in the dry months', 'before noon', 'once a quarter', 'at weekends'],
  manners: ['without haste', 'by two persons', 'from the printed list', 'in the order given', 'with the doors open'],
  reasons: [
    'because the older sheets are hard to read',
    'so that the next crew finds everything in its place',
    'since the neighbours had complained about the noise',
    'although the supplier recommends a longer interval',
    'as the insurance of the line wants to see it',
  ],
} as const;
type Kind = keyof typeof WORDS;

/** Words and figures at random, always the same for one seed. */
export interface WordChoice {
  pick(kind: Kind): string;
  /** A whole number, both ends included. */
  number(low: number, high: number): number;
  /** A sentence of some 20 words about the everyday work of a tramway. */
  sentence(): string;
}

export function createWordChoice(seed: number): WordChoice {
  let state = seed;
  /** Mulberry32, by Tommy Ettinger: 0 ≤ value < 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const number = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = (kind: Kind): string => WORDS[kind][number(0, WORDS[kind].length - 1)] ?? '';
  const sentence = (): string => {
    const [who, what, act] = [pick('people'), pick('things'), pick('acts')];
    const [where, when, how, why] = [pick('places'), pick('times'), pick('manners'), pick('reasons')];
    const shapes = [
      `The ${who} does the ${act} of the ${what} ${where} ${when}, ${how}, ${why}.`,
      `${when.charAt(0).toUpperCase()}${when.slice(1)} the ${what} ${where} is left to the ${who}, who enters the ${act} in the book ${why}.`,
      `A ${act} that was begun ${where} is finished ${how} by the same ${who}, ${why}, and the ${what} stays where it is.`,
    ];
    return shapes[number(0, shapes.length - 1)] ?? '';
  };
  return { pick, number, sentence };
}
