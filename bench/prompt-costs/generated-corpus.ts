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

/** One thing that the question asks about, and how many sections really speak of it. */
export interface Subject {
  readonly name: string;
  readonly sections: number;
}

export const NETWORK = 'Selden tramway';

/** No document treats the last one: its task stays open, and a run with follow-up rounds looks again. */
const SUBJECTS: readonly Subject[] = [
  { name: 'air brake test', sections: 7 },
  { name: 'driver rest period', sections: 7 },
  { name: 'flood barrier', sections: 7 },
  { name: 'track gauge survey', sections: 6 },
  { name: 'overhead wire tension', sections: 6 },
  { name: 'platform lighting', sections: 6 },
  { name: 'depot fire drill', sections: 6 },
  { name: 'winter sand supply', sections: 0 },
];

export interface GeneratedCorpus {
  readonly question: string;
  /** What a plan splits the question into. */
  readonly taskTexts: readonly string[];
  /** Contents by path. */
  readonly files: Readonly<Record<string, string>>;
}

const DOCUMENTS = 30;
const SECTIONS = 8;
const SEED = 6;

const PLACES = ['Aldbrook', 'Birchgate', 'Corry Quay', 'Dunmere', 'Eastfold', 'Farrow Hill'] as const;
const KINDS = ['operating manual', 'inspection handbook', 'works order', 'line instruction', 'annual notice'] as const;

/**
 * Thirty generated documents of natural length (8 sections of some 1,100 characters each, like sections of laws) and a question about `tasks` of
 * their subjects. Sections on a subject stand in different documents, refer to others and state figures; the rest shares
 * words with the question and says nothing about it. Always the same.
 */
export function inventCorpus(tasks: number): GeneratedCorpus {
  const words = createWordChoice(SEED);
  const asked = tasks < SUBJECTS.length ? SUBJECTS.slice(0, tasks) : SUBJECTS;
  const documents = Array.from({ length: DOCUMENTS }, (_, index) => documentOf(index));
  const planted = SUBJECTS.flatMap(({ name, sections }) => Array.from({ length: sections }, () => name));
  const files = documents.map(({ path, title, place }, index) => {
    const sections = Array.from({ length: SECTIONS }, (_, section) => {
      // Spread over the documents: section 0 of each takes the first thirty, section 1 the next.
      const subject = section < 2 ? planted[section * DOCUMENTS + index] : undefined;
      const target = documents[(index + 7) % DOCUMENTS] ?? documents[0];
      return subject === undefined
        ? elsewhere(words, section, place, mentionedIn(index + section))
        : aboutSubject(words, subject, place, `${target?.path}#${anchorOfSection(3 + (index % 3))}`);
    });
    return [path, [`# ${title}`, ...sections].join('\n\n')] as const;
  });
  return {
    question: `What do the rules of the ${NETWORK} require for the ${listOf(asked)}?`,
    taskTexts: asked.map(({ name }) => `What do the rules of the ${NETWORK} require for the ${name}?`),
    files: Object.fromEntries(files),
  };
}

function mentionedIn(place: number): string {
  return SUBJECTS[place % SUBJECTS.length]?.name ?? '';
}

function documentOf(index: number) {
  const place = PLACES[index % PLACES.length] ?? PLACES[0];
  const kind = KINDS[index % KINDS.length] ?? KINDS[0];
  const title = `${place} ${kind} ${index + 1}`;
  return { place, title, path: `${title.toLowerCase().replaceAll(' ', '-')}.md` };
}

function aboutSubject(words: WordChoice, subject: string, place: string, target: string): string {
  const [minutes, limit, days] = [words.number(5, 55), words.number(2, 19), words.number(3, 60)];
  const sentences = [
    `The ${subject} at ${place} takes ${minutes} minutes and is done by the ${words.pick('people')} before the ${words.pick('things')} leaves.`,
    ...filler(words, 2),
    `A reading above ${limit} units means that the ${subject} has failed, unless the ${words.pick('people')} has signed an exception.`,
    ...filler(words, 2),
    `The result of the ${subject} is kept for ${days} days; what happens after that is laid down in [the rule on keeping records](${target}).`,
    ...filler(words, 1),
  ];
  return `## ${capitalised(subject)} at ${place}\n\n${sentences.join(' ')}`;
}

/** Shares words with the questions ("test", "driver", "rules"), may mention a subject, and is about something else. */
function elsewhere(words: WordChoice, section: number, place: string, mentioned: string): string {
  const rule = `The rules of the ${NETWORK} ask the ${words.pick('people')} at ${place} for a ${words.pick('acts')} of the ${words.pick('things')} every ${words.number(2, 40)} weeks.`;
  const mention = `After the ${mentioned} the ${words.pick('people')} hangs the keys of the ${words.pick('things')} back into the cabinet.`;
  const sentences = section % 3 === 2 ? [rule, mention] : [rule];
  return `## ${HEADINGS[section] ?? 'Further notes'}\n\n${[...sentences, ...filler(words, words.number(4, 8))].join(' ')}`;
}

const HEADINGS = [
  'General remarks',
  'Who is in charge',
  'Tools and parts',
  'Keeping records',
  'Training of staff',
  'Visitors and neighbours',
  'Orders and deliveries',
  'Changes since last year',
] as const;

function anchorOfSection(section: number): string {
  return (HEADINGS[section] ?? HEADINGS[0]).toLowerCase().replaceAll(' ', '-');
}

function filler(words: WordChoice, count: number): string[] {
  return Array.from({ length: count }, () => words.sentence());
}

function listOf(subjects: readonly Subject[]): string {
  const names = subjects.map(({ name }) => name);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', the ')} and the ${names.at(-1)}`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

type Kind = keyof typeof WORDS;

/** Words and figures at random, always the same for one seed. */
interface WordChoice {
  pick(kind: Kind): string;
  /** A whole number, both ends included. */
  number(low: number, high: number): number;
  /** A sentence of some 20 words about the everyday work of a tramway. */
  sentence(): string;
}

function createWordChoice(seed: number): WordChoice {
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
