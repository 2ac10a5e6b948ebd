import { rankItems } from '@plumbline/catalogue/ranking';
import { filterItems } from '@plumbline/catalogue/tables';
import { readableVertical } from '@plumbline/catalogue/verticals';
import type { Filters } from '@plumbline/contracts/answers/catalogue';
// Measures filtering of a large catalogue: npm run bench:catalogue -- [items] [--runs <n>] [--json <file>]
import { Command, InvalidArgumentError } from 'commander';
import { createItemTable, type ItemTable, statedFields, titledTest } from '../packages/catalogue/table/item-table.ts';
import { builtInVerticals } from '../packages/catalogue/values/definition-reading.ts';
import { inventHotels } from './catalogue/invented-hotels.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { describeMachine, type Figure, median, percentile, renderFigures, seconds, timed } from './figure.ts';

const AIM = 'p95 < 50 ms';
/** Not counted: the first calls are compiled. */
const WARM_UP_RUNS = 5;

type PlainItem = Readonly<Record<string, unknown>>;

/** Filters, and what they are as a plain function over parsed JSON. */
const FILTER_SETS: readonly {
  readonly name: string;
  readonly filters: Filters;
  readonly test: (item: PlainItem) => boolean;
}[] = [
  { name: 'place', filters: { place: 'Munich' }, test: (item) => isIn(item, 'munich') },
  {
    name: 'place, price, stars, guests',
    filters: { place: 'Munich', maxPrice: 150, minStars: 3, guests: 2 },
    test: (item) =>
      isIn(item, 'munich') &&
      Number(item['price']) <= 150 &&
      Number(item['stars']) >= 3 &&
      Number(item['maxGuests']) >= 2,
  },
  {
    name: 'price between, rating',
    filters: { minPrice: 80, maxPrice: 300, minRating: 2 },
    test: (item) => Number(item['price']) >= 80 && Number(item['price']) <= 300 && Number(item['rating']) >= 2,
  },
  {
    name: 'dates that no item states',
    filters: { checkIn: '2026-03-01', checkOut: '2026-03-05' },
    test: (item) => item['availableFrom'] === undefined,
  },
];

const command = new Command('npm run bench:catalogue --')
  .description('Measures how fast a catalogue in memory is filtered and ranked, and prints a table.')
  .argument('[items]', 'items of the catalogue', positive, 100_000)
  .option('--runs <n>', 'repetitions of each set of filters', positive, 100)
  .option('--json <file>', 'writes the figures there')
  .parse(process.argv);
const { runs, json } = command.opts<{ runs: number; json?: string }>();

await runEvaluationCommand(json ?? null, async ({ print, signal }) => {
  const count = Number(command.processedArgs[0]);
  const [hotel] = builtInVerticals().filter(({ name }) => name === 'hotel');
  if (hotel === undefined) throw new Error('the project has no hotels');
  const rows = inventHotels(count);
  const { ms, result: table } = await timed(async () =>
    createItemTable(hotel, [{ sourceId: 'bench', locator: 'hotel.csv', rows }]),
  );
  const plain = plainItems(table);
  const figures: Figure[] = [
    { name: `reading ${count} items into columns`, value: seconds(ms), baseline: '', aim: '' },
  ];
  for (const { name, filters, test } of FILTER_SETS) {
    signal.throwIfAborted();
    const kept = filterItems(table, filters).items.length;
    const expected = plain.filter(test).length;
    if (kept !== expected) throw new Error(`${name}: ${kept} items instead of ${expected}`);
    figures.push({
      name: `filter by ${name} (${kept} of ${count}) p50 / p95`,
      value: show(repeat(() => filterItems(table, filters))),
      baseline: `${show(repeat(() => plain.filter(test)))} Array.filter over objects`,
      aim: AIM,
    });
    const wishes = { words: 'quiet sauna station', asked: 'cheap', columns: [], language: 'en', isFiltered: true };
    figures.push({
      name: '… and ranked by three words and the price, 50 items',
      value: show(repeat(() => rankItems(table, filterItems(table, filters).items, wishes, 50))),
      baseline: '',
      aim: '',
    });
  }
  figures.push({
    name: 'two items named in a message read and found p50 / p95',
    value: show(repeat(() => findNamed(table, `Compare Hotel 17 and Hotel ${count - 1}`))),
    baseline: '',
    aim: AIM,
  });
  const date = new Date().toISOString().slice(0, 10);
  print(renderFigures(figures, date));
  return { machine: describeMachine(date), figures };
});

function findNamed(table: ItemTable, text: string): readonly number[] {
  const { titles } = readableVertical(table, { text, language: 'en' });
  const named = titles.map(({ title }) => title);
  const isNamed = titledTest(table.titles, table.columns.get(table.definition.card.title), named);
  return filterItems(table, {}).items.filter(isNamed);
}

function repeat(work: () => unknown): number[] {
  const times = Array.from({ length: WARM_UP_RUNS + runs }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return times.slice(WARM_UP_RUNS);
}

function show(times: readonly number[]): string {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms`;
}

function plainItems(table: ItemTable): PlainItem[] {
  return Array.from({ length: table.count }, (_, item) =>
    Object.fromEntries(statedFields(table, item).map(({ field, stated }) => [field.name, stated.value])),
  );
}

function isIn(item: PlainItem, city: string): boolean {
  return String(item['city']).toLowerCase() === city;
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('must be a whole number from 1');
  return number;
}
