/** Question of the run with as many findings as a long report has. */
export const MANY_QUESTION = 'What do the storehouses of all harbours hold, and who counts it?';

/** A model's plan has at most so many tasks, and a task reads at most so many hits. */
const HARBOURS = 12;
const STORES = 20;

/** One finding for each store of each harbour. */
export const MANY_FINDINGS = HARBOURS * STORES;

const SYLLABLES = [
  'bro',
  'vel',
  'tan',
  'mik',
  'sor',
  'dun',
  'har',
  'lip',
  'gos',
  'wen',
  'kra',
  'fum',
  'jol',
  'pez',
  'rud',
];

/** A made-up word for each number, so that no two passages say nearly the same. */
function wordFor(number: number): string {
  const base = SYLLABLES.length;
  return [number % base, Math.floor(number / base) % base, (number * 7 + 3) % base]
    .map((index) => SYLLABLES[index])
    .join('');
}

const NAMES = Array.from({ length: HARBOURS }, (_, index) => {
  const word = wordFor(index * 31 + 11);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}haven`;
});

/** One for each harbour; passages belong to the one whose name they hold. */
export const MANY_TASKS_OF_HARBOURS = NAMES.map((name) => ({
  text: `What does the storehouse of ${name} hold, and who counts it?`,
  word: name,
}));

/** Each harbour is a file, each store a passage of its own. */
export const MANY_DOCUMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.map((name, harbour) => [
    `${name.toLowerCase()}.md`,
    `# Storehouse of ${name}\n${Array.from({ length: STORES }, (_, store) => passageOf(name, harbour * STORES + store)).join('')}`,
  ]),
);

function passageOf(name: string, number: number): string {
  const [goods, person, place, other] = [1, 2, 3, 4].map((factor) => wordFor(number * factor + factor * 1_009));
  return `
## ${goods}

The storehouse of ${name} holds ${number + 17} casks of ${goods}, and the ${person} counts it every ${other}.
Those casks stand in the ${place} cellar, far from the ${other} door.
`;
}
