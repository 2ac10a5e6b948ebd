// Prints what each room holds beside its budget: npm run budget; with `names` what is taken from each package, too.
import { argv, stdout } from 'node:process';
import { type Budget, measureProject, readBudget, sumOf } from './budget.ts';
import { namesTaken } from './package-rules.ts';
import { readPackages } from './packages.ts';
import { readSources } from './source-files.ts';

const budget = readBudget();
const measured = measureProject();

function print(name: string, ...columns: readonly (number | string | undefined)[]): void {
  stdout.write(`${name.padEnd(32)}${columns.map((each) => String(each ?? '–').padStart(9)).join('')}\n`);
}

function printRooms({ rooms }: Pick<Budget, 'rooms'>): void {
  print('room', 'files', 'budget', 'lines', 'budget');
  for (const [room, { files, lines }] of Object.entries(rooms))
    print(room, files, budget.rooms[room]?.files, lines, budget.rooms[room]?.lines);
  const [now, most] = [sumOf(measured), sumOf(budget)];
  print('together', now.files, most.files, now.lines, most.lines);
}

printRooms(measured);
print('\nnames taken from a package', 'now', 'budget');
for (const [name, count] of Object.entries(measured.names)) print(name, count, budget.names[name]);
print('\ncount', 'now', 'budget');
for (const [name, count] of Object.entries(measured.counts)) print(name, count, budget.counts[name]);

if (argv.includes('names')) {
  for (const [name, names] of namesTaken(readSources(), readPackages()))
    stdout.write(`\n${name}\n${names.map((each) => `  ${each}`).join('\n')}\n`);
}
